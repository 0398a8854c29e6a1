import type { QueueName } from '../../shared/contract/platform/queue-names.ts'
import { logFailure } from '../../shared/deps/log-failure.ts'
import { listPausedQueues } from '../../shared/store/platform/paused-queues.ts'
import type { WorkerDeps } from '../job.ts'

/** One small query for a worker process, however many jobs there are. */
const POLL_EVERY_MS = 1_000

type FollowedDeps = Pick<WorkerDeps, 'pool' | 'boss' | 'log' | 'mirror'>

/**
 * Bank rules book for the key that has made them, which may have ended at home. So what books by them waits while home cannot be asked.
 */
const NEEDS_HOME: readonly QueueName[] = ['settlement.match']

/** Starts the loops that fetch the jobs of a queue. */
export type StartLoops = () => Promise<unknown>

/**
 * Starts the loops of every queue that is not paused, the backlog of facts being paused with their queue. From then on stops
 * those of queues that an operator pauses, after the jobs that they have begun, and starts those that are resumed. pg-boss
 * itself can do that in one process only.
 *
 * @returns what ends it; the loops go on
 */
export async function followPauses(
  { pool, boss, log, mirror }: FollowedDeps,
  loops: ReadonlyMap<QueueName, StartLoops>,
): Promise<() => void> {
  const working = new Set<QueueName>()
  const paused = new Set<QueueName>()
  const changing = new Set<QueueName>()
  let isOver = false

  const change = async (queue: QueueName, isPaused: boolean) => {
    if (isPaused) await boss.offWork(queue)
    else await loops.get(queue)?.()
    if (isPaused) working.delete(queue)
    else working.add(queue)
    if (isPaused) log.info({ queue }, 'the queue is paused')
    else if (paused.delete(queue)) log.info({ queue }, 'the queue is processed again')
  }
  /** Stopping takes as long as the jobs under way, and no other queue waits for that. */
  const poll = async () => {
    const listed = new Set([...(await listPausedQueues(pool)), ...(mirror && !mirror.known() ? NEEDS_HOME : [])])
    const isPaused = (queue: QueueName) =>
      listed.has(queue) || (queue === 'facts.backlog' && listed.has('facts.evaluate'))
    for (const queue of loops.keys()) {
      if (isPaused(queue)) paused.add(queue)
      if (isOver || changing.has(queue) || isPaused(queue) !== working.has(queue)) continue
      changing.add(queue)
      change(queue, isPaused(queue))
        .catch((error) => logFailure(log, error, 'a pause', 'the queue cannot be paused or resumed', { queue }))
        .finally(() => changing.delete(queue))
    }
  }
  const pollAgain = () =>
    setTimeout(async () => {
      await poll().catch(() => {}) // while the database is away everything stays as it is
      if (!isOver) timer = pollAgain()
    }, POLL_EVERY_MS).unref()

  await poll()
  let timer = pollAgain()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
