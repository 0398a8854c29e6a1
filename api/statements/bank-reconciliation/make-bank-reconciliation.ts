import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { BankReconciliationQuery } from '../../../shared/contract/statements/bank-reconciliation.ts'
import { inTurns } from '../../../shared/process/in-turns.ts'
import type { MadeReconciliation } from '../../../shared/store/bank/kept-reconciliations.ts'
import { type FixedMapping, findReconciledAccount } from '../../../shared/store/bank/reconciled-account.ts'
import { listBankStatementsOf } from '../../../shared/store/bank/reconciliation.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import type { Ledger } from '../../../shared/store/statements/ledger-snapshot.ts'
import { listOtherCurrencies } from './list-other-currencies.ts'
import { reconcileCurrency } from './reconcile-currency.ts'
import { statementsIn } from './reconciled-rows.ts'

/**
 * The reconciliation as the books are now, in the currency of the ledger account, and of its accounts at the bank in every other
 * currency that they or its lines have.
 *
 * @param fixed accounts at the bank as a closed year has kept them
 */
export async function makeBankReconciliation(
  tx: Db,
  query: Pick<BankReconciliationQuery, 'end_customer_id' | 'bank_account' | 'date'>,
  ledger: Ledger | null,
  fixed: readonly FixedMapping[] = [],
): Promise<MadeReconciliation | ApiError> {
  const { end_customer_id, bank_account, date } = query
  const account = await findReconciledAccount(tx, end_customer_id, bank_account, date, fixed)
  if (!ledger || !account) return notFound(`No ledger account is mapped to it on ${date} (posting.bank.<IBAN>).`)
  const { account_code, bank_accounts, currency } = account
  if (bank_accounts.length === 0)
    return notFound(
      `No account with bank statements is mapped to ${account_code} on ${date} (posting.bank.<IBAN>, valid_from).`,
    )
  const rows = await listBankStatementsOf(tx, end_customer_id, account)
  const currencies = [currency, ...(await listOtherCurrencies(tx, end_customer_id, account, rows, date))]
  const found = []
  for (const one of currencies) found.push(await inTurns(statementsIn(rows, one, date)))
  const [first_day] = found.flatMap((one) => one.first_day ?? []).sort()
  if (first_day === undefined) return notFound(`There is no bank statement of it in ${currency} on or before ${date}.`)
  const reconciled = []
  for (const [at, one] of currencies.entries()) {
    const { statements = [], first_day: from, unbalanced = [], without_balances = new Map() } = found[at] ?? {}
    const inCurrency = one === currency ? account : { ...account, currency: one, base_currency: null }
    const { fiscal_years } = ledger
    const known = { rows, statements, first_day: from ?? first_day, fiscal_years, unbalanced, without_balances }
    reconciled.push(await reconcileCurrency(tx, query, inCurrency, known))
  }
  const [reconciliation, ...others] = reconciled as [(typeof reconciled)[number], ...typeof reconciled]
  return {
    ledger,
    account,
    reconciliation,
    others: others.map((other, at) => ({ currency: currencies[at + 1] as string, reconciliation: other })),
  }
}

function notFound(message: string): ApiError {
  return new ApiError('not_found', message, [{ pointer: '/bank_account', code: 'not_found', message }])
}
