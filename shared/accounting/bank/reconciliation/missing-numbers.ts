import { daysBetween, endOfMonth } from '../../amounts/dates.ts'
import type { MissingNumbers } from '../missing-pages.ts'
import type { ReconciledStatement } from './reconciliation.ts'

/** Known numbers between two that are looked at, and ranges that are named. */
const MOST_LOOKED_AT = 1_000
const MOST_NAMED = 10

type NumberRange = { readonly from: bigint; readonly to: bigint; readonly year: string | null }

/**
 * The numbers between those of two bank statements that no bank statement of these days has; the first ones, where there are many.
 * Numbers may begin again with a year: then those up to the first one are missing, and those behind the last one where it is known which
 * number a year ends with. Within a year a smaller number proves nothing. Days and months are numbered apart.
 */
export function createMissingNumbers(all: readonly ReconciledStatement[]) {
  const indexes = [...new Set(all.flatMap(({ sequences }) => [...sequences.keys()]))]
  const byIndex = new Map(indexes.map((index) => [index, numbered(all, index)]))
  return (before: ReconciledStatement, next: ReconciledStatement): readonly MissingNumbers[] => {
    for (const [index, number] of next.sequences.entries()) {
      const previous = before.sequences[index] ?? null
      if (number === null || previous === null) continue
      const isBetween = ({ opens, closes }: ReconciledStatement) =>
        opens <= next.opens && closes <= next.closes && closes >= before.opens
      const missing = expectedBetween(before, previous, next, number).flatMap((range) =>
        withoutKnown(range, byIndex.get(index) ?? [], isBetween),
      )
      if (missing.length > 0)
        return missing.slice(0, MOST_NAMED).map(({ from, to, year }) => ({ from: String(from), to: String(to), year }))
    }
    return []
  }
}

type NumberOfStatement = { readonly number: bigint; readonly statement: ReconciledStatement }

function numbered(all: readonly ReconciledStatement[], index: number): NumberOfStatement[] {
  return all
    .flatMap((statement): NumberOfStatement[] => {
      const number = statement.sequences[index] ?? null
      return number === null ? [] : [{ number, statement }]
    })
    .sort((a, b) => (a.number < b.number ? -1 : a.number > b.number ? 1 : 0))
}

/** Numbers that lie between two. */
function expectedBetween(
  before: ReconciledStatement,
  previous: bigint,
  next: ReconciledStatement,
  number: bigint,
): NumberRange[] {
  if (number > previous) return rangeOf(previous + 1n, number - 1n, null)
  const [last_year, year] = [before.closing_date.slice(0, 4), next.opening_date.slice(0, 4)]
  if (year <= last_year) return []
  return [...rangeOf(previous + 1n, lastOfYear(before, previous), last_year), ...rangeOf(1n, number - 1n, year)]
}

/** The last number of the year where each day or each month has one; otherwise nobody knows it, and the last known one counts. */
function lastOfYear({ opening_date, closing_date }: ReconciledStatement, number: bigint): bigint {
  const day = daysBetween(`${closing_date.slice(0, 4)}-01-01`, closing_date) + 1
  if (opening_date === closing_date && number === BigInt(day))
    return BigInt(day + daysBetween(closing_date, `${closing_date.slice(0, 4)}-12-31`))
  const isMonth = opening_date === `${closing_date.slice(0, 7)}-01` && closing_date === endOfMonth(closing_date)
  return isMonth && number === BigInt(closing_date.slice(5, 7)) ? 12n : number
}

function rangeOf(from: bigint, to: bigint, year: string | null): NumberRange[] {
  return from > to ? [] : [{ from, to, year }]
}

/** Known numbers are in their order, so those of a range are found without looking at the others. */
function withoutKnown(
  { from, to, year }: NumberRange,
  known: readonly NumberOfStatement[],
  isBetween: (statement: ReconciledStatement) => boolean,
): NumberRange[] {
  let [low, high] = [0, known.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((known[middle] as NumberOfStatement).number < from) low = middle + 1
    else high = middle
  }
  const ranges: NumberRange[] = []
  let first = from
  for (const { number, statement } of known.slice(low, low + MOST_LOOKED_AT)) {
    if (number > to) break
    if (!isBetween(statement)) continue
    ranges.push(...rangeOf(first, number - 1n, year))
    first = number + 1n
  }
  return [...ranges, ...rangeOf(first, to, year)]
}
