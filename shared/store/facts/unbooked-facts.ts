import { type Db, row, sql } from '../db/database.ts'
import { factsWithStates } from './source-facts.ts'

/** How many there are, and the first of them. */
export type UnbookedFacts = { readonly count: number; readonly first: readonly string[] }

/** Facts of the year that are not decided, or blocked: closing it would leave them outside the books. */
export function findUnbookedFacts(
  db: Db,
  end_customer_id: string,
  from: string,
  to: string,
  limit: number,
): Promise<UnbookedFacts> {
  return db.one(sql.type(row<UnbookedFacts>())`
    with unbooked as (
      select source_fact_id, business_date from ${factsWithStates}
      where end_customer_id = ${end_customer_id} and state in ('received', 'blocked')
        and business_date between ${from} and ${to}
    )
    select (select count(*)::integer from unbooked) as count,
      array(select source_fact_id from unbooked order by business_date, source_fact_id limit ${limit}) as first
  `)
}

/** The facts of some days that are blocked because their fiscal year is closed, and for nothing else. */
export function countFactsOfClosedYear(db: Db, end_customer_id: string, from: string, to: string): Promise<number> {
  return db.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from ${factsWithStates}
    where end_customer_id = ${end_customer_id} and state = 'blocked' and blocker_codes = array['fiscal_year_closed']
      and business_date between ${from} and ${to}
  `)
}
