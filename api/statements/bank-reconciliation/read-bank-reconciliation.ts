import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { BankReconciliationQuery } from '../../../shared/contract/statements/bank-reconciliation.ts'
import { findKeptReconciliation, listKeptMappings } from '../../../shared/store/bank/kept-reconciliations.ts'
import { type FixedMapping, findReconciledAccount } from '../../../shared/store/bank/reconciled-account.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findClosingPosition } from '../../../shared/store/statements/closings.ts'
import { findLedger, type Ledger, useSnapshotIsolation } from '../../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { inSlicesOf } from '../in-slices-of.ts'
import { makeBankReconciliation } from './make-bank-reconciliation.ts'
import { presentBankReconciliation } from './present-bank-reconciliation.ts'

/**
 * What a ledger account of a bank and its bank statements come to on a day, and every difference between the two. All of
 * it is read at one moment; a closed year answers for its last day with what it has kept.
 */
export async function readBankReconciliation(deps: ApiDeps, { query, caller }: ReadRequest<BankReconciliationQuery>) {
  const result = await deps.pool.transaction(async (tx) => {
    await useSnapshotIsolation(tx)
    return readAt(tx, query)
  })
  // Thrown out here: inside, an exception would cost the transaction its connection.
  if (result instanceof ApiError) throw result
  const { made, fiscal_year_id } = result
  return inSlicesOf(deps, caller, (pause) => presentBankReconciliation({ ...query, fiscal_year_id }, made, pause))
}

/** The reconciliation, and the fiscal year of its day: null where there is none. */
async function readAt(tx: Db, query: BankReconciliationQuery) {
  const { date } = query
  const ledger = await findLedger(tx, query.end_customer_id)
  const year = ledger?.fiscal_years.find(({ start_date, end_date }) => start_date <= date && date <= end_date)
  const made = await makeOrFind(tx, query, ledger, year)
  return made instanceof ApiError ? made : { made, fiscal_year_id: year?.fiscal_year_id ?? null }
}

async function makeOrFind(
  tx: Db,
  query: BankReconciliationQuery,
  ledger: Ledger | null,
  year: Ledger['fiscal_years'][number] | undefined,
) {
  const { end_customer_id, date } = query
  const closing_id = year?.state === 'closed' ? year.closing_id : null
  if (!ledger || !year || closing_id === null) return makeBankReconciliation(tx, query, ledger)
  const fixed = await listKeptMappings(tx, end_customer_id, closing_id, year.end_date)
  const kept = year.end_date === date ? await findKept(tx, query, closing_id, fixed) : null
  if (kept) return kept
  const position = await findClosingPosition(tx, end_customer_id, closing_id)
  const closed: Ledger = { ...ledger, last_entry_number: position.entry_number, last_entry_hash: position.entry_hash }
  return makeBankReconciliation(tx, query, closed, fixed)
}

/** An IBAN without bank statements names the ledger account to which it is mapped. */
async function findKept(
  tx: Db,
  { end_customer_id, bank_account, date }: BankReconciliationQuery,
  closing_id: string,
  fixed: readonly FixedMapping[],
) {
  const kept = await findKeptReconciliation(tx, end_customer_id, closing_id, bank_account)
  if (kept) return kept
  const account = await findReconciledAccount(tx, end_customer_id, bank_account, date, fixed)
  return account && findKeptReconciliation(tx, end_customer_id, closing_id, account.account_code)
}
