import { type Db, row, sql } from '../../db/database.ts'
import type { ReturnScope } from '../tax-accounts.ts'

/** Tax of items of another system on an account, and what opening entries have brought there; what is owed is positive. */
export type TakenOverOnAccount = {
  readonly account_code: string
  /** Until the last day. */
  readonly taken_over_minor: bigint
  /** In the days that are asked for. */
  readonly in_days_minor: bigint
  /** By all opening entries until the last day. */
  readonly brought_in_minor: bigint
}

type TakenOverSums = {
  account_code: string
  taken_over_minor: string
  in_days_minor: string
  brought_in_minor: string
}

/** The opening entries are few; nothing is read where no item was taken over with tax that is not declared. */
export async function findTaxTakenOver(
  db: Db,
  { end_customer_id, from, to, as_of }: ReturnScope,
): Promise<readonly TakenOverOnAccount[]> {
  const sums = await db.any(sql.type(row<TakenOverSums>())`
    with taken_over as materialized (
      select taken_over.account_code, item.posting_date,
        owed_sign(record ->> 'tax_code', record ->> 'direction') * (record ->> 'tax_minor')::numeric as tax_minor
      from open_items item
      cross join lateral tax_taken_over(${end_customer_id}, item.entry_number, item.line_number) taken_over
      where item.end_customer_id = ${end_customer_id} and item.is_opening and item.state <> 'reversed'
        and item.tax_lines is not null and item.posting_date <= ${to} and item.entry_number <= ${as_of}
    )
    select account_code, sum(tax_minor)::text as taken_over_minor,
      coalesce(sum(tax_minor) filter (where posting_date >= ${from}), 0)::text as in_days_minor, (
        select coalesce(sum(credit_minor - debit_minor), 0)::text
        from journal_entries entry
        join journal_lines line
          on line.end_customer_id = ${end_customer_id} and line.entry_number = entry.entry_number
            and line.account_code = taken_over.account_code
        where entry.end_customer_id = ${end_customer_id} and entry_type = 'opening' and entry.posting_date <= ${to}
          and entry.entry_number <= ${as_of}
      ) as brought_in_minor
    from taken_over
    group by account_code
    having sum(tax_minor) <> 0
    order by account_code
  `)
  return sums.map(({ account_code, ...sum }) => ({
    account_code,
    taken_over_minor: BigInt(sum.taken_over_minor),
    in_days_minor: BigInt(sum.in_days_minor),
    brought_in_minor: BigInt(sum.brought_in_minor),
  }))
}
