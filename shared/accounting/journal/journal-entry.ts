import assert from 'node:assert/strict'
import type { VoucherOpenItemRequest } from '../../contract/facts/voucher-open-items.ts'
import type { TaxSnapshot } from '../documents/tax-record.ts'

/** One side of one account, in the base currency; the transaction amount is the same in the document's currency. */
export type JournalLine = {
  readonly account_code: string
  readonly debit_minor: bigint
  readonly credit_minor: bigint
  readonly transaction_currency: string
  readonly transaction_minor: bigint
  readonly rate_e8: bigint | null
  readonly tax: TaxSnapshot | null
  /** The voucher's text for this line; null for a line that a rule has made. */
  readonly text: string | null
  /** The open item that a voucher's line changes or opens, as the voucher named it. */
  readonly open_item: VoucherOpenItemRequest | null
  /** What the line does to tax that was not due: that of the document whose open item it changes. */
  readonly tax_due?: readonly TaxSnapshot[]
}

/** A signed amount on one account: positive is a debit, negative a credit. */
export type Movement = {
  readonly account_code: string
  readonly amount_minor: bigint
  readonly currency: string
  readonly transaction_minor: bigint
  readonly rate_e8: bigint | null
  readonly tax?: TaxSnapshot
  readonly text?: string
  readonly open_item?: VoucherOpenItemRequest
  readonly tax_due?: readonly TaxSnapshot[]
}

/**
 * The lines of an entry from signed movements. A negative amount never becomes a negative line: it swaps the side.
 *
 * @throws AssertionError when the movements do not sum up to zero or fewer than two remain
 * @source OR Art. 957a Abs. 2 Ziff. 1
 */
export function journalLines(movements: readonly Movement[]): JournalLine[] {
  const lines = movements.filter((movement) => movement.amount_minor !== 0n).map(lineOf)
  const sum = movements.reduce((total, movement) => total + movement.amount_minor, 0n)
  assert(sum === 0n, `the lines of an entry must balance, they are ${sum} apart`)
  assert(lines.length >= 2, 'an entry has at least two lines')
  return lines
}

/**
 * The reversal (Storno) of an entry: every line with its sides swapped, its tax mirrored. It names no open items: it
 * gives back what the original took, whatever that was.
 *
 * @source OR Art. 957a Abs. 2 Ziff. 5: a posted entry is corrected by a second one, never changed
 */
export function reversalLines(lines: readonly JournalLine[]): JournalLine[] {
  return lines.map((line) => ({
    ...line,
    debit_minor: line.credit_minor,
    credit_minor: line.debit_minor,
    tax: line.tax && mirrored(line.tax),
    open_item: null,
    ...(line.tax_due && { tax_due: line.tax_due.map(mirrored) }),
  }))
}

function mirrored(record: TaxSnapshot): TaxSnapshot {
  const { base_minor, tax_minor, document } = record
  const inDocument = document && {
    document: { ...document, base_minor: -document.base_minor, tax_minor: -document.tax_minor },
  }
  const ofItems = record.reduced_items && {
    reduced_items: record.reduced_items.map((item) => ({
      ...item,
      base_minor: -item.base_minor,
      tax_minor: -item.tax_minor,
    })),
  }
  return { ...record, base_minor: -base_minor, tax_minor: -tax_minor, ...inDocument, ...ofItems }
}

/** Sum of the debits, which is the sum of the credits. */
export function totalOf(lines: readonly JournalLine[]): bigint {
  return lines.reduce((total, line) => total + line.debit_minor, 0n)
}

function lineOf(movement: Movement): JournalLine {
  const { account_code, amount_minor, currency, transaction_minor, rate_e8 } = movement
  return {
    account_code,
    debit_minor: amount_minor > 0n ? amount_minor : 0n,
    credit_minor: amount_minor < 0n ? -amount_minor : 0n,
    transaction_currency: currency,
    transaction_minor: transaction_minor < 0n ? -transaction_minor : transaction_minor,
    rate_e8,
    tax: movement.tax ?? null,
    text: movement.text ?? null,
    open_item: movement.open_item ?? null,
    ...(movement.tax_due && { tax_due: movement.tax_due }),
  }
}
