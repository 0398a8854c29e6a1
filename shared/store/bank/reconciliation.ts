import { addDays } from '../../accounting/amounts/dates.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { recordset } from '../db/recordset.ts'
import { ENTRY_DAY } from './entry-day.ts'
import type { BankStatementRow } from './repeats/bank-statements.ts'

export type ReconciledLedgerAccount = {
  account_code: string
  account_name: string
  /** Of the account; its lines in other currencies count only where it is the base currency. */
  currency: string
  /** None where the account is reconciled in a currency beside its own: only lines in that one count then. */
  base_currency: string | null
  /** The accounts at the bank that are mapped to it, as their bank statements name them. */
  bank_accounts: string[]
  /** Which of them is whose QR-IBAN. Missing in what earlier releases have kept. */
  qr_ibans?: { readonly iban: string; readonly qr_iban: string }[]
}

/** Bank statements of accounts at the bank, each page by itself. */
export async function listBankStatementsOf(
  db: Db,
  end_customer_id: string,
  { bank_accounts, qr_ibans = [] }: ReconciledLedgerAccount,
) {
  const found = await db.any(sql.type(row<BankStatementRow & { account: string }>())`
    select import_id, statement_number, account, figures from camt053_statements
    where end_customer_id = ${end_customer_id} and account = any(${sql.array(bank_accounts, 'text')})
    order by import_id, statement_number
  `)
  const accountOf = ibanOf(qr_ibans)
  return found.map((statement) => {
    const account = accountOf(statement.account)
    return { ...statement, account, figures: { ...statement.figures, bank_account: account } }
  })
}

/** The IBAN of a QR-IBAN; of every other name the name itself. */
function ibanOf(qr_ibans: readonly { readonly iban: string; readonly qr_iban: string }[]): (name: string) => string {
  const ibans = new Map(qr_ibans.map(({ iban, qr_iban }) => [qr_iban, iban]))
  return (name) => ibans.get(name) ?? name
}

/** Booked entries of one account and day that are in no bank statement which counts. */
export type EntriesBeside = { account: string; date: string; amount_minor: bigint; entry_ids: string[] }

/**
 * Booked entries of bank statements up to a day that none of those that count has.
 *
 * @param others the bank statements that do not count; what neither has counts
 */
export async function listEntriesBeside(
  db: Db,
  end_customer_id: string,
  { bank_accounts, qr_ibans = [], currency }: ReconciledLedgerAccount,
  date: string,
  { counted, others }: { readonly counted: readonly StatementKey[]; readonly others: readonly StatementKey[] },
) {
  const found = await db.any(sql.type(row<EntriesBeside>())`
    with beside as materialized (
      select distinct linked.entry_id
      from ${recordset('statement', STATEMENT_KEY, others)}
      join camt053_statement_entries linked using (import_id, statement_number)
      where linked.end_customer_id = ${end_customer_id}
    ), places as materialized (
      select beside.entry_id, import_id, statement_number
      from beside
      cross join lateral (
        select import_id, statement_number from camt053_statement_entries linked
        where linked.end_customer_id = ${end_customer_id} and linked.entry_id = beside.entry_id
        offset 0
      ) place
    )
    select account, ${ENTRY_DAY} as date, sum(${SIGNED_AMOUNT})::bigint as amount_minor,
      array_agg(entry.entry_id) as entry_ids
    from beside
    -- sql.md: lateral limit 1
    cross join lateral (
      select entry_id, account, currency, is_booked, booking_date, stated_day, created_at, credit_debit, amount_minor
      from camt053_entries
      where end_customer_id = ${end_customer_id} and camt053_entries.entry_id = beside.entry_id
      limit 1
    ) entry
    where account = any(${sql.array(bank_accounts, 'text')}) and currency = ${currency} and is_booked
      and ${ENTRY_DAY} <= ${date} and beside.entry_id not in (
        select entry_id
        from places join ${recordset('statement', STATEMENT_KEY, counted)} using (import_id, statement_number)
      )
    group by account, ${ENTRY_DAY}
  `)
  const accountOf = ibanOf(qr_ibans)
  return found.map((entries) => ({ ...entries, account: accountOf(entries.account) }))
}

