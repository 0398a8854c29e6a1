import type { Deduction } from '../../contract/settlement/deductions.ts'
import type { TaxOfItem } from '../documents/tax-record.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { settleTaxOfItem } from '../vat/tax-of-item.ts'
import { deduct } from './deductions/deduct.ts'
import type { DocumentOfItem } from './deductions/taxed-document.ts'
import type { Leg } from './leg.ts'

/** A part of an open item that is closed, at its share of the book value; signed like the item. */
export type ItemPart = {
  readonly account_code: string
  readonly amount_minor: bigint
  readonly base_minor: bigint
  /** Of the item, where that is not the one of the money. */
  readonly currency?: string
  /** Of a document whose tax is due with payments. */
  readonly tax?: TaxOfPart | undefined
  /** What closes it beside the money. */
  readonly deducted?: DeductedFromItem | undefined
}

/** The tax of an item, what is paid of it, and in a foreign currency its value at the rate by which tax is converted. */
export type TaxOfPart = {
  readonly item: TaxOfItem
  readonly paid_minor: bigint
  readonly paid_base_minor: bigint | null
  readonly day: string
}

export type DeductedFromItem = {
  readonly document: DocumentOfItem
  readonly deductions: readonly Deduction[]
  readonly settings: PostingSettings
  readonly day: string
}

/**
 * The line of an item that is closed, first, and those of its deductions and of its tax.
 *
 * @param sign -1n for a receivable, whose line is a credit; 1n for a payable
 */
export function legsOfItem(part: ItemPart, sign: 1n | -1n): readonly [Leg, ...Leg[]] {
  const { account_code, amount_minor, base_minor, currency, tax, deducted } = part
  const paid = tax && settleTaxOfItem(tax.item, declaredPart(tax))
  const off = deducted && deduct(deducted.document, deducted.deductions, { ...deducted, tax: paid?.after ?? null })
  const tax_due = [...(paid?.tax_due ?? []), ...(off?.tax_due ?? [])]
  const differences = (paid?.differences ?? []).map(
    (difference): Leg => ({
      account: difference.account_code,
      amount_minor: 0n,
      base_minor: difference.base_minor,
      tax_due: difference.tax_due,
    }),
  )
  const ofItem = { account: account_code, amount_minor: sign * amount_minor, base_minor: sign * base_minor }
  return [
    { ...ofItem, ...(currency !== undefined && { currency }), ...(tax_due.length > 0 && { tax_due }) },
    ...(off?.legs ?? []),
    ...differences,
  ]
}

function declaredPart({ paid_minor, paid_base_minor, day }: TaxOfPart) {
  return { kind: 'declared', amount_minor: paid_minor, paid_base_minor, day } as const
}
