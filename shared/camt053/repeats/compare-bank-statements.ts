import type { StatementPeriod } from './known-bank-statement.ts'
import type { WholeBankStatement } from './whole-bank-statement.ts'

/**
 * What bank statements with the same figures are to each other. `repeat`: the same again, whatever its references say.
 * `overlap`: the same, as far as no references are different. `doubtful`: they may be two, because the balance may have
 * returned to where it was between them.
 *
 * @returns null where their figures are different
 */
export function likenessOf(a: WholeBankStatement, b: WholeBankStatement): 'repeat' | 'overlap' | 'doubtful' | null {
  if (!haveSameFigures(a, b)) return null
  const hasMoved = a.net_minor !== 0n
  if (!haveOtherNumbers(a, b)) return hasMoved ? 'repeat' : 'overlap'
  return haveOneDayAtMost(a, b) && (!hasMoved || isNumberBetween(a, b)) ? 'doubtful' : 'overlap'
}

function haveSameFigures(a: WholeBankStatement, b: WholeBankStatement): boolean {
  const hasBalance = a.opening_minor !== null || a.closing_minor !== null
  return (
    haveSamePeriodOrSequence(a, b) &&
    a.currency === b.currency &&
    a.opening_minor === b.opening_minor &&
    a.closing_minor === b.closing_minor &&
    (hasBalance || (a.statement_id !== null && a.statement_id === b.statement_id)) &&
    haveSameEntries(a, b)
  )
}

/** Both have numbers, and none in common. */
export function haveOtherNumbers(a: WholeBankStatement, b: WholeBankStatement): boolean {
  // Asked for each two bank statements of a day, so it makes no lists.
  let areBoth = false
  for (const [at, sequence] of a.sequences.entries()) {
    const number = b.sequences[at] ?? null
    if (sequence === null || number === null) continue
    if (sequence === number) return false
    areBoth = true
  }
  return areBoth
}

/** They have a number or a name in common, or other numbers: more than their figures tells what they are to each other. */
export function areNamed(a: WholeBankStatement, b: WholeBankStatement): boolean {
  const haveNumbers = a.sequences.some((sequence, at) => sequence !== null && (b.sequences[at] ?? null) !== null)
  return haveNumbers || (a.statement_id !== null && a.statement_id === b.statement_id)
}

/** Neither has a number, their names are others, and both are of one and the same day. */
export function areUnnumberedOfOneDay(a: WholeBankStatement, b: WholeBankStatement): boolean {
  const haveOtherNames = a.statement_id !== null && b.statement_id !== null && a.statement_id !== b.statement_id
  return haveOtherNames && !isNumbered(a) && !isNumbered(b) && areOfOneDay(a, b)
}

export function isNumbered({ sequences }: WholeBankStatement): boolean {
  return sequences.some((sequence) => sequence !== null)
}

export function areOfOneDay(a: WholeBankStatement, b: WholeBankStatement): boolean {
  const [one, other] = daysOfBoth(a, b)
  return one !== null && other !== null && one.from === one.to && isSamePeriod(one, other)
}

/** Bank statements that were read before digests were made are compared by their sums. */
function haveSameEntries(a: WholeBankStatement, b: WholeBankStatement): boolean {
  if (a.digest !== null && b.digest !== null) return a.digest === b.digest
  return a.entry_count === b.entry_count && a.net_minor === b.net_minor
}

function haveSamePeriodOrSequence(a: WholeBankStatement, b: WholeBankStatement): boolean {
  const sameSequence = a.sequences.some((sequence, at) => sequence !== null && sequence === b.sequences[at])
  const [first, second] = periodsOf(a, b)
  if (first && second) return sameSequence || isSamePeriod(first, second)
  return sameSequence || (a.statement_id !== null && a.statement_id === b.statement_id)
}

/**
 * Whether the later bank statement goes on where the earlier one ended: it begins when the other one has ended, or its number is
 * higher and they have one day in common at most.
 */
export function goesOn(earlier: WholeBankStatement, later: WholeBankStatement): boolean {
  const [before, after] = periodsOf(earlier, later)
  const hasHigherNumber = later.sequences.some((sequence, at) => {
    const previous = earlier.sequences[at] ?? null
    return sequence !== null && previous !== null && sequence > previous
  })
  if (!before || !after) return hasHigherNumber
  if (!mayFollow(earlier, later)) return false
  const [day, nextDay] = daysOfBoth(earlier, later) as [StatementPeriod, StatementPeriod]
  return (
    (hasHigherNumber && nextDay.from >= day.to) ||
    (isMoment(before.to) ? after.from >= before.to : after.from > before.to)
  )
}

/** Whether the later bank statement may go on where the earlier one ended: also one that begins on its last day. */
export function mayGoOn(earlier: WholeBankStatement, later: WholeBankStatement): boolean {
  const [before, after] = daysOfBoth(earlier, later)
  return goesOn(earlier, later) || (before !== null && after !== null && before.to <= after.from)
}

