import { type Db, row, sql } from '../../db/database.ts'
import type { ReturnScope } from '../tax-accounts.ts'

/** The accounts that returns are settled on: by their role, and the usual one of the Swiss chart. */
export async function listSettlementAccounts(db: Db, end_customer_id: string): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ account_code: string }>())`
    select account_code from accounts where end_customer_id = ${end_customer_id} and (
      account_code = '2201'
      or account_code in (
        select account_code from account_mappings mapping
        where mapping.end_customer_id = ${end_customer_id} and mapping_key = 'posting.vat_settlement'
      )
    )
    order by account_code
  `)
}

/** What lines without a record have moved on tax accounts, in the entries that settle returns; credit is positive. */
export async function sumTransfers(
  db: Db,
  scope: ReturnScope,
  settlement: readonly string[],
  tax_accounts: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { end_customer_id } = scope
  const sums = await db.any(sql.type(row<{ account_code: string; amount_minor: string }>())`
    with entry as materialized (${settlingEntries(scope, settlement)})
    select account_code, sum(amount_minor) as amount_minor
    from entry
    -- sql.md: lateral in order
    cross join lateral (
      select account_code, credit_minor::numeric - debit_minor as amount_minor from journal_lines
      where end_customer_id = ${end_customer_id} and journal_lines.entry_number = entry.entry_number
        and account_code = any(${sql.array(tax_accounts, 'text')}) and tax is null and tax_due is null
      order by line_number
    ) line
    where not exists (
      select from journal_entries other
      where other.end_customer_id = ${end_customer_id} and other.entry_number = entry.entry_number
        and other.entry_type in ('opening', 'closing')
    )
    group by account_code
  `)
  return new Map(sums.map(({ account_code, amount_minor }) => [account_code, BigInt(amount_minor)]))
}

/** The entries of some days that settle returns; a filing that owes nothing moves no settlement account. */
export function settlingEntries({ end_customer_id, from, to, as_of }: ReturnScope, settlement: readonly string[]) {
  return sql.fragment`
    select entry_number from journal_lines
    where end_customer_id = ${end_customer_id} and account_code = any(${sql.array(settlement, 'text')})
      and posting_date between ${from} and ${to} and entry_number <= ${as_of}
    union
    select entry.entry_number
    from vat_filings
    join journal_entries entry using (end_customer_id, journal_entry_id)
    where end_customer_id = ${end_customer_id} and posting_date between ${from} and ${to} and entry.entry_number <= ${as_of}
  `
}
