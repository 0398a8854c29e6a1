import type { Jobs } from '../../shared/queue/queues.ts'
import { PARTITIONS, partitionOf } from '../../shared/store/journal/ledger-heads.ts'
import type { Job, JobResult, WorkerDeps } from '../job.ts'
import { evaluatePartition } from './evaluate-partition.ts'
import type { Lane } from './lanes.ts'

/**
 * Evaluates and posts a batch of facts, its partitions at the same time: while one waits for this process to decide,
 * PostgreSQL works for the other. The jobs of a partition are one transaction, with their completion.
 *
 * @throws when the database is away: then jobs that are not completed are tried again later
 */
export async function evaluateFacts(
  deps: WorkerDeps,
  jobs: readonly Job<Jobs['facts.evaluate']>[],
  lane: Lane,
): Promise<JobResult[]> {
  const partitions = PARTITIONS.map((partition) => ({
    partition,
    jobs: jobs.filter(({ data }) => partitionOf(data.end_customer_id) === partition),
  })).filter(({ jobs }) => jobs.length > 0)
  // A full batch means that more is waiting, perhaps all of it of few end customers. Then a few facts of extra customers
  // are decided too: in the transaction of their partition, or in the only one.
  const isFull = jobs.length >= deps.config.worker_batch_size
  const extraPartitions = (partition: number) => (partitions.length === 1 ? PARTITIONS : [partition])
  const results = await Promise.allSettled(
    partitions.map(({ partition, jobs }) =>
      evaluatePartition(deps, jobs, isFull ? extraPartitions(partition) : [], lane),
    ),
  )
  const byId = new Map<string, JobResult>()
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason
    for (const jobResult of result.value) byId.set(jobResult.id, jobResult)
  }
  return jobs.flatMap(({ id }) => byId.get(id) ?? [])
}
