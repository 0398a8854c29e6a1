import { type Db, row, sql } from '../db/database.ts'
import type { BankStatementRow } from './repeats/bank-statements.ts'

export type ReconciledLedgerAccount = {
  account_code: string
  account_name: string
  /** Of the account; its lines in other currencies count only where it is the base currency. */
  currency: string
  base_currency: string
  /** The accounts at the bank that are mapped to it, as their bank statements name them. */
  bank_accounts: string[]
}

/** The ledger account of that code, or the one that an account at the bank is mapped to on that day. */
export function findReconciledAccount(db: Db, end_customer_id: string, named: string, date: string) {
  return db.maybeOne(sql.type(row<ReconciledLedgerAccount>())`
    with wanted as (
      select coalesce(
        (select account_code from accounts where end_customer_id = ${end_customer_id} and account_code = ${named}),
        (
          select bank_ledger_account(${end_customer_id}, account, ${date}) from camt053_statements
          where end_customer_id = ${end_customer_id} and account = ${named}
          limit 1
        ),
        (
          select account_code from account_mappings
          where end_customer_id = ${end_customer_id} and mapping_key = 'posting.bank.' || ${named}::text
            and valid_from <= ${date} and (valid_to is null or ${date} <= valid_to)
          limit 1
        )
      ) as account_code
    )
    select account_code, account_name, chart.currency, base_currency, array(
      select distinct account from camt053_statements
      where end_customer_id = ${end_customer_id}
        and bank_ledger_account(${end_customer_id}, account, ${date}) = wanted.account_code
      order by account
    ) as bank_accounts
    from wanted
    join end_customers customer on customer.end_customer_id = ${end_customer_id}
    cross join lateral (
      select account_name, currency from chart_accounts
      where chart_accounts.end_customer_id = ${end_customer_id} and chart_accounts.account_code = wanted.account_code
      order by valid_from <= ${date} desc, valid_from desc
      limit 1
    ) chart
  `)
}

/** Bank statements of accounts at the bank, each page by itself. */
export function listBankStatementsOf(db: Db, end_customer_id: string, bank_accounts: readonly string[]) {
  return db.any(sql.type(row<BankStatementRow & { account: string }>())`
    select import_id, statement_number, account, figures from camt053_statements
    where end_customer_id = ${end_customer_id} and account = any(${sql.array(bank_accounts, 'text')})
    order by import_id, statement_number
  `)
}

export type ReconciledEntryRow = {
  entry_id: string
  account: string
  date: string
  amount_minor: bigint
  text: string | null
  is_dismissed: boolean
  is_undecided: boolean
  reason: string | null
  statement_keys: string[]
  /** Amounts are text. */
  uses: { amount_minor: string; journal_entry_id: string | null; line_number: number | null; date: string | null }[]
}

/** Booked entries of accounts at the bank up to a day; money that came in is positive. */
export function listReconciledEntries(
  db: Db,
  end_customer_id: string,
  bank_accounts: readonly string[],
  currency: string,
  date: string,
) {
  return db.any(sql.type(row<ReconciledEntryRow>())`
    select entry_id, account, coalesce(booking_date, entry.created_at::date) as date,
      case credit_debit when 'CRDT' then amount_minor else -amount_minor end as amount_minor,
      coalesce(entry ->> 'additional_info', entry #>> '{tx_details,0,unstructured,0}') as text,
      dismissed_by is not null as is_dismissed,
      coalesce(repeat_state in ('undecided', 'repeat'), false) as is_undecided,
      (
        select reason from bank_entry_dismissals dismissal
        where dismissal.end_customer_id = ${end_customer_id} and dismissal.entry_id = entry.entry_id
          and dismissal_id = dismissed_by
      ) as reason,
      array(
        select linked.import_id || ':' || linked.statement_number from camt053_statement_entries linked
        where linked.end_customer_id = ${end_customer_id} and linked.entry_id = entry.entry_id
      ) as statement_keys,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'amount_minor', used.amount_minor::text, 'journal_entry_id', used.journal_entry_id,
          'line_number', used.line_number, 'date', posted.posting_date
        )), '[]')
        from bank_entry_uses used
        left join journal_entries posted
          on posted.end_customer_id = ${end_customer_id} and posted.journal_entry_id = used.journal_entry_id
        where used.end_customer_id = ${end_customer_id} and used.entry_id = entry.entry_id and used.state <> 'released'
      ) as uses
    from camt053_entries entry
    where end_customer_id = ${end_customer_id} and account = any(${sql.array(bank_accounts, 'text')})
      and currency = ${currency} and is_booked and coalesce(booking_date, entry.created_at::date) <= ${date}
    order by date, entry_id
  `)
}

