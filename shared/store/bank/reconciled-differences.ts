import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { ENTRY_DAY } from './entry-day.ts'
import { amountIn, isOpeningOn, type ReconciledLedgerAccount, SIGNED_AMOUNT } from './reconciliation.ts'

/** Days of a ledger account that are reconciled, and bank entries up to the last one that do not count. */
type Scope = {
  readonly end_customer_id: string
  readonly account: ReconciledLedgerAccount
  readonly uncounted: readonly string[]
  readonly from: string
  readonly to: string
}

const ENTRY_TEXT = sql.fragment`coalesce(entry ->> 'additional_info', entry #>> '{tx_details,0,unstructured,0}')`

/** Amounts are text. */
type UseRow = { amount_minor: string; is_elsewhere: boolean; other_date: string | null }

/** With the currency of its bank entry, and what the line comes to in it; null where it says nothing about that currency. */
type UseOfLineRow = UseRow & { currency: string; line_minor: string | null }

export type ReconciledEntryRow = {
  entry_id: string
  account: string
  date: string
  amount_minor: bigint
  text: string | null
  is_undecided: boolean
  /** Without a sign. */
  dismissed_minor: bigint
  dismissal_reason: string | null
  uses: UseRow[]
  /** The day of the reversal that gave back what is booked beyond the amount. */
  booked_beyond_until: string | null
}

/**
 * Bank entries that are not booked on the day, or only in part, or twice, or by lines that do not count; money that came in
 * is positive. What is not posted yet, or posted on a later day, uses nothing; what is given back on a later day does.
 */
export function listReconciledEntries(db: Db, scope: Scope) {
  const { end_customer_id, account, to } = scope
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
      ${ENTRY_TEXT} as text,
      coalesce(repeat_state = 'undecided', false) as is_undecided, coalesce(dismissed_minor, 0) as dismissed_minor,
      dismissal_reason, uses, booked_beyond_until
    from differing
    -- sql.md: lateral limit 1
    cross join lateral (
      select end_customer_id, entry_id, account, currency, is_booked, booking_date, stated_day, created_at, credit_debit, amount_minor,
        used_minor, dismissed_by, repeat_state, entry
      from camt053_entries
      where end_customer_id = ${end_customer_id} and camt053_entries.entry_id = differing.entry_id
      limit 1
    ) entry
    left join lateral (
      -- Of several the one that stood on the day.
      select coalesce(dismissal.amount_minor, entry.amount_minor - entry.used_minor) as dismissed_minor,
        reason as dismissal_reason
      from bank_entry_dismissals dismissal
      where dismissal.end_customer_id = ${end_customer_id} and dismissal.entry_id = entry.entry_id
        and (given_back_on > ${to} or dismissal_id = entry.dismissed_by)
      order by dismissal.created_at, dismissal_id
      limit 1
    ) dismissed on true
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
          'amount_minor', used.amount_minor::text, 'is_elsewhere', is_elsewhere, 'other_date', posting_date
        ) order by entry_number, line_number), '[]') as uses,
        max(given_back_on) filter (where released_at <= last_used_at) as booked_beyond_until
      from (
        select used.amount_minor, not ${lineCounts(scope)} as is_elsewhere, posted.posting_date, posted.entry_number,
          used.line_number, given_back_on, released_at, max(used.created_at) over () as last_used_at
        from ${usesOnDay(scope, sql.fragment`entry_id = entry.entry_id`)} used
        join journal_entries posted using (end_customer_id, journal_entry_id)
        left join journal_lines line
          on line.end_customer_id = ${end_customer_id} and line.entry_number = posted.entry_number
          and line.line_number = used.line_number
        where posted.posting_date <= ${to}
      ) used
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
  uses: UseOfLineRow[]
}

/**
 * Lines that bank entries which count do not use on the day, or only in part; debit is positive. An entry and its reversal
 * without bank entries cancel out and are left out.
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
      select journal_entry_id, entry_number, reversal_of, entry_type, description, currency from journal_entries
      where end_customer_id = ${end_customer_id} and journal_entries.entry_number = differing.entry_number
      limit 1
    ) posted
    cross join lateral (
      select coalesce(sum(used.amount_minor) filter (where ${entryCounts(scope)}), 0) as counted_minor,
        coalesce(jsonb_agg(jsonb_build_object(
          'amount_minor', used.amount_minor::text, 'is_elsewhere', not ${entryCounts(scope)}, 'other_date', ${ENTRY_DAY},
          'currency', entry.currency, 'line_minor', (case entry.currency
            when posted.currency then line.debit_minor + line.credit_minor
            when line.transaction_currency then line.transaction_minor
          end)::text
        ) order by used.created_at, entry.entry_id) filter (where used.amount_minor is not null), '[]') as uses
      from ${usesOnDay(scope, sql.fragment`journal_entry_id = posted.journal_entry_id and line_number = line.line_number`)} used
      join camt053_entries entry using (end_customer_id, entry_id)
      where ${ENTRY_DAY} <= ${to}
    ) used
    where ${lineCounts(scope)} and abs(${amount}) <> counted_minor and not (uses = '[]' and exists (
      select from journal_entries other
      where other.end_customer_id = ${end_customer_id} and other.posting_date between ${from} and ${to}
        and (other.reversal_of = posted.journal_entry_id or other.journal_entry_id = posted.reversal_of)
    ))
    order by date, posted.entry_number, line.line_number
  `)
}

/** Uses that stand, and those that were given back on a later day. Indexes find either, and no one finds both. */
function usesOnDay({ end_customer_id, to }: Scope, condition: Fragment) {
  const columns = sql.fragment`end_customer_id, entry_id, journal_entry_id, line_number, amount_minor, created_at,
    given_back_on, released_at`
  return sql.fragment`(
    select ${columns} from bank_entry_uses
    where end_customer_id = ${end_customer_id} and ${condition} and state = 'posted'
    union all
    select ${columns} from bank_entry_uses
    where end_customer_id = ${end_customer_id} and ${condition} and given_back_on > ${to}
  )`
}

/** A bank entry that repeats another one is the money of that one. */
function entryCounts({ end_customer_id, account: { bank_accounts, currency }, uncounted, to }: Scope) {
  return sql.fragment`(
    entry.end_customer_id = ${end_customer_id} and entry.account = any(${sql.array(bank_accounts, 'text')})
    and entry.currency = ${currency} and entry.is_booked
    and ${ENTRY_DAY} <= ${to}
    and entry.entry_id <> all(${sql.array(uncounted, 'uuid')}) and entry.repeat_state is distinct from 'repeat'
  )`
}

/** Those of which only one side counts are among them, and few others. */
function unmatchedUses({ end_customer_id, account, from, to }: Scope) {
  const { account_code, bank_accounts, currency, base_currency } = account
  return sql.fragment`unmatched_uses(
    ${end_customer_id}, ${account_code}, ${sql.array(bank_accounts, 'text')}, ${currency}, ${base_currency ?? ''}, ${from}, ${to}
  )`
}

/** False also for a use that has no line. */
function lineCounts({ account: { account_code, currency, base_currency }, from, to }: Scope) {
  return sql.fragment`coalesce(
    line.account_code = ${account_code} and line.posting_date between ${from} and ${to} and not ${isOpeningOn(from)}
    and ${amountIn(currency, base_currency)} <> 0, false)`
}
