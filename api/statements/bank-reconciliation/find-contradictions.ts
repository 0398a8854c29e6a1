import type {
  ReconciledStatement,
  StatementGap,
  StatementSequence,
} from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import { canMake } from '../../../shared/camt053/repeats/passes-through.ts'
import {
  addUpEntriesAround,
  type EntriesAround,
  findStatementsWith,
} from '../../../shared/store/bank/repeats/statements-inside.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { pageOf } from './find-sequences.ts'

/** Bank statements that are compared with the one that has their days; the first ones. */
const MOST_COMPARED = 20

/**
 * Bank statements that do not count because another one has all of their days, and that it contradicts: it never has the
 * balance with which they begin, or it lacks their bank entries.
 *
 * @param left_out bank entries that no bank statement which counts has
 */
export async function findContradictions(
  db: Db,
  end_customer_id: string,
  sequences: readonly StatementSequence[],
  left_out: readonly string[],
): Promise<StatementGap[]> {
  const keys = new Set(await findStatementsWith(db, end_customer_id, left_out))
  const pairs = sequences.flatMap(({ chain, all }) => {
    const counted = new Set(chain.flatMap((statement) => statement.keys))
    return all.flatMap((inner) => {
      if (!inner.keys.some((key) => keys.has(key)) || inner.keys.some((key) => counted.has(key))) return []
      const outer = chain.find((statement) => hasDaysOf(statement, inner))
      return outer ? [{ outer, inner }] : []
    })
  })
  const found: StatementGap[] = []
  for (const { outer, inner } of pairs.slice(0, MOST_COMPARED)) {
    const [of_outer, of_inner] = [outer.keys.map(pageOf), inner.keys.map(pageOf)]
    const around = await addUpEntriesAround(db, end_customer_id, of_outer, of_inner, inner.opening_date)
    found.push(...contradictionOf(outer, inner, around))
  }
  return found
}

function hasDaysOf(outer: ReconciledStatement, inner: ReconciledStatement): boolean {
  return outer.opening_date <= inner.opening_date && inner.closing_date <= outer.closing_date
}

function contradictionOf(
  outer: ReconciledStatement,
  inner: ReconciledStatement,
  around: EntriesAround,
): StatementGap[] {
  const { before_minor, of_day, own_minor, own_count } = around
  const difference_minor = inner.opening_minor - outer.opening_minor - before_minor
  const isPassed = canMake(difference_minor, of_day)
  if (isPassed && own_count === 0) return []
  return [
    {
      kind: 'contradiction',
      bank_account: inner.bank_account,
      after: outer.statement_id,
      before: inner.statement_id,
      date: inner.opening_date,
      amount_minor: isPassed ? own_minor : difference_minor,
    },
  ]
}
