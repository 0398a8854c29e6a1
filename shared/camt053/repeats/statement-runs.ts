import { isNextByNumber } from './compare-bank-statements.ts'
import { digestOfPages } from './entries-digest.ts'
import { closingOf, openingOf } from './statement-chain.ts'
import type { WholeBankStatement } from './whole-bank-statement.ts'

/** So many bank statements are put together. */
const MOST_IN_RUN = 100

/** Finds the run that a bank statement is in, as far as others belong to it; null where none does. */
export type FindRun = (
  start: WholeBankStatement,
  belongs: (other: WholeBankStatement) => boolean,
) => WholeBankStatement | null

/**
 * Bank statements with consecutive numbers, each of which begins with the balance with which the one before ends and moves it: nothing
 * happened between them, so they can be read like a single one.
 */
export function createStatementRuns(all: readonly WholeBankStatement[]): FindRun {
  const moving = all.filter(isMoving)
  const byOpening = Map.groupBy(moving, openingOf)
  const byClosing = Map.groupBy(moving, closingOf)
  return (start, belongs) => {
    if (!isMoving(start)) return null
    const run = [start]
    const grow = (next: WholeBankStatement | undefined, add: (one: WholeBankStatement) => void) => {
      if (next) add(next)
      return next !== undefined && run.length < MOST_IN_RUN
    }
    const behind = (last: WholeBankStatement) =>
      byOpening.get(closingOf(last))?.find((next) => isNextByNumber(last, next) && belongs(next))
    const before = (first: WholeBankStatement) =>
      byClosing.get(openingOf(first))?.find((previous) => isNextByNumber(previous, first) && belongs(previous))
    while (grow(behind(run.at(-1) ?? start), (one) => run.push(one)));
    while (grow(before(run[0] ?? start), (one) => run.unshift(one)));
    return run.length > 1 ? asOne(run) : null
  }
}

function isMoving({ holds, net_minor }: WholeBankStatement): boolean {
  return holds && net_minor !== 0n
}

/** It has no number and no name of its own. */
function asOne(run: readonly WholeBankStatement[]): WholeBankStatement {
  const [first, last] = [run[0], run.at(-1)] as [WholeBankStatement, WholeBankStatement]
  const spanOf = (days: 'period' | 'balance_days') => {
    const [from, to] = [first[days]?.from, last[days]?.to]
    return from !== undefined && to !== undefined ? { from, to } : null
  }
  return {
    pages: run.flatMap(({ pages }) => pages),
    run,
    bank_account: first.bank_account,
    statement_id: null,
    sequences: [],
    period: spanOf('period'),
    balance_days: spanOf('balance_days'),
    currency: first.currency,
    opening_minor: first.opening_minor,
    closing_minor: last.closing_minor,
    net_minor: run.reduce((sum, { net_minor }) => sum + net_minor, 0n),
    entry_count: run.reduce((sum, { entry_count }) => sum + entry_count, 0),
    digest: digestOfPages(run.map(({ digest }) => digest)),
    isComplete: true,
    holds: true,
  }
}
