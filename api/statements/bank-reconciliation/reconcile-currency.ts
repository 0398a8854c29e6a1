import { uncountedOf } from '../../../shared/accounting/bank/reconciliation/originals-instead.ts'
import { reconcile } from '../../../shared/accounting/bank/reconciliation/reconcile.ts'
import type {
  ReconciledStatement,
  Reconciliation,
  StatementGap,
} from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import type { BankReconciliationQuery } from '../../../shared/contract/statements/bank-reconciliation.ts'
import { listReconciledEntries, listReconciledLines } from '../../../shared/store/bank/reconciled-differences.ts'
import {
  type listBankStatementsOf,
  listEntriesBeside,
  type ReconciledLedgerAccount,
  sumReconciledLines,
} from '../../../shared/store/bank/reconciliation.ts'
import { listRepeatsOfDay } from '../../../shared/store/bank/repeats/repeats-of-day.ts'
import { findStandIns } from '../../../shared/store/bank/repeats/stand-ins.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findDoubtfulNames } from './find-doubtful-names.ts'
import { findSequences } from './find-sequences.ts'
import { judgeCrossing } from './judge-crossing.ts'
import { createJudge } from './judge-in-room.ts'
import { judgeLeftOut } from './judge-left-out.ts'
import { reconciledEntryOf, reconciledLineOf, splitBeside, splitStatements } from './reconciled-rows.ts'

type StatementsOfAccount = {
  readonly rows: Awaited<ReturnType<typeof listBankStatementsOf>>
  readonly statements: readonly ReconciledStatement[]
  readonly first_day: string
  readonly unbalanced: readonly StatementGap[]
}

/** Bank statements and lines of one currency, from a day on. */
export async function reconcileCurrency(
  tx: Db,
  query: Pick<BankReconciliationQuery, 'end_customer_id' | 'bank_account' | 'date'>,
  account: ReconciledLedgerAccount,
  { rows, statements, first_day, unbalanced }: StatementsOfAccount,
): Promise<Reconciliation> {
  const { end_customer_id, date } = query
  const count = async (following: ReadonlySet<ReconciledStatement>) => {
    const { sequences, repeats } = await findSequences(tx, query, account, statements, following)
    const split = splitStatements(rows, sequences, date)
    const beside = await listEntriesBeside(tx, end_customer_id, account, date, split)
    const { later, left_out } = splitBeside(beside, sequences)
    const judge = createJudge(tx, end_customer_id, rows)
    const { following: others, contradictions } = await judgeLeftOut(tx, end_customer_id, judge, sequences, left_out)
    const crossing = await judgeCrossing(tx, end_customer_id, judge, sequences, date)
    return {
      sequences: crossing.sequences,
      repeats,
      later,
      left_out,
      following: others,
      contradictions: [...contradictions, ...crossing.gaps],
    }
  }
  const first = await count(new Set())
  const counted = first.following.length === 0 ? first : await count(new Set(first.following))
  const { sequences, repeats, later, left_out, contradictions } = counted
  const uncounted = uncountedOf(left_out, repeats, await findStandIns(tx, end_customer_id, left_out))
  const scope = { end_customer_id, account, uncounted, from: first_day, to: date }
  const entries = await listReconciledEntries(tx, scope)
  const lines = await listReconciledLines(tx, scope)
  const possible_repeats = await listRepeatsOfDay(tx, end_customer_id, account, date, uncounted)
  const sums = await sumReconciledLines(tx, end_customer_id, account, first_day, date)
  return reconcile({
    sequences,
    contradictions: [
      ...unbalanced,
      ...contradictions,
      ...(await findDoubtfulNames(tx, end_customer_id, account, date)),
    ],
    entries: entries.map(reconciledEntryOf),
    lines: lines.map(reconciledLineOf),
    possible_repeats,
    ledger_minor: sums.balance_minor,
    ledger_opening_minor: sums.opening_minor,
    later,
    date,
  })
}
