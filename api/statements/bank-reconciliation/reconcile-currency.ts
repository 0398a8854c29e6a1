import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { uncountedOf } from '../../../shared/accounting/bank/reconciliation/originals-instead.ts'
import { reconcile } from '../../../shared/accounting/bank/reconciliation/reconcile.ts'
import type {
  ReconciledStatement,
  Reconciliation,
} from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import type { LedgerOpening } from '../../../shared/accounting/bank/reconciliation/sums/part-of-opening.ts'
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
import type { Ledger } from '../../../shared/store/statements/ledger-snapshot.ts'
import { findDoubtfulNames } from './find-doubtful-names.ts'
import { findSequences } from './find-sequences.ts'
import { judgeCrossing } from './judged/judge-crossing.ts'
import { createJudge } from './judged/judge-in-room.ts'
import { judgeLeftOut } from './judged/judge-left-out.ts'
import { judgeWithoutBalances } from './judged/judge-without-balances.ts'
import {
  reconciledEntryOf,
  reconciledLineOf,
  type StatementsOfCurrency,
  splitBeside,
  splitStatements,
} from './reconciled-rows.ts'

type StatementsOfAccount = StatementsOfCurrency & {
  readonly rows: Awaited<ReturnType<typeof listBankStatementsOf>>
  readonly first_day: string
  readonly fiscal_years: Ledger['fiscal_years']
}

type AskedReconciliation = Pick<BankReconciliationQuery, 'end_customer_id' | 'bank_account' | 'date'>

/** Bank statements and lines of one currency, from a day on. */
export async function reconcileCurrency(
  tx: Db,
  query: AskedReconciliation,
  account: ReconciledLedgerAccount,
  known: StatementsOfAccount,
): Promise<Reconciliation> {
  const { end_customer_id, date } = query
  const { first_day, fiscal_years, unbalanced, without_balances } = known
  const first = await countStatements(tx, query, account, known, new Set())
  const counted =
    first.following.length === 0 ? first : await countStatements(tx, query, account, known, new Set(first.following))
  const { sequences, repeats, later, left_out } = counted
  const uncounted = uncountedOf(left_out, repeats, await findStandIns(tx, end_customer_id, left_out))
  const alone = [...new Set(left_out).intersection(new Set(uncounted))]
  const contradictions = [
    ...unbalanced,
    ...counted.contradictions,
    ...(await judgeWithoutBalances(tx, end_customer_id, without_balances, sequences, alone)),
    ...(await findDoubtfulNames(tx, end_customer_id, account, date)),
  ]
  const scope = { end_customer_id, account, uncounted, from: first_day, to: date }
  const entries = await listReconciledEntries(tx, scope)
  const lines = await listReconciledLines(tx, scope)
  const possible_repeats = await listRepeatsOfDay(tx, end_customer_id, account, date, uncounted)
  const sums = await sumReconciledLines(tx, end_customer_id, account, first_day, date)
  return reconcile({
    sequences,
    contradictions,
    entries: entries.map(reconciledEntryOf),
    lines: lines.map(reconciledLineOf),
    possible_repeats,
    ledger_minor: sums.balance_minor,
    ledger_opening: ledgerOpeningOf(sums, first_day, fiscal_years),
    later,
    date,
  })
}

/** @param following bank statements that count although they begin and end like a part of another one */
async function countStatements(
  tx: Db,
  query: AskedReconciliation,
  account: ReconciledLedgerAccount,
  { rows, statements }: StatementsOfAccount,
  following: ReadonlySet<ReconciledStatement>,
) {
  const { end_customer_id, date } = query
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

/**
 * What the ledger has when the first bank statement begins. The fiscal years are those of now: a closed year keeps with its
 * reconciliation in which one each part lies.
 */
function ledgerOpeningOf(
  { before_minor, opened_minor }: { readonly before_minor: bigint; readonly opened_minor: bigint },
  first_day: string,
  fiscal_years: Ledger['fiscal_years'],
): LedgerOpening[] {
  const part = (kind: LedgerOpening['kind'], date: string, amount_minor: bigint) => {
    const year = fiscal_years.find(({ start_date, end_date }) => start_date <= date && date <= end_date)
    return { kind, date, fiscal_year_id: year?.fiscal_year_id ?? null, amount_minor }
  }
  return [
    part('ledger_balance', addDays(first_day, -1), before_minor),
    ...(opened_minor === 0n ? [] : [part('opening_entries', first_day, opened_minor)]),
  ]
}
