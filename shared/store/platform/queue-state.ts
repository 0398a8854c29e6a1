import { FACT_QUEUES } from '../../contract/platform/queue-names.ts'
import { type Db, row, sql } from '../db/database.ts'

/** True while facts of this end customer wait to be evaluated again, or are being evaluated. */
export async function hasReevaluationWaiting(db: Db, end_customer_id: string): Promise<boolean> {
  return db.exists(sql.type(row())`
    select from pgboss.job
    where name = any(${sql.array(['facts.reevaluate', ...FACT_QUEUES], 'text')}) and state in ('created', 'retry', 'active')
      and data ->> 'end_customer_id' = ${end_customer_id}
  `)
}

/** True when at least this number of facts wait to be evaluated. It counts no further, and along an index. */
export async function doFactsWait(db: Db, depth: number): Promise<boolean> {
  return db.exists(sql.type(row())`
    select from pgboss.job
    where name = any(${sql.array(FACT_QUEUES, 'text')}) and state < 'active' and not blocked
    offset ${depth - 1}
  `)
}
