import { type Db, row, sql } from '../db/database.ts'

/** How many there are, and the first of them. */
export type Drafts = {
  readonly count: number
  readonly first: readonly { kind: 'payment_allocation' | 'supplier_payable_settlement'; draft_id: string }[]
}

/** Allocations and settlements that are accepted for these days and not booked. */
export function findDrafts(db: Db, end_customer_id: string, from: string, to: string, limit: number): Promise<Drafts> {
  return db.one(sql.type(row<Drafts>())`
    with drafts as (
      select 'payment_allocation' as kind, allocation_id as draft_id, posting_date from allocations
      where end_customer_id = ${end_customer_id} and state = 'draft' and posting_date between ${from} and ${to}
      union all
      select 'supplier_payable_settlement', settlement_id, settlement_date from supplier_settlements
      where end_customer_id = ${end_customer_id} and state = 'draft' and settlement_date between ${from} and ${to}
    )
    select (select count(*)::integer from drafts) as count, coalesce((
      select jsonb_agg(jsonb_build_object('kind', kind, 'draft_id', draft_id) order by posting_date, draft_id)
      from (
        select kind, draft_id, posting_date from drafts order by posting_date, draft_id limit ${limit}
      ) named
    ), '[]') as first
  `)
}
