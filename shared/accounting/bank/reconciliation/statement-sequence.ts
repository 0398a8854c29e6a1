import type { MissingNumbers } from '../missing-pages.ts'
import { createMissingNumbers } from './missing-numbers.ts'
import type { ReconciledStatement, StatementGap, StatementSequence } from './reconciliation.ts'
import { MOST_TRIED } from './statements-of-day.ts'

/**
 * The bank statements of one account whose balances make a chain, by their first days; balances tell the order within a day.
 * Those that only repeat days of another, such as the days of a month that has a statement of its own, are left out.
 *
 * @param following those that only begin and end like a part of another one
 */
export function sequenceOf(
  statements: readonly ReconciledStatement[],
  following: ReadonlySet<ReconciledStatement>,
): ReconciledStatement[] {
  const inOrder = statements.toSorted(compareStatements)
  const isRepeated = findRepeated(inOrder)
  return inOrder.filter((statement) => following.has(statement) || !isRepeated(statement))
}

/** The order of import means nothing: of those that are equal here either may count. */
function compareStatements(a: ReconciledStatement, b: ReconciledStatement): number {
  return (
    compare(a.opening_date, b.opening_date) ||
    compare(a.opens, b.opens) ||
    compare(b.closes, a.closes) ||
    compare(a.sequences[0] ?? 0n, b.sequences[0] ?? 0n) ||
    compare(a.opening_minor, b.opening_minor) ||
    compare(a.closing_minor, b.closing_minor) ||
    compare(a.statement_id ?? '', b.statement_id ?? '')
  )
}

/**
 * Whether another bank statement has all of a statement: it begins earlier, or on that day with that balance, and ends later,
 * or on that day with that balance. One of a single day may be before or behind the other on its first or last day, and
 * then the bank entries have to tell.
 */
function findRepeated(inOrder: readonly ReconciledStatement[]): (statement: ReconciledStatement) => boolean {
  const latestEnds = latestEndsBefore(inOrder)
  const openings = new Map<string, string>()
  const closings = new Map<string, string>()
  const single = { openings: new Set<string>(), closings: new Set<string>() }
  for (const statement of inOrder) {
    const { opening_date, closing_date } = statement
    const [opening, closing] = [openingOf(statement), closingOf(statement)]
    if ((openings.get(opening) ?? '') < closing_date) openings.set(opening, closing_date)
    if ((closings.get(closing) ?? '9999') > opening_date) closings.set(closing, opening_date)
    if (opening_date === closing_date) single.openings.add(opening)
    if (opening_date === closing_date) single.closings.add(closing)
  }
  return (statement) => {
    const { opening_date, closing_date } = statement
    const [opening, closing] = [openingOf(statement), closingOf(statement)]
    if (closing_date < (latestEnds.get(opening_date) ?? '')) return true
    const isSingle = opening_date === closing_date
    if (isSingle && (single.openings.has(closing) || single.closings.has(opening))) return false
    return closing_date < (openings.get(opening) ?? '') || opening_date > (closings.get(closing) ?? '9999')
  }
}

/** For each first day the latest last day of those that begin earlier. */
function latestEndsBefore(inOrder: readonly ReconciledStatement[]): Map<string, string> {
  const ends = new Map<string, string>()
  let latest = ''
  for (const [day, ofDay] of Map.groupBy(inOrder, ({ opening_date }) => opening_date)) {
    ends.set(day, latest)
    for (const { closing_date } of ofDay) if (latest < closing_date) latest = closing_date
  }
  return ends
}

function openingOf({ opening_date, opening_minor }: ReconciledStatement): string {
  return `${opening_date} ${opening_minor}`
}

function closingOf({ closing_date, closing_minor }: ReconciledStatement): string {
  return `${closing_date} ${closing_minor}`
}

