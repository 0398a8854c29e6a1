import type { ReconciledStatement, StatementSequence } from './reconciliation.ts'

/** A bank statement that does not count, and one that counts and has all of its days. */
export type StatementInside = {
  readonly outer: ReconciledStatement
  readonly inner: ReconciledStatement
  /** No other one that counts has one of its days, so the outer one has to have all of it. */
  readonly isOnly: boolean
}

/** What a bank statement books on a day. */
export type BookedOnDay = { readonly day: string; readonly net_minor: bigint }

/** Of those that begin by a day the one that ends last: if any has that day and those up to another one, this one has. */
export function longestByDay(chain: StatementSequence['chain']): (day: string) => ReconciledStatement | undefined {
  const longest: ReconciledStatement[] = []
  for (const statement of chain.toSorted((a, b) => compareTexts(a.opening_date, b.opening_date))) {
    const last = longest.at(-1)
    if (!last || last.closing_date < statement.closing_date) longest.push(statement)
  }
  return (day) => longest[countBefore(longest.length, (at) => (longest[at]?.opening_date ?? '') <= day) - 1]
}

export function statementsInside({ chain, all }: StatementSequence): StatementInside[] {
  const counted = new Set(chain.flatMap(({ keys }) => keys))
  const longestBy = longestByDay(chain)
  const begins = chain.map(({ opening_date }) => opening_date).sort()
  const ends = chain.map(({ closing_date }) => closing_date).sort()
  return all.flatMap((inner) => {
    if (inner.keys.some((key) => counted.has(key))) return []
    const outer = longestBy(inner.opening_date)
    if (!outer || inner.closing_date > outer.closing_date) return []
    const begun = countBefore(begins.length, (at) => (begins[at] ?? '') <= inner.closing_date)
    const ended = countBefore(ends.length, (at) => (ends[at] ?? '') < inner.opening_date)
    return [{ outer, inner, isOnly: begun - ended === 1 }]
  })
}

/**
 * Those whose balances do not follow from other balances: the ones whose balances lead from the one with which the outer one begins to
 * the one with which it ends are left out.
 */
export function unconfirmed(inside: readonly StatementInside[]): StatementInside[] {
  return [...Map.groupBy(inside, ({ outer }) => outer)].flatMap(([outer, some]) => {
    const inner = some.map((one) => one.inner)
    const fromBegin = reachedFrom(outer, inner, FORWARD)
    const fromEnd = reachedFrom(outer, inner, BACKWARD)
    return some.filter((one) => !fromBegin.has(one.inner) || !fromEnd.has(one.inner))
  })
}

/** Whether the outer one has the balances of the inner one at the beginning of its first day and at the end of its last. */
export function hasBalancesOf({ outer, inner }: StatementInside, booked: readonly BookedOnDay[]): boolean {
  const balanceAt = (isBefore: (day: string) => boolean) =>
    booked.reduce((sum, { day, net_minor }) => (isBefore(day) ? sum + net_minor : sum), outer.opening_minor)
  return (
    balanceAt((day) => day < inner.opening_date) === inner.opening_minor &&
    balanceAt((day) => day <= inner.closing_date) === inner.closing_minor
  )
}

type End = { readonly day: string; readonly minor: bigint }
type ReachDirection = {
  readonly near: (statement: ReconciledStatement) => End
  readonly far: (statement: ReconciledStatement) => End
  readonly isBehind: (day: string, other: string) => boolean
}
const opening = ({ opening_date: day, opening_minor: minor }: ReconciledStatement): End => ({ day, minor })
const closing = ({ closing_date: day, closing_minor: minor }: ReconciledStatement): End => ({ day, minor })
const FORWARD: ReachDirection = { near: opening, far: closing, isBehind: (day, other) => day >= other }
const BACKWARD: ReachDirection = { near: closing, far: opening, isBehind: (day, other) => day <= other }

/** Each is taken out once it is reached, so this takes no longer where all balances are the same. */
function reachedFrom(outer: ReconciledStatement, inner: readonly ReconciledStatement[], direction: ReachDirection) {
  const { near, far, isBehind } = direction
  // The last one of a list is the one that is behind the others.
  const order = (a: string, b: string) => (a === b ? 0 : isBehind(a, b) ? 1 : -1)
  const open = Map.groupBy(
    inner.toSorted((a, b) => order(near(a).day, near(b).day)),
    (statement) => near(statement).minor,
  )
  const start = near(outer)
  const atStart = (open.get(start.minor) ?? []).filter((statement) => near(statement).day === start.day)
  const reached = new Set(atStart)
  for (const statement of reached) {
    const { day, minor } = far(statement)
    const list = open.get(minor) ?? []
    for (let next = list.at(-1); next && isBehind(near(next).day, day); next = list.at(-1)) {
      reached.add(next)
      list.pop()
    }
  }
  return reached
}

/** How many of so many come before the first one that is not so. */
function countBefore(length: number, isBefore: (at: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
