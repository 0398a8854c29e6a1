import { type Db, row, sql } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'

/** A line of the ledger of the amount of a bank entry that no bank entry has: somebody may have booked the same money before it came. */
export type LineBookedBefore = {
  readonly entry_id: string
  readonly journal_entry_id: string
  readonly line_number: number
  readonly posting_date: string
}

/** No index has the amounts of lines, so for answers the first lines of a day are looked through, of accounts that move more. */
const MOST_LINES_OF_DAY = 200

const MOST_OF_ENTRY = 10

/**
 * The first ones of each of these bank entries that has some: of its amount, currency and direction, on the ledger account of its bank, within five
 * days, that no bank entry has and nobody has reversed. Each day of each account is read once for all of them. No query is made for none.
 *
 * @param most_of_day null for rules, which book what they find nothing for: they look through all lines
 */
export async function findLinesBookedBefore(
  db: Db,
  entries: readonly { readonly end_customer_id: string; readonly entry_id: string }[],
  most_of_day: number | null = MOST_LINES_OF_DAY,
): Promise<ReadonlyMap<string, readonly LineBookedBefore[]>> {
  if (entries.length === 0) return new Map()
  const keys = entries.map(({ end_customer_id, entry_id }) => ({ end_customer_id, entry_id }))
  const found = await db.any(sql.type(row<LineBookedBefore>())`
    with entry as materialized (
      select distinct wanted.end_customer_id, wanted.entry_id, account, day, currency, credit_debit, amount_minor
      from ${recordset('wanted', { end_customer_id: 'uuid', entry_id: 'uuid' }, keys)}
      -- sql.md: lateral limit 1
      cross join lateral (
        select account, coalesce(booking_date, stated_day) as day, currency, credit_debit, amount_minor
        from camt053_entries
        where end_customer_id = wanted.end_customer_id and entry_id = wanted.entry_id and is_booked and not is_reversal
          and dismissed_by is null and coalesce(repeat_state = 'new', true)
        limit 1
      ) found
    ), place as materialized (
      select end_customer_id, account, day,
        bank_ledger_account(end_customer_id, bank_account_of(end_customer_id, account), day) as account_code
      from (select distinct end_customer_id, account, day from entry) moved
    ), moved as materialized (
      select end_customer_id, entry_id, account_code, day, currency, credit_debit, amount_minor
      from entry join place using (end_customer_id, account, day)
    ), near as materialized (
      select end_customer_id, account_code, entry_number, line_number, posting_date, transaction_currency, transaction_minor, is_debit
      from (
        select distinct end_customer_id, account_code, day + apart as day from place, generate_series(-5, 5) apart
      ) looked
      -- sql.md: lateral in order. With an equal day the primary key would have the order, too.
      cross join lateral (
        select entry_number, line_number, posting_date, transaction_currency, transaction_minor, debit_minor > 0 as is_debit
        from journal_lines line
        where line.end_customer_id = looked.end_customer_id and line.account_code = looked.account_code
          and line.posting_date between looked.day and looked.day
        order by posting_date, entry_number, line_number
        limit ${most_of_day}::bigint
      ) line
      -- Not as a join, which would compare each line with each bank entry: so the amounts are one table of hashes.
      where (transaction_minor in (select amount_minor from entry)) is true
    ), free as materialized (
      select end_customer_id, account_code, entry_number, near.line_number, near.posting_date, transaction_currency,
        transaction_minor, is_debit, posted.journal_entry_id
      from near
      -- sql.md: lateral limit 1
      cross join lateral (
        select journal_entry_id from journal_entries
        where end_customer_id = near.end_customer_id and entry_number = near.entry_number and reversal_of is null
        limit 1
      ) posted
      left join lateral (
        select true as is_so from journal_entries reversal
        where reversal.end_customer_id = near.end_customer_id and reversal.reversal_of = posted.journal_entry_id
        limit 1
      ) reversed on true
      left join lateral (
        select true as is_so from bank_entry_uses used
        where used.end_customer_id = near.end_customer_id and used.journal_entry_id = posted.journal_entry_id
          and used.line_number = near.line_number and used.state <> 'released'
        limit 1
      ) used on true
      where reversed.is_so is null and used.is_so is null
    ), equal as (
      select entry_id, journal_entry_id, line_number, posting_date,
        row_number() over (partition by entry_id order by posting_date, entry_number, line_number) as place
      from moved
      join free using (end_customer_id, account_code)
      where posting_date between day - 5 and day + 5 and transaction_minor = amount_minor and transaction_currency = currency
        and is_debit = (credit_debit = 'CRDT')
    )
    select entry_id, journal_entry_id, line_number, posting_date
    from equal
    where place <= ${MOST_OF_ENTRY}
    order by entry_id, place
  `)
  return Map.groupBy(found, ({ entry_id }) => entry_id)
}
