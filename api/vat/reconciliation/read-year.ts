import { endOfMonth } from '../../../shared/accounting/amounts/dates.ts'
import { orRowOf } from '../../../shared/accounting/statements/or-rows/of-account.ts'
import {
  classesOf,
  type MeaningOfAccounts,
  type YearAccount,
} from '../../../shared/accounting/vat/reconciliation/taxed-movement.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { readActivity, type StatementAccountRow } from '../../../shared/store/statements/account-period-totals.ts'
import { findLedger, type Ledger } from '../../../shared/store/statements/ledger-snapshot.ts'
import { findAccountsOfCauses } from '../../../shared/store/vat/reconciliation/accounts-of-causes.ts'
import { listSettlementAccounts } from '../../../shared/store/vat/reconciliation/settled-tax.ts'
import { listTaxAccounts, type ReturnScope } from '../../../shared/store/vat/tax-accounts.ts'

/** A fiscal year with what its accounts have moved. */
export type ReconciledYear = {
  readonly ledger: Ledger
  readonly scope: ReturnScope
  readonly accounts: readonly YearAccount[]
  readonly meaning: MeaningOfAccounts
  readonly tax_accounts: readonly string[]
  readonly settlement_accounts: readonly string[]
}

export async function readYear(
  tx: Db,
  { end_customer_id, fiscal_year_id }: { readonly end_customer_id: string; readonly fiscal_year_id: string },
): Promise<ReconciledYear | ApiError> {
  const ledger = await findLedger(tx, end_customer_id)
  const year = ledger?.fiscal_years.find((known) => known.fiscal_year_id === fiscal_year_id)
  if (!ledger || !year) return notFound(`This end customer has no fiscal year ${fiscal_year_id}.`)
  const scope = { end_customer_id, from: year.start_date, to: year.end_date, as_of: ledger.last_entry_number }
  const rows = await readActivity(tx, end_customer_id, ['0001-01-01', scope.from], scope.to, scope.as_of)
  const settlement_accounts = await listSettlementAccounts(tx, end_customer_id)
  const tax_accounts = await listTaxAccounts(tx, scope)
  const accounts = accountsOf(rows)
  const classOf = classesOf(accounts, new Set([...tax_accounts, ...settlement_accounts]))
  const causes = await findAccountsOfCauses(tx, end_customer_id)
  const meaning = { classOf, causeOf: (account_code: string) => causes.get(account_code) }
  return { ledger, scope, accounts, meaning, tax_accounts, settlement_accounts }
}

/** The days of a month that lie in the year. */
export function daysOfMonth({ from, to }: ReturnScope, month: string): { from: string; to: string } {
  const end = endOfMonth(month)
  return { from: month > from ? month : from, to: end < to ? end : to }
}

export function notFound(message: string): ApiError {
  return new ApiError('not_found', message, [{ pointer: '/fiscal_year_id', code: 'not_found', message }])
}

/** Balances that are brought in or closed are no movements of the year. */
function accountsOf(rows: readonly StatementAccountRow[]): YearAccount[] {
  const isMoved = ({ bucket, entry_type }: StatementAccountRow) =>
    bucket === 1 && entry_type !== 'opening' && entry_type !== 'closing'
  return [...Map.groupBy(rows, ({ account_code }) => account_code).values()].flatMap((its) => {
    const [first] = its
    if (!first) return []
    const { account_code, account_name, account_type, control, related_to } = first
    const or_row = first.or_row ?? orRowOf(account_code, account_type) ?? null
    const movement_minor = its
      .filter(isMoved)
      .reduce((sum, { debit_minor, credit_minor }) => sum + credit_minor - debit_minor, 0n)
    return [{ account_code, account_name, account_type, or_row, control, related_to, movement_minor }]
  })
}
