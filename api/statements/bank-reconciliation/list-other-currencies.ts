import {
  type listBankStatementsOf,
  listLineCurrencies,
  type ReconciledLedgerAccount,
} from '../../../shared/store/bank/reconciliation.ts'
import type { Db } from '../../../shared/store/db/database.ts'

/**
 * Currencies beside that of the ledger account in which there is anything by a day: balances and bank entries of its accounts at the
 * bank, and its lines where those in other currencies do not count.
 */
export async function listOtherCurrencies(
  tx: Db,
  end_customer_id: string,
  account: ReconciledLedgerAccount,
  rows: Awaited<ReturnType<typeof listBankStatementsOf>>,
  date: string,
): Promise<string[]> {
  const found = new Set<string>()
  for (const { figures } of rows) {
    const { opening, closing, sums, from } = figures
    const first = figures.first_day ?? opening?.date ?? from?.slice(0, 10) ?? ''
    if (first > date) continue
    for (const money of [opening, closing, ...sums]) if (money) found.add(money.currency)
  }
  if (account.currency !== account.base_currency)
    for (const currency of await listLineCurrencies(tx, end_customer_id, account.account_code, date))
      found.add(currency)
  found.delete(account.currency)
  return [...found].sort()
}
