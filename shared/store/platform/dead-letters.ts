import { type Db, row, sql } from '../db/database.ts'
import { allOf } from '../db/filters.ts'
import { messageOf } from './queued-jobs.ts'

/** Not redriven yet, and not taken out by the operator. */
export const isOpenDeadLetter = sql.fragment`state in ('created', 'retry', 'failed')`

export type DeadLetterFilter = { queue?: string; endCustomer?: string; error?: string; since?: string; until?: string }
export type DeadLetter = {
  id: string
  source_queue: string
  end_customer_id: string | null
  data: string
  error: string | null
  failed_at: string
}

/** The error of the job that failed. The output of the dead letter only has the reason why a redrive left it out. */
const jobOutput = sql.fragment`coalesce(source_output, output)`

/** Jobs that failed for good, oldest first, and have not been redriven yet: also those that a redrive left out. */
export function listDeadLetters(db: Db, filter: DeadLetterFilter): Promise<readonly DeadLetter[]> {
  const { queue, endCustomer, error, since, until } = filter
  return db.any(sql.type(row<DeadLetter>())`
    select id, source_name as source_queue, data ->> 'end_customer_id' as end_customer_id, data::text as data,
      ${messageOf(jobOutput)} as error, created_on as failed_at
    from pgboss.job
    where ${allOf([
      sql.fragment`name = 'dead_letters' and ${isOpenDeadLetter}`,
      queue !== undefined && sql.fragment`source_name = ${queue}`,
      endCustomer !== undefined && sql.fragment`data ->> 'end_customer_id' = ${endCustomer}`,
      error !== undefined && sql.fragment`strpos(lower(${jobOutput}::text), lower(${error})) > 0`,
      since !== undefined && sql.fragment`date_trunc('milliseconds', created_on) >= ${since}::timestamptz`,
      until !== undefined && sql.fragment`date_trunc('milliseconds', created_on) <= ${until}::timestamptz`,
    ])}
    order by created_on, id
  `)
}
