import type { ReconciledStatement, StatementGap } from './reconciliation.ts'

/**
 * The bank statements of one account that follow each other. Those that only repeat days of another, such as the days of
 * a month that has a statement of its own, are left out.
 */
export function sequenceOf(statements: readonly ReconciledStatement[]): ReconciledStatement[] {
  const inOrder = [...statements].sort(
    (a, b) =>
      compare(a.opening_date, b.opening_date) || compare(b.closing_date, a.closing_date) || compareNumbers(a, b),
  )
  const kept: ReconciledStatement[] = []
  for (const statement of inOrder) {
    const last = kept.at(-1)
    if (!last || isLater(last, statement)) kept.push(statement)
  }
  return kept
}

/** Banks date an opening balance on the first day of the statement, or on the day before it. */
function isLater(last: ReconciledStatement, next: ReconciledStatement): boolean {
  if (next.opening_date > last.closing_date) return true
  if (next.opening_date < last.closing_date) return false
  return next.closing_date > last.closing_date || next.opening_minor === last.closing_minor
}

/** Where a bank statement does not begin with the balance with which the one before it ends, or a number is missing. */
export function gapsIn(sequence: readonly ReconciledStatement[]): StatementGap[] {
  return sequence.slice(1).flatMap((next, index) => {
    const before = sequence[index] as ReconciledStatement
    const place = {
      bank_account: next.bank_account,
      after: before.statement_id,
      before: next.statement_id,
      date: next.opening_date,
    }
    const amount_minor = next.opening_minor - before.closing_minor
    return [
      ...(amount_minor === 0n ? [] : [{ ...place, kind: 'balance' as const, amount_minor }]),
      ...(isNumberMissing(before, next) ? [{ ...place, kind: 'missing_number' as const, amount_minor: 0n }] : []),
    ]
  })
}

/** A balance of an earlier day says nothing about bank entries that nobody has delivered. */
export function gapSince(
  { bank_account, statement_id, closing_date }: ReconciledStatement,
  day: string,
): StatementGap[] {
  if (closing_date >= day) return []
  const place = { bank_account, after: statement_id, before: null, date: closing_date }
  return [{ ...place, kind: 'no_statement_since', amount_minor: 0n }]
}

/** Numbers begin again with a year, so a smaller one proves nothing. */
function isNumberMissing(before: ReconciledStatement, next: ReconciledStatement): boolean {
  return next.sequences.some((number, index) => {
    const previous = before.sequences[index] ?? null
    return number !== null && previous !== null && number > previous + 1n
  })
}

function compareNumbers(a: ReconciledStatement, b: ReconciledStatement): number {
  const [one, other] = [a.sequences[0] ?? 0n, b.sequences[0] ?? 0n]
  return one < other ? -1 : one > other ? 1 : 0
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