/** Where a bank statement does not begin with the balance with which the one before it ends, or a number or a page is missing. */
export function gapsIn({ chain, all, isOneOfSeveral }: StatementSequence): StatementGap[] {
  const isNamed = new Set<ReconciledStatement['keys']>()
  const missingBetween = createMissingNumbers(all)
  const inChain = chain.slice(1).flatMap((next, index) => {
    const before = chain[index] as ReconciledStatement
    const missing = missingBetween(before, next)
    if (missing.length > 0) isNamed.add(next.keys)
    const place = placeBetween(before, next)
    return [
      ...(next.gap_minor === 0n || next.isContradicting
        ? []
        : [{ ...place, kind: 'balance' as const, amount_minor: next.gap_minor }]),
      ...gapOf(place, missing),
    ]
  })
  return [
    ...inChain,
    ...chain.flatMap(pagesMissingIn),
    ...numbersMissingInDays(all, isNamed, missingBetween),
    ...orderNotTried(chain),
    ...(isOneOfSeveral ? orderUnknown(chain) : []),
  ]
}

/** Without numbers nothing tells where a day begins whose balances make a circle. */
function orderUnknown(chain: StatementSequence['chain']): StatementGap[] {
  const last = chain.at(-1)
  return last ? [notCompared(last)] : []
}

function notCompared({ bank_account, opening_date: date }: ReconciledStatement): StatementGap {
  const place = { bank_account, after: null, before: null, date, contradiction: null }
  return { ...place, kind: 'not_compared', amount_minor: 0n }
}

/** A gap on a day of which not every order was tried may be none in another order. */
function orderNotTried(chain: StatementSequence['chain']): StatementGap[] {
  return [...Map.groupBy(chain, ({ opening_date }) => opening_date).values()].flatMap((ofDay) => {
    const [first] = ofDay
    if (!first || ofDay.length <= MOST_TRIED || ofDay.every(({ gap_minor }) => gap_minor === 0n)) return []
    return [notCompared(first)]
  })
}

/** Numbers of the same days follow each other, whatever the balances make of their bank statements. */
function numbersMissingInDays(
  all: readonly ReconciledStatement[],
  isNamed: ReadonlySet<ReconciledStatement['keys']>,
  missingBetween: ReturnType<typeof createMissingNumbers>,
): StatementGap[] {
  const byDays = Map.groupBy(all, ({ opening_date, closing_date }) => `${opening_date} ${closing_date}`)
  return [...byDays.values()].flatMap((some) => {
    if (some.length === 1) return []
    const inOrder = some.toSorted((a, b) => compare(a.sequences[0] ?? 0n, b.sequences[0] ?? 0n))
    return inOrder.slice(1).flatMap((next, index) => {
      const before = inOrder[index] as ReconciledStatement
      return isNamed.has(next.keys) ? [] : gapOf(placeBetween(before, next), missingBetween(before, next))
    })
  })
}

/** Only with all of its pages it tells what has happened between its balances. */
function pagesMissingIn(statement: StatementSequence['chain'][number]): StatementGap[] {
  const { missing_pages = [], closing_date: date, difference_minor: amount_minor } = statement
  if (missing_pages.length === 0) return []
  return [{ ...placeBetween(statement, statement), kind: 'missing_page', date, amount_minor, missing_pages }]
}

function gapOf(place: ReturnType<typeof placeBetween>, missing: readonly MissingNumbers[]): StatementGap[] {
  return missing.length === 0 ? [] : [{ ...place, kind: 'missing_number', amount_minor: 0n, missing }]
}

function placeBetween(before: ReconciledStatement, next: ReconciledStatement) {
  return {
    bank_account: next.bank_account,
    after: before.statement_id,
    before: next.statement_id,
    date: next.opening_date,
    contradiction: null,
  }
}

/** A balance of an earlier day says nothing about bank entries that nobody has delivered. */
export function gapSince(
  { bank_account, statement_id, closing_date }: ReconciledStatement,
  day: string,
): StatementGap[] {
  if (closing_date >= day) return []
  const place = { bank_account, after: statement_id, before: null, date: closing_date, contradiction: null }
  return [{ ...place, kind: 'no_statement_since', amount_minor: 0n }]
}

function compare<Value extends string | bigint>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0
}