export type StatementKey = { readonly import_id: string; readonly statement_number: number }
const STATEMENT_KEY = { import_id: 'uuid', statement_number: 'int4' } as const

/** The balance of a ledger account on a day, that before another day, and what opening entries of that day add to it. */
export async function sumReconciledLines(
  db: Db,
  end_customer_id: string,
  account: ReconciledLedgerAccount,
  from: string,
  to: string,
): Promise<{ balance_minor: bigint; before_minor: bigint; opened_minor: bigint }> {
  const sums = await db.one(sql.type(row<{ balance_minor: string; before_minor: string; opened_minor: string }>())`
    select ${sumUntil(end_customer_id, account, to)}::text as balance_minor,
      ${sumUntil(end_customer_id, account, addDays(from, -1))}::text as before_minor,
      (
        select coalesce(sum(${amountIn(account.currency, account.base_currency)}), 0)
        from journal_lines line join journal_entries posted using (end_customer_id, entry_number)
        where line.end_customer_id = ${end_customer_id} and line.account_code = ${account.account_code}
          and ${isOpeningOn(from)}
      )::text as opened_minor
  `)
  return {
    balance_minor: BigInt(sums.balance_minor),
    before_minor: BigInt(sums.before_minor),
    opened_minor: BigInt(sums.opened_minor),
  }
}

/**
 * The lines of a ledger account up to a day: in the base currency the totals of the months before, and the lines of the
 * month and those that no refresh has folded yet. There are no totals in other currencies.
 */
function sumUntil(end_customer_id: string, account: ReconciledLedgerAccount, day: string) {
  const { account_code, currency, base_currency } = account
  const ofAccount = sql.fragment`end_customer_id = ${end_customer_id} and account_code = ${account_code}`
  const linesWhere = (condition: Fragment) => sql.fragment`(
    select coalesce(sum(${amountIn(currency, base_currency)}), 0) from journal_lines line where ${ofAccount} and ${condition}
  )`
  if (currency !== base_currency) return linesWhere(sql.fragment`line.posting_date <= ${day}`)
  const month = `${day.slice(0, 7)}-01`
  return sql.fragment`(
    (
      select coalesce(sum(debit_minor - credit_minor), 0) from account_period_totals
      where ${ofAccount} and period_start < ${month}
    )
    + ${linesWhere(sql.fragment`line.posting_date between ${month} and ${day}`)}
    + (
      select coalesce(sum(line.debit_minor - line.credit_minor), 0)
      from statement_watermarks watermark
      cross join lateral (
        select debit_minor, credit_minor, posting_date, account_code from journal_lines
        where journal_lines.end_customer_id = ${end_customer_id} and journal_lines.entry_number > watermark.entry_number
        order by entry_number, line_number
      ) line
      where watermark.end_customer_id = ${end_customer_id} and line.account_code = ${account_code}
        and line.posting_date < ${month}
    )
  )`
}

export function listLineCurrencies(db: Db, end_customer_id: string, account_code: string, day: string) {
  return db.anyFirst(sql.type(row<{ transaction_currency: string }>())`
    select distinct transaction_currency from journal_lines
    where end_customer_id = ${end_customer_id} and account_code = ${account_code} and posting_date <= ${day}
  `)
}

/** The amount of a line in the currency of its account; debit is positive. */
export function amountIn(currency: string, base_currency: string | null) {
  if (currency === base_currency) return sql.fragment`(line.debit_minor - line.credit_minor)`
  return sql.fragment`case line.transaction_currency when ${currency}
    then sign(line.debit_minor - line.credit_minor)::bigint * line.transaction_minor else 0 end`
}

/** The amount of a bank entry with its sign. */
export const SIGNED_AMOUNT = sql.fragment`case credit_debit when 'CRDT' then amount_minor else -amount_minor end`

/** An opening entry of the first day is the balance with which that day begins. */
export function isOpeningOn(from: string) {
  return sql.fragment`(line.posting_date = ${from} and posted.entry_type in ('opening', 'takeover'))`
}
