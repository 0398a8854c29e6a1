import type { TaxSnapshot } from '../documents/tax-record.ts'
import type { JournalLine } from './journal-entry.ts'

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
  let total_minor = 0n
  // One of debit and credit is 0; no list is made of the amounts, as this is asked for each fact.
  for (const { debit_minor, credit_minor, transaction_minor, tax, tax_due } of lines) {
    total_minor += debit_minor
    largest_minor = larger(larger(larger(largest_minor, debit_minor), credit_minor), transaction_minor)
    if (tax) largest_minor = largerOfTax(largest_minor, tax)
    if (tax_due) for (const due of tax_due) largest_minor = largerOfTax(largest_minor, due)
  }
  return { largest_minor, total_minor, turnover_minor }
}

/** The amount, or the turnover, that the books could not add up any more, as a sentence. */
function tooLarge({ largest_minor, total_minor, turnover_minor }: PostingSize): string[] {
  if (largest_minor > LARGEST) return [`An amount of ${largest_minor} minor units is more than ${LARGEST}.`]
  const turnover = turnover_minor + total_minor
  if (turnover <= LARGEST) return []
  return [`The debits of the ledger would sum up to ${turnover} minor units, which is more than ${LARGEST}.`]
}

function largerOfTax(largest: bigint, { base_minor, tax_minor }: TaxSnapshot): bigint {
  return larger(larger(largest, magnitude(base_minor)), magnitude(tax_minor))
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
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
