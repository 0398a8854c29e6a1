import { row, sql } from '../../shared/store/db/database.ts'
import type { QuietService } from '../support/quiet-service.ts'
import { EXPENSES, expense } from '../support/requests/examples.ts'

/** A fact whose job is in its queue. */
export async function newJob(quiet: QuietService, customer: string) {
  const { body } = await quiet.post(EXPENSES, expense(customer))
  const [job] = await quiet.jobs('facts.evaluate', [body.id])
  if (!job) throw new Error('no job')
  return job
}

/** As if it had failed on every attempt: its copy lies among the dead letters. */
export async function failForGood(quiet: QuietService, id: string, message = '100% planted'): Promise<void> {
  await quiet.worker.pool.query(sql.type(row())`update pgboss.job set retry_limit = 0 where id = ${id}`)
  await quiet.worker.boss.fetch('facts.evaluate')
  await quiet.worker.boss.fail('facts.evaluate', id, { message })
}
