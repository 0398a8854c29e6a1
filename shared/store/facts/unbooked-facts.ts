import { type Db, row, sql } from '../db/database.ts'
import { factsWithStates } from './source-facts.ts'

/** Facts of the year that are not decided, or blocked: closing it would leave them outside the books. */
export function countUnbookedFacts(db: Db, end_customer_id: string, from: string, to: string): Promise<number> {
  return db.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from ${factsWithStates}
    where end_customer_id = ${end_customer_id} and state in ('received', 'blocked')
      and business_date between ${from} and ${to}
  `)
}
