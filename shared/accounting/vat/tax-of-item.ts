import { shareOf } from '../amounts/share-of.ts'
import type { NotDue, TaxAmounts, TaxOfItem, TaxSnapshot } from '../documents/tax-record.ts'
import { settledTax } from './received.ts'
import type { TaxDirection } from './tax-codes.ts'

/** A part of an item that is paid or written off; negative like a credit note, or where it is given back. */
export type ClosedPart = {
  readonly kind: 'declared' | 'extinguished'
  readonly amount_minor: bigint
  /** What was paid, in the base currency; null where that is the share of what was booked. */
  readonly paid_base_minor: bigint | null
}

export type SettledTax = {
  /** For the line that takes the part from the item. */
  readonly tax_due: readonly TaxSnapshot[]
  readonly differences: readonly TaxDifference[]
  readonly after: TaxOfItem
}

/** By the rate of the payment tax is worth more or less than was booked, so its account follows; debit is positive. */
type TaxDifference = {
  readonly account_code: string
  readonly base_minor: bigint
  readonly tax_due: readonly TaxSnapshot[]
}

/** Directions whose tax stands in credit. */
export const IN_CREDIT: readonly string[] = ['output', 'acquisition'] satisfies TaxDirection[]

/**
 * What closing a part of an open item does to the tax of its document: pro rata, for each of its records.
 *
 * @source MWSTG Art. 39 Abs. 2, Art. 40 Abs. 2; MWSTV Art. 45 (the rate of the payment)
 */
export function settleTaxOfItem(item: TaxOfItem, part: ClosedPart): SettledTax {
  const closed_minor = item.closed_minor + part.amount_minor
  const settled = item.not_due.map((not_due) => settleRecord(not_due, { ...item, closed_minor }, part))
  return {
    tax_due: settled.flatMap(({ tax_due }) => tax_due),
    differences: settled.flatMap(({ differences }) => differences),
    after: { ...item, closed_minor, not_due: settled.map(({ after }) => after) },
  }
}

function settleRecord(not_due: NotDue, { closed_minor, amount_minor }: TaxOfItem, part: ClosedPart) {
  const { record, line, settled, settled_base } = not_due
  const shareIn = (whole: TaxAmounts, before: TaxAmounts) =>
    settledTax(
      {
        base_minor: whole.base_minor,
        tax_minor: whole.tax_minor,
        settled_base_minor: before.base_minor,
        settled_tax_minor: before.tax_minor,
      },
      closed_minor,
      amount_minor,
    )
  const share = shareIn(record.document ?? record, settled)
  const booked = shareIn(record, settled_base)
  const value = record.document ? worthOf(share, booked, part) : booked
  const stated = { ...record, declares: line }
  const ofDocument = record.document && { document: { ...record.document, ...share } }
  const difference = minus(value, booked)
  const anew: TaxSnapshot = {
    ...stated,
    kind: 'not_due',
    ...difference,
    ...(record.document && { document: { ...record.document, base_minor: 0n, tax_minor: 0n } }),
  }
  const own = isNothing(share) && isNothing(value) ? [] : [{ ...stated, kind: part.kind, ...value, ...ofDocument }]
  const isOnItem = difference.tax_minor === 0n && difference.base_minor !== 0n
  return {
    tax_due: isOnItem ? [...own, anew] : own,
    differences: difference.tax_minor === 0n ? [] : [differenceOn(not_due.account_code, anew)],
    after: { ...not_due, settled: plus(settled, share), settled_base: plus(settled_base, booked) },
  }
}

/** In francs: of a payment its share, of a write-off that of what was booked. */
function worthOf(share: TaxAmounts, booked: TaxAmounts, { paid_base_minor, amount_minor }: ClosedPart): TaxAmounts {
  if (paid_base_minor === null) return booked
  return {
    base_minor: shareOf(paid_base_minor, share.base_minor, amount_minor),
    tax_minor: shareOf(paid_base_minor, share.tax_minor, amount_minor),
  }
}

function differenceOn(account_code: string, anew: TaxSnapshot): TaxDifference {
  const base_minor = IN_CREDIT.includes(anew.direction) ? -anew.tax_minor : anew.tax_minor
  return { account_code, base_minor, tax_due: [anew] }
}

function isNothing({ base_minor, tax_minor }: TaxAmounts): boolean {
  return base_minor === 0n && tax_minor === 0n
}

function plus(a: TaxAmounts, b: TaxAmounts): TaxAmounts {
  return { base_minor: a.base_minor + b.base_minor, tax_minor: a.tax_minor + b.tax_minor }
}

function minus(a: TaxAmounts, b: TaxAmounts): TaxAmounts {
  return { base_minor: a.base_minor - b.base_minor, tax_minor: a.tax_minor - b.tax_minor }
}
