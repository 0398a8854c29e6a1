import { UniqueIntegrityConstraintViolationError } from 'slonik'
import type { Deps } from '../../deps/deps.ts'
import { DEAD_LETTERS } from '../../queue/queues.ts'
import { bossDb } from '../../queue/slonik-adapter.ts'
import type { Tx } from '../../store/db/database.ts'
import { type JobState, type LockedJob, lockJobs } from '../../store/platform/queued-jobs.ts'
import type { PrintOptions } from '../print-table.ts'

type SettleOptions = PrintOptions & { readonly queue?: string }

/**
 * Gives a job that failed for good one more attempt, now, and puts a cancelled one back. The dead letter of a failed job
 * stays: jobs may run twice. A dead letter has failed itself when a redrive left it out.
 */
export async function retryJob({ pool, boss }: Deps, id: string, options: SettleOptions): Promise<void> {
  const job = await pool.transaction(async (tx) => {
    const found = await lockOne(tx, id, options)
    const { queue, state } = found
    if (queue === DEAD_LETTERS && ['created', 'retry'].includes(state))
      throw new Error(`Job ${id} is a dead letter; redrive sends it back to its queue.`)
    if (state === 'failed') await boss.retry(queue, id, { db: bossDb(tx) })
    else if (state === 'cancelled') await boss.resume(queue, id, { db: bossDb(tx) }).catch(refuseSecond(found))
    else throw new Error(`Job ${id} of ${queue} is ${state}; only a failed or cancelled job can be retried.`)
    return found
  })
  const state = job.state === 'failed' ? 'retry' : 'created'
  print(job, state, job.queue === DEAD_LETTERS ? 'can be redriven again' : 'is queued for one more attempt', options)
}

/** Takes a job that is not done out of its queue. A handler that is running it already is not interrupted. */
export async function cancelJob({ pool, boss }: Deps, id: string, options: SettleOptions): Promise<void> {
  const job = await pool.transaction(async (tx) => {
    const found = await lockOne(tx, id, options)
    if (!['created', 'retry', 'active'].includes(found.state))
      throw new Error(`Job ${id} of ${found.queue} is ${found.state}; only what is not done yet can be cancelled.`)
    await boss.cancel(found.queue, id, { db: bossDb(tx) })
    return found
  })
  const running = job.state === 'active' ? '; it was running, and what it has begun may still take effect' : ''
  print(job, 'cancelled', `is cancelled${running}`, options)
}

/** A `short` queue holds one waiting job of a key, not two. */
function refuseSecond({ id, queue }: LockedJob): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof UniqueIntegrityConstraintViolationError)) throw error
    throw new Error(`Job ${id} of ${queue} is not needed: the same work is waiting already.`)
  }
}

async function lockOne(tx: Tx, id: string, { queue }: SettleOptions): Promise<LockedJob> {
  const jobs = (await lockJobs(tx, id)).filter((job) => !queue || job.queue === queue)
  const [job] = jobs
  if (!job) throw new Error(`There is no job ${id}${queue ? ` in ${queue}` : ''}.`)
  if (jobs.length > 1)
    throw new Error(`Job ${id} is in ${jobs.map((each) => each.queue).join(' and ')}; name one with --queue.`)
  return job
}

function print({ id, queue }: LockedJob, state: JobState, effect: string, { json }: SettleOptions): void {
  console.log(json ? JSON.stringify({ id, queue, state }) : `job ${id} of ${queue} ${effect}`)
}
