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

/** Bank entries that are not booked, or only in part, or by lines that do not count; money that came in is positive. */
export function listReconciledEntries(db: Db, scope: Scope) {
  const { end_customer_id, account } = scope
  const bankAccounts = sql.array(account.bank_accounts, 'text')
  const ofAccount = sql.fragment`end_customer_id = ${end_customer_id}
    and account = any(${bankAccounts}) and left(account, 100) = any(array(select left(one, 100) from unnest(${bankAccounts}) one))`
  return db.any(sql.type(row<ReconciledEntryRow>())`
    with differing as materialized (
      select entry_id from camt053_entries
      where ${ofAccount} and is_booked and dismissed_by is null and used_minor < amount_minor
      union
      select entry_id from camt053_entries where ${ofAccount} and dismissed_by is not null
      union
      select entry_id from camt053_entries where ${ofAccount} and used_minor > amount_minor
      union
      select entry_id from ${unmatchedUses(scope)}
    )
    select entry.entry_id, account, ${ENTRY_DAY} as date, ${SIGNED_AMOUNT} as amount_minor,
      coalesce(entry ->> 'additional_info', entry #>> '{tx_details,0,unstructured,0}') as text,
      dismissed_by is not null as is_dismissed,
      coalesce(repeat_state = 'undecided', false) as is_undecided,
      (
        select reason from bank_entry_dismissals dismissal
        where dismissal.end_customer_id = ${end_customer_id} and dismissal.entry_id = entry.entry_id
          and dismissal_id = dismissed_by
      ) as reason, uses
    from differing
    -- sql.md: lateral limit 1
    cross join lateral (
      select end_customer_id, entry_id, account, currency, is_booked, booking_date, created_at, credit_debit, amount_minor,
        dismissed_by, repeat_state, entry
      from camt053_entries
      where end_customer_id = ${end_customer_id} and camt053_entries.entry_id = differing.entry_id
      limit 1
    ) entry
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
        'amount_minor', used.amount_minor::text, 'is_elsewhere', not ${lineCounts(scope)}, 'other_date', posted.posting_date
      )), '[]') as uses
      from bank_entry_uses used
      left join journal_entries posted using (end_customer_id, journal_entry_id)
      left join journal_lines line
        on line.end_customer_id = ${end_customer_id} and line.entry_number = posted.entry_number
        and line.line_number = used.line_number
      where used.end_customer_id = ${end_customer_id} and used.entry_id = entry.entry_id and used.state <> 'released'
    ) used
    where ${entryCounts(scope)}
    order by date, entry.entry_id
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
    with differing as materialized (
      select entry_number, line_number from unbooked_lines(${end_customer_id}, ${account.account_code}, ${from}, ${to})
      union
      select entry_number, line_number from ${unmatchedUses(scope)}
      union
      select entry_number, line_number from bank_entry_uses
      where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(scope.uncounted, 'uuid')})
        and state <> 'released'
    )
    select posted.journal_entry_id, line.line_number, line.posting_date as date, ${amount} as amount_minor,
      coalesce(line.text, posted.description) as text, uses
    from differing
    -- sql.md: lateral limit 1
    cross join lateral (
      select account_code, posting_date, line_number, text, debit_minor, credit_minor, transaction_currency,
        transaction_minor
      from journal_lines
      where journal_lines.end_customer_id = ${end_customer_id} and journal_lines.entry_number = differing.entry_number
        and journal_lines.line_number = differing.line_number
      limit 1
    ) line
    cross join lateral (
      select journal_entry_id, entry_number, reversal_of, entry_type, description from journal_entries
      where end_customer_id = ${end_customer_id} and journal_entries.entry_number = differing.entry_number
      limit 1
    ) posted
    cross join lateral (
      select coalesce(sum(used.amount_minor) filter (where ${entryCounts(scope)}), 0) as counted_minor,
        coalesce(jsonb_agg(jsonb_build_object(
          'amount_minor', used.amount_minor::text, 'is_elsewhere', not ${entryCounts(scope)}, 'other_date', entry.booking_date
        )) filter (where used.amount_minor is not null), '[]') as uses
      from bank_entry_uses used join camt053_entries entry using (end_customer_id, entry_id)
      where used.end_customer_id = ${end_customer_id} and used.journal_entry_id = posted.journal_entry_id
        and used.line_number = line.line_number and used.state <> 'released'
    ) used
    where ${lineCounts(scope)} and abs(${amount}) <> counted_minor and not (uses = '[]' and exists (
      select from journal_entries other
      where other.end_customer_id = ${end_customer_id} and other.posting_date between ${from} and ${to}
        and (other.reversal_of = posted.journal_entry_id or other.journal_entry_id = posted.reversal_of)
    ))
    order by date, posted.entry_number, line.line_number
  `)
}

/** A bank entry that repeats another one is the money of that one. */
function entryCounts({ end_customer_id, account: { bank_accounts, currency }, uncounted, to }: Scope) {
  return sql.fragment`(
    entry.end_customer_id = ${end_customer_id} and entry.account = any(${sql.array(bank_accounts, 'text')})
    and entry.currency = ${currency} and entry.is_booked
    and coalesce(entry.booking_date, entry.created_at::date) <= ${to}
    and entry.entry_id <> all(${sql.array(uncounted, 'uuid')}) and entry.repeat_state is distinct from 'repeat'
  )`
}

/** Those of which only one side counts are among them, and few others. */
function unmatchedUses({ end_customer_id, account, from, to }: Scope) {
  const { account_code, bank_accounts, currency, base_currency } = account
  return sql.fragment`unmatched_uses(
    ${end_customer_id}, ${account_code}, ${sql.array(bank_accounts, 'text')}, ${currency}, ${base_currency}, ${from}, ${to}
  )`
}

/** False also for a use that has no line. */
function lineCounts({ account: { account_code, currency, base_currency }, from, to }: Scope) {
  return sql.fragment`coalesce(
    line.account_code = ${account_code} and line.posting_date between ${from} and ${to} and not ${isOpeningOn(from)}
    and ${amountIn(currency, base_currency)} <> 0, false)`
}
