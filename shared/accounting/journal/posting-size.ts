import { type JournalLine, totalOf } from './journal-entry.ts'

/** The largest integer that every reader of JSON takes exactly; it bounds amounts as well as the turnover of a ledger. */
const LARGEST = BigInt(Number.MAX_SAFE_INTEGER)

/** What a posting adds to its ledger. */
export type PostingSize = {
  /** Of every amount of its lines, the largest. */
  readonly largest_minor: bigint
  /** Sum of its debits. */
  readonly total_minor: bigint
  /** Sum of all debits of the ledger before it. */
  readonly turnover_minor: bigint
}

/** @param turnover_minor sum of all debits of the ledger before the lines */
export function sizeOf(lines: readonly JournalLine[], turnover_minor: bigint): PostingSize {
  let largest_minor = 0n
  for (const line of lines) {
    const amounts = [line.debit_minor, line.credit_minor, line.transaction_minor]
    if (line.tax) amounts.push(magnitude(line.tax.base_minor), magnitude(line.tax.tax_minor))
    for (const due of line.tax_due ?? []) amounts.push(magnitude(due.base_minor), magnitude(due.tax_minor))
    for (const amount of amounts) if (amount > largest_minor) largest_minor = amount
  }
  return { largest_minor, total_minor: totalOf(lines), turnover_minor }
}

/** The amount, or the turnover, that the books could not add up any more, as a sentence. */
function tooLarge({ largest_minor, total_minor, turnover_minor }: PostingSize): string[] {
  if (largest_minor > LARGEST) return [`An amount of ${largest_minor} minor units is more than ${LARGEST}.`]
  const turnover = turnover_minor + total_minor
  if (turnover <= LARGEST) return []
  return [`The debits of the ledger would sum up to ${turnover} minor units, which is more than ${LARGEST}.`]
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

const FULL = 'a ledger that is full of turnover takes reversals alone.'
const message = (sentence: string) => sentence

/** A row of the rules that block a posting. */
export const AMOUNT_TOO_LARGE = {
  code: 'amount_too_large',
  source: 'OR Art. 957a Abs. 2 Ziff. 1',
  violations: ({ size }: { readonly size: PostingSize | null }) =>
    size ? tooLarge(size).map((subject) => ({ subject })) : [],
  fact: { pointer: '/payload', remedy: `Correct the amount, or the exchange rate where it has one; ${FULL}`, message },
  money: { remedy: `Reverse the draft, or correct the exchange rate where it has one; ${FULL}`, message },
} as const
