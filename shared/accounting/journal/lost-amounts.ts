import { amountInWords } from '../amounts/decimal.ts'

/** An amount at the bank that is worth nothing in the base currency. The entry would have no line for the bank entry. */
export type LostAmount = {
  /** As a reader sees it. */
  readonly subject: string
  readonly pointer?: string
}

export function lostAmount(amount_minor: bigint, currency: string, pointer?: string): LostAmount {
  const subject = amountInWords(amount_minor < 0n ? -amount_minor : amount_minor, currency)
  return pointer === undefined ? { subject } : { subject, pointer }
}

type LosingPosting = {
  readonly settings: { readonly base_currency: string }
  readonly lost?: readonly LostAmount[]
}
const NONE: readonly LostAmount[] = []
const message = (amount: string, { settings: { base_currency } }: LosingPosting) =>
  `${amount} is worth less than half of ${amountInWords(1n, base_currency)}: no line of the journal would show it.`

/** A row of the rules that block a posting. */
export const AMOUNT_TOO_SMALL = {
  code: 'amount_too_small',
  source: 'OR Art. 957a Abs. 2 Ziff. 2',
  violations: ({ lost = NONE }: LosingPosting) => lost,
  fact: {
    pointer: '/payload/lines',
    remedy:
      'Send the fact again with a base_amount on this line, or with one line for all of its bank entries; a bank entry that is worth nothing can be dismissed.',
    message,
  },
  money: {
    remedy: 'Reverse it, and book the bank entry by a voucher with a base_amount, or dismiss it.',
    message,
  },
} as const
