import { type Db, row, sql } from '../db/database.ts'
import { amountIn, ENTRY_DAY, isOpeningOn, type ReconciledLedgerAccount, SIGNED_AMOUNT } from './reconciliation.ts'

/** Days of a ledger account that are reconciled, and bank entries up to the last one that do not count. */
type Scope = {
  readonly end_customer_id: string
  readonly account: ReconciledLedgerAccount
  readonly uncounted: readonly string[]
  readonly from: string
  readonly to: string
}

/** Amounts are text. */
type UseRow = { amount_minor: string; is_elsewhere: boolean; other_date: string | null }

export type ReconciledEntryRow = {
  entry_id: string
  account: string
  date: string
  amount_minor: bigint
  text: string | null
  is_dismissed: boolean
  is_undecided: boolean
  reason: string | null
  uses: UseRow[]
}

/**
 * Bank entries that are not booked, or only in part, or by lines that do not count; money that came in is positive. The
 * indexes of what is not booked find the first, one pass over the uses the last.
 */
export function listReconciledEntries(db: Db, scope: Scope) {
  const { end_customer_id } = scope
  return db.any(sql.type(row<ReconciledEntryRow>())`
    with differing as materialized (
      select entry_id from camt053_entries
      where end_customer_id = ${end_customer_id} and is_booked and dismissed_by is null and used_minor < amount_minor
      union
      select entry_id from camt053_entries where end_customer_id = ${end_customer_id} and dismissed_by is not null
      union
      select entry_id from camt053_entries where end_customer_id = ${end_customer_id} and used_minor > amount_minor
      union
      select used.entry_id from ${usesWithLines(scope)} where not ${lineCounts(scope)}
    )
    select entry_id, account, ${ENTRY_DAY} as date, ${SIGNED_AMOUNT} as amount_minor,
      coalesce(entry ->> 'additional_info', entry #>> '{tx_details,0,unstructured,0}') as text,
      dismissed_by is not null as is_dismissed,
      coalesce(repeat_state in ('undecided', 'repeat'), false) as is_undecided,
      (
        select reason from bank_entry_dismissals dismissal
        where dismissal.end_customer_id = ${end_customer_id} and dismissal.entry_id = entry.entry_id
          and dismissal_id = dismissed_by
      ) as reason,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'amount_minor', used.amount_minor::text, 'is_elsewhere', not ${lineCounts(scope)}, 'other_date', posted.posting_date
        )), '[]')
        from ${usesWithLines(scope)} where used.entry_id = entry.entry_id
      ) as uses
    from differing join camt053_entries entry using (entry_id)
    where ${entryCounts(scope)}
    order by date, entry_id
  `)
}

export type ReconciledLineRow = {
  journal_entry_id: string
  line_number: number
  date: string
  amount_minor: bigint
  text: string
  uses: UseRow[]
}

/**
 * Lines that bank entries which count do not use, or only in part; debit is positive. An entry and its reversal without
 * bank entries cancel out and are left out.
 */
export function listReconciledLines(db: Db, scope: Scope) {
  const { end_customer_id, account, from, to } = scope
  const amount = amountIn(account.currency, account.base_currency)
  return db.any(sql.type(row<ReconciledLineRow>())`
    with counted as materialized (
      select used.journal_entry_id, used.line_number, sum(used.amount_minor) as amount_minor
      from bank_entry_uses used join camt053_entries entry using (end_customer_id, entry_id)
      where used.end_customer_id = ${end_customer_id} and used.state <> 'released' and ${entryCounts(scope)}
      group by used.journal_entry_id, used.line_number
    ), differing as materialized (
      select posted.journal_entry_id, posted.reversal_of, line.line_number, line.entry_number, line.posting_date as date,
        ${amount} as amount_minor, coalesce(line.text, posted.description) as text
      from journal_lines line
      join journal_entries posted using (end_customer_id, entry_number)
      left join counted
        on counted.journal_entry_id = posted.journal_entry_id and counted.line_number = line.line_number
      where line.end_customer_id = ${end_customer_id} and ${lineCounts(scope)}
        and abs(${amount}) is distinct from counted.amount_minor
    )
    select differing.journal_entry_id, differing.line_number, date, differing.amount_minor, text, uses
    from differing
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
        'amount_minor', used.amount_minor::text, 'is_elsewhere', not ${entryCounts(scope)}, 'other_date', entry.booking_date
      )), '[]') as uses
      from bank_entry_uses used join camt053_entries entry using (end_customer_id, entry_id)
      where used.end_customer_id = ${end_customer_id} and used.journal_entry_id = differing.journal_entry_id
        and used.line_number = differing.line_number and used.state <> 'released'
    ) used
    where not (uses = '[]' and exists (
      select from journal_entries other
      where other.end_customer_id = ${end_customer_id} and other.posting_date between ${from} and ${to}
        and (other.reversal_of = differing.journal_entry_id or other.journal_entry_id = differing.reversal_of)
    ))
    order by date, entry_number, differing.line_number
  `)
}

function entryCounts({ end_customer_id, account: { bank_accounts, currency }, uncounted, to }: Scope) {
  return sql.fragment`(
    entry.end_customer_id = ${end_customer_id} and entry.account = any(${sql.array(bank_accounts, 'text')})
    and entry.currency = ${currency} and entry.is_booked
    and coalesce(entry.booking_date, entry.created_at::date) <= ${to}
    and entry.entry_id <> all(${sql.array(uncounted, 'uuid')})
  )`
}

function usesWithLines({ end_customer_id }: Scope) {
  return sql.fragment`(
    select entry_id, journal_entry_id, line_number, amount_minor from bank_entry_uses
    where end_customer_id = ${end_customer_id} and state <> 'released'
  ) used
  left join journal_entries posted
    on posted.end_customer_id = ${end_customer_id} and posted.journal_entry_id = used.journal_entry_id
  left join journal_lines line
    on line.end_customer_id = ${end_customer_id} and line.entry_number = posted.entry_number
    and line.line_number = used.line_number`
}

/** False also for a use that has no line. */
function lineCounts({ account: { account_code, currency, base_currency }, from, to }: Scope) {
  return sql.fragment`coalesce(
    line.account_code = ${account_code} and line.posting_date between ${from} and ${to} and not ${isOpeningOn(from)}
    and ${amountIn(currency, base_currency)} <> 0, false)`
}
