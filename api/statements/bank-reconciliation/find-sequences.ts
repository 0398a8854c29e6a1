import { chainOf, withSums } from '../../../shared/accounting/bank/reconciliation/chain-of-balances.ts'
import type {
  ReconciledStatement,
  StatementSequence,
} from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import { sequenceOf } from '../../../shared/accounting/bank/reconciliation/statement-sequence.ts'
import type { BankReconciliationQuery } from '../../../shared/contract/statements/bank-reconciliation.ts'
import type { ReconciledLedgerAccount } from '../../../shared/store/bank/reconciliation.ts'
import { listStatementSums } from '../../../shared/store/bank/statement-sums.ts'
import type { Db } from '../../../shared/store/db/database.ts'

/** The chain of balances of each account at the bank, and the possible repeats that it has once. */
export async function findSequences(
  db: Db,
  { end_customer_id, date }: BankReconciliationQuery,
  account: ReconciledLedgerAccount,
  statements: readonly ReconciledStatement[],
): Promise<{ sequences: StatementSequence[]; repeats: string[] }> {
  const accounts = [...Map.groupBy(statements, ({ bank_account }) => bank_account).values()]
  const kept = accounts.map((all) => ({ all, sequence: sequenceOf(all) }))
  const wanted = kept.flatMap(({ sequence }) => withSums(sequence))
  const pages = wanted.flatMap(({ keys, is_cut }, place) => keys.map((key) => ({ ...pageOf(key), place, is_cut })))
  const rows = pages.length === 0 ? [] : await listStatementSums(db, end_customer_id, account, date, pages)
  const found = new Map(rows.map((row) => [row.place, row]))
  const sums = new Map(wanted.map((statement, place) => [statement, found.get(place) ?? NO_ENTRIES]))
  const chains = kept.map(({ all, sequence }) => ({ all, ...chainOf(sequence, sums) }))
  return {
    sequences: chains.map(({ all, chain }) => ({ all, chain })),
    repeats: chains.flatMap(({ repeats }) => repeats),
  }
}

const NO_ENTRIES = { net_minor: 0n, common_minor: 0n, suspected_minor: 0n, suspects: [], new_count: 0 }

function pageOf(key: string) {
  const [import_id = '', statement_number = ''] = key.split(':')
  return { import_id, statement_number: Number(statement_number) }
}
