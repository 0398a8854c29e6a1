import { expect } from 'chai'
import type { QueueName } from '../../../shared/contract/platform/queue-names.ts'
import type { Job } from '../../../workers/job.ts'
import { HANDLERS } from '../../../workers/jobs.ts'
import type { QuietService } from '../../support/quiet-service.ts'

/** Jobs that wait, and a look at everything that their handler changes. */
export type Case = {
  readonly jobs: readonly Job<unknown>[]
  readonly before: unknown
  readonly after: unknown
  readonly effect: () => Promise<unknown>
}

/** Runs jobs as a worker does. */
export async function run(quiet: QuietService, queue: QueueName, jobs: readonly Job<unknown>[]): Promise<void> {
  const results = await HANDLERS[queue].handler(quiet.worker, jobs as readonly Job<never>[])
  for (const result of results ?? []) expect(result.status).to.equal('completed')
}

/** How many rows of an end customer the tables have. */
export function counts(quiet: QuietService, customer: string, ...tables: readonly string[]): Promise<number[]> {
  return Promise.all(tables.map((table) => quiet.count(table, customer)))
}
