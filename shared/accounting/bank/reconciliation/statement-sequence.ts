import type { ReconciledStatement, StatementGap, StatementSequence } from './reconciliation.ts'

/**
 * The bank statements of one account whose balances make a chain, in order. They may overlap. Those that only repeat days of
 * another, such as the days of a month that has a statement of its own, are left out.
 */
export function sequenceOf(statements: readonly ReconciledStatement[]): ReconciledStatement[] {
  const inOrder = statements.toSorted(
    (a, b) =>
      compare(a.opens, b.opens) ||
      compare(b.closes, a.closes) ||
      Number(a.is_cut) - Number(b.is_cut) ||
      compareNumbers(a, b),
  )
  const kept: ReconciledStatement[] = []
  for (const statement of [...Map.groupBy(inOrder, periodOf).values()].flatMap(alongBalances)) {
    const last = kept.at(-1)
    if (!last || isLater(last, statement)) kept.push(statement)
  }
  return kept
}

function periodOf({ opens, closes }: ReconciledStatement): string {
  return `${opens} ${closes}`
}

/** Several of one period, such as two of a day: each begins with the balance with which another one ends. */
function alongBalances(statements: readonly ReconciledStatement[]): ReconciledStatement[] {
  const rest = [...statements]
  const closings = new Set(rest.map(({ closing_minor }) => closing_minor))
  const ordered: ReconciledStatement[] = []
  while (rest.length > 0) {
    const last = ordered.at(-1)
    const at = rest.findIndex(({ opening_minor }) =>
      last ? opening_minor === last.closing_minor : !closings.has(opening_minor),
    )
    ordered.push(...rest.splice(Math.max(at, 0), 1))
  }
  return ordered
}

/** One that ends no later than the one before may still follow it on its last day, or be another one of its period. */
function isLater(last: ReconciledStatement, next: ReconciledStatement): boolean {
  if (next.closes > last.closes) return true
  if (last.is_cut || next.is_cut) return false
  if (next.opens === last.opens && next.closes === last.closes) return true
  return next.opening_date === last.closing_date && next.opening_minor === last.closing_minor
}

/** Where a bank statement does not begin with the balance with which the one before it ends, or a number is missing. */
export function gapsIn({ chain, all }: StatementSequence): StatementGap[] {
  return chain.slice(1).flatMap((next, index) => {
    const before = chain[index] as ReconciledStatement
    const place = {
      bank_account: next.bank_account,
      after: before.statement_id,
      before: next.statement_id,
      date: next.opening_date,
    }
    const { gap_minor } = next
    return [
      ...(gap_minor === 0n ? [] : [{ ...place, kind: 'balance' as const, amount_minor: gap_minor }]),
      ...(isNumberMissing(before, next, all) ? [{ ...place, kind: 'missing_number' as const, amount_minor: 0n }] : []),
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

/** Numbers begin again with a year, so a smaller one proves nothing. Days and months are numbered apart. */
function isNumberMissing(before: ReconciledStatement, next: ReconciledStatement, all: readonly ReconciledStatement[]) {
  return next.sequences.some((number, index) => {
    const previous = before.sequences[index] ?? null
    if (number === null || previous === null || number <= previous + 1n) return false
    return !all.some(
      ({ sequences, opens, closes }) =>
        sequences[index] === number - 1n && opens <= next.opens && closes <= next.closes && closes >= before.opens,
    )
  })
}

function compareNumbers(a: ReconciledStatement, b: ReconciledStatement): number {
  const [one, other] = [a.sequences[0] ?? 0n, b.sequences[0] ?? 0n]
  return one < other ? -1 : one > other ? 1 : 0
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