/** Whether the later bank statement has the next number, and is not of earlier days. */
export function isNextByNumber(earlier: WholeBankStatement, later: WholeBankStatement): boolean {
  const [before, after] = periodsOf(earlier, later)
  const hasNextNumber = later.sequences.some((sequence, at) => {
    const previous = earlier.sequences[at] ?? null
    return sequence !== null && previous !== null && sequence === previous + 1n
  })
  return hasNextNumber && (!before || !after || mayFollow(earlier, later))
}

function isMoment(text: string): boolean {
  return text.length > 10
}

/**
 * Whether the later bank statement begins on the day on which the earlier one ends, with its balance: they have in common what
 * moves nothing in all, or nothing.
 */
export function beginsAtEnd(earlier: WholeBankStatement, later: WholeBankStatement): boolean {
  const [before, after] = daysOfBoth(earlier, later)
  return (
    before !== null &&
    after !== null &&
    before.to === after.from &&
    (before.from < after.from || before.to < after.to) &&
    earlier.closing_minor === later.opening_minor &&
    earlier.net_minor !== 0n &&
    later.net_minor !== 0n
  )
}

/** One ends where the other one begins, and not on a later day: by their balances it may be before the other. */
export function haveTouchingBalances(a: WholeBankStatement, b: WholeBankStatement): boolean {
  const follows = (before: WholeBankStatement, after: WholeBankStatement) => {
    const [days, daysAfter] = daysOfBoth(before, after)
    const isLater = !days || !daysAfter || days.to <= daysAfter.from
    return isLater && before.closing_minor !== null && before.closing_minor === after.opening_minor
  }
  return follows(a, b) || follows(b, a)
}

/** Whether they may have a day in common. */
export function periodsMeet(a: WholeBankStatement, b: WholeBankStatement): boolean {
  const [first, second] = periodsOf(a, b)
  return !first || !second || (first.from <= second.to && second.from <= first.to)
}

/** Whether all days of one are days of the other. */
export function isWithin(a: WholeBankStatement, b: WholeBankStatement): boolean {
  const [inner, outer] = periodsOf(a, b)
  return inner !== null && outer !== null && outer.from <= inner.from && inner.to <= outer.to
}

/**
 * Whether the other one has days before and behind all days of a bank statement: no bank statement of these days is beside it, also where
 * the balance has not moved.
 */
export function isSurrounded(inner: WholeBankStatement, outer: WholeBankStatement): boolean {
  const [days, all] = daysOfBoth(inner, outer)
  return days !== null && all !== null && all.from < days.from && days.to < all.to
}

/** Whether the second one neither begins nor ends before the first one. */
export function mayFollow(a: WholeBankStatement, b: WholeBankStatement): boolean {
  const [earlier, later] = periodsOf(a, b)
  return earlier !== null && later !== null && earlier.from <= later.from && earlier.to <= later.to
}

/**
 * Whether one may be behind the other, with bank statements between them that nobody knows: they have one day in common at
 * most, and numbers that do not follow each other.
 */
export function mayHaveOthersBetween(a: WholeBankStatement, b: WholeBankStatement): boolean {
  return isNumberBetween(a, b) && haveOneDayAtMost(a, b)
}

function isNumberBetween(a: WholeBankStatement, b: WholeBankStatement): boolean {
  return a.sequences.some((sequence, at) => {
    const number = b.sequences[at] ?? null
    return sequence !== null && number !== null && (sequence > number + 1n || number > sequence + 1n)
  })
}

/** Whether they have one day in common at most, as far as they say their days. */
function haveOneDayAtMost(a: WholeBankStatement, b: WholeBankStatement): boolean {
  const [one, other] = daysOfBoth(a, b)
  return !one || !other || one.to <= other.from || other.to <= one.from
}

/** First and last days that both of them say in the same way. */
export function daysOfBoth(
  a: WholeBankStatement,
  b: WholeBankStatement,
): [StatementPeriod | null, StatementPeriod | null] {
  const [one, other] = periodsOf(a, b)
  return [dayOnly(one), dayOnly(other)]
}

function dayOnly(period: StatementPeriod | null): StatementPeriod | null {
  return period && { from: period.from.slice(0, 10), to: period.to.slice(0, 10) }
}

/** Periods that both of them say, or else the days of their balances. */
function periodsOf(a: WholeBankStatement, b: WholeBankStatement): [StatementPeriod | null, StatementPeriod | null] {
  return a.period && b.period ? [a.period, b.period] : [a.balance_days, b.balance_days]
}

function isSamePeriod(a: StatementPeriod, b: StatementPeriod): boolean {
  return a.from === b.from && a.to === b.to
}
