import { type Db, row, sql } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
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

/** A bank entry of a bank statement that does not count on the day. */
export type EntryBeside = {
  entry_id: string
  account: string
  date: string
  amount_minor: bigint
  statement_keys: string[]
}

/** Booked entries of bank statements up to a day, with all bank statements that have them. */
export function listEntriesBeside(
  db: Db,
  end_customer_id: string,
  bank_accounts: readonly string[],
  currency: string,
  date: string,
  statements: readonly BankStatementRow[],
) {
  const keys = statements.map(({ import_id, statement_number }) => ({ import_id, statement_number }))
  return db.any(sql.type(row<EntryBeside>())`
    select entry_id, account, ${ENTRY_DAY} as date, ${SIGNED_AMOUNT} as amount_minor, array(
      select linked.import_id || ':' || linked.statement_number from camt053_statement_entries linked
      where linked.end_customer_id = ${end_customer_id} and linked.entry_id = entry.entry_id
    ) as statement_keys
    from camt053_entries entry
    where end_customer_id = ${end_customer_id} and account = any(${sql.array(bank_accounts, 'text')})
      and currency = ${currency} and is_booked and ${ENTRY_DAY} <= ${date} and entry_id in (
        select linked.entry_id
        from ${recordset('statement', { import_id: 'uuid', statement_number: 'int4' }, keys)}
        join camt053_statement_entries linked using (import_id, statement_number)
        where linked.end_customer_id = ${end_customer_id}
      )
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

/** The amount of a line in the currency of its account; debit is positive. */
export function amountIn(currency: string, base_currency: string) {
  if (currency === base_currency) return sql.fragment`(line.debit_minor - line.credit_minor)`
  return sql.fragment`case line.transaction_currency when ${currency}
    then sign(line.debit_minor - line.credit_minor)::bigint * line.transaction_minor else 0 end`
}

/** The day of a bank entry, and its amount with its sign. */
export const ENTRY_DAY = sql.fragment`coalesce(booking_date, entry.created_at::date)`
export const SIGNED_AMOUNT = sql.fragment`case credit_debit when 'CRDT' then amount_minor else -amount_minor end`

/** An opening entry of the first day is the balance with which that day begins. */
export function isOpeningOn(from: string) {
  return sql.fragment`(line.posting_date = ${from} and posted.entry_type in ('opening', 'takeover'))`
}
