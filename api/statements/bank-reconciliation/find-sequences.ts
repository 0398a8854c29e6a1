import { chainOf, withMoney } from '../../../shared/accounting/bank/reconciliation/chain-of-balances.ts'
import type {
  ReconciledStatement,
  StatementSequence,
} from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import { sequenceOf } from '../../../shared/accounting/bank/reconciliation/statement-sequence.ts'
import { pageOfKey } from '../../../shared/camt053/repeats/compared-entries.ts'
import type { BankReconciliationQuery } from '../../../shared/contract/statements/bank-reconciliation.ts'
import { inTurns } from '../../../shared/process/in-turns.ts'
import { listBankMoney } from '../../../shared/store/bank/bank-money.ts'
import type { ReconciledLedgerAccount } from '../../../shared/store/bank/reconciliation.ts'
import type { Db } from '../../../shared/store/db/database.ts'

/**
 * The chain of balances of each account at the bank, and the possible repeats that it has once.
 *
 * @param following bank statements that count although they begin and end like a part of another one
 */
export async function findSequences(
  db: Db,
  { end_customer_id, date }: BankReconciliationQuery,
  account: ReconciledLedgerAccount,
  statements: readonly ReconciledStatement[],
  following: ReadonlySet<ReconciledStatement>,
): Promise<{ sequences: StatementSequence[]; repeats: string[] }> {
  const accounts = [...Map.groupBy(statements, ({ bank_account }) => bank_account).values()]
  const kept = accounts.map((all) => ({ all, sequence: sequenceOf(all, following) }))
  const wanted = kept.flatMap(({ sequence }) => withMoney(sequence))
  const pages = wanted.flatMap(({ keys, is_cut }, place) => keys.map((key) => ({ ...pageOfKey(key), place, is_cut })))
  const moneys = pages.length === 0 ? [] : await listBankMoney(db, end_customer_id, account, date, pages)
  const chains = []
  for (const { all, sequence } of kept) chains.push({ all, ...(await inTurns(chainOf(sequence, wanted, moneys))) })
  return {
    sequences: chains.map(({ all, chain, isOneOfSeveral }) => ({ all, chain, isOneOfSeveral })),
    repeats: chains.flatMap(({ repeats }) => repeats),
  }
}