export type ReconciledLineRow = {
  journal_entry_id: string
  line_number: number
  date: string
  amount_minor: bigint
  text: string
  /** Amounts are text. */
  uses: { amount_minor: string; entry_id: string; date: string | null }[]
}

/**
 * Lines of a ledger account from a day to another; debit is positive. An entry and its reversal without bank entries
 * cancel out and are left out.
 */
export function listReconciledLines(
  db: Db,
  end_customer_id: string,
  { account_code, currency, base_currency }: ReconciledLedgerAccount,
  from: string,
  to: string,
) {
  return db.any(sql.type(row<ReconciledLineRow>())`
    select posted.journal_entry_id, line.line_number, line.posting_date as date,
      ${amountIn(currency, base_currency)} as amount_minor, coalesce(line.text, posted.description) as text, uses
    from journal_lines line
    join journal_entries posted using (end_customer_id, entry_number)
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
        'amount_minor', used.amount_minor::text, 'entry_id', used.entry_id, 'date', entry.booking_date
      )), '[]') as uses
      from bank_entry_uses used join camt053_entries entry using (end_customer_id, entry_id)
      where used.end_customer_id = ${end_customer_id} and used.journal_entry_id = posted.journal_entry_id
        and used.line_number = line.line_number and used.state <> 'released'
    ) used
    where line.end_customer_id = ${end_customer_id} and line.account_code = ${account_code}
      and line.posting_date between ${from} and ${to} and not ${isOpeningOn(from)}
      and ${amountIn(currency, base_currency)} <> 0
      and not (uses = '[]' and exists (
        select from journal_entries other
        where other.end_customer_id = ${end_customer_id} and other.posting_date between ${from} and ${to}
          and (other.reversal_of = posted.journal_entry_id or other.journal_entry_id = posted.reversal_of)
      ))
    order by line.posting_date, line.entry_number, line.line_number
  `)
}

/** The balance of a ledger account on a day, and before another day. */
export function sumReconciledLines(
  db: Db,
  end_customer_id: string,
  { account_code, currency, base_currency }: ReconciledLedgerAccount,
  from: string,
  to: string,
) {
  return db.one(sql.type(row<{ balance_minor: bigint; opening_minor: bigint }>())`
    select coalesce(sum(amount_minor), 0)::bigint as balance_minor,
      coalesce(sum(amount_minor) filter (where is_opening), 0)::bigint as opening_minor
    from (
      select ${amountIn(currency, base_currency)} as amount_minor,
        line.posting_date < ${from} or ${isOpeningOn(from)} as is_opening
      from journal_lines line join journal_entries posted using (end_customer_id, entry_number)
      where line.end_customer_id = ${end_customer_id} and line.account_code = ${account_code}
        and line.posting_date <= ${to}
    ) line
  `)
}

function amountIn(currency: string, base_currency: string) {
  if (currency === base_currency) return sql.fragment`(line.debit_minor - line.credit_minor)`
  return sql.fragment`case line.transaction_currency when ${currency}
    then sign(line.debit_minor - line.credit_minor)::bigint * line.transaction_minor else 0 end`
}

/** An opening entry of the first day is the balance with which that day begins. */
function isOpeningOn(from: string) {
  return sql.fragment`(line.posting_date = ${from} and posted.entry_type in ('opening', 'takeover'))`
}
