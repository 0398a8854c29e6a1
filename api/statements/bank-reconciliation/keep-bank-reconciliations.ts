import { ApiError } from '../../../shared/contract/platform/errors.ts'
import {
  insertKeptReconciliation,
  keptText,
  listReconcilableAccounts,
} from '../../../shared/store/bank/kept-reconciliations.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import type { Ledger } from '../../../shared/store/statements/ledger-snapshot.ts'
import { makeBankReconciliation } from './make-bank-reconciliation.ts'

/** What has more differences proves no balance, and is made anew for whoever asks. */
const MOST_DIFFERENCES = 10_000
const MOST_TRIES = 4

type ClosingYear = { readonly end_customer_id: string; readonly closing_id: string; readonly end_date: string }

/** Keeps the bank reconciliations of the last day of a year that is being closed; the ledger is locked. */
export async function keepBankReconciliations(tx: Tx, ledger: Ledger, year: ClosingYear): Promise<void> {
  const { end_customer_id, closing_id, end_date } = year
  for (const bank_account of await listReconcilableAccounts(tx, end_customer_id, end_date)) {
    const kept = await makeTwice(tx, ledger, { end_customer_id, bank_account, date: end_date })
    if (kept) await insertKeptReconciliation(tx, end_customer_id, closing_id, kept)
  }
}

/**
 * Imports, links and dismissals do not wait for the ledger, and a reconciliation takes several queries: one that is the same
 * twice was not made across such a change.
 *
 * @returns null where there is nothing to reconcile, it goes on changing, or it has too many differences
 */
async function makeTwice(tx: Tx, ledger: Ledger, query: Parameters<typeof makeBankReconciliation>[1]) {
  let last: string | null = null
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const made = await makeBankReconciliation(tx, query, ledger)
    if (made instanceof ApiError || made.reconciliation.differences.length > MOST_DIFFERENCES) return null
    const content = await keptText(made)
    if (content === last) return { account: made.account, content }
    last = content
  }
  return null
}
