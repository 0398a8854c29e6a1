import type { LegAccount } from '../leg.ts'
import type { TaxedPart } from './taxed-document.ts'

/** A part with the account of its tax, and where it may not be due yet the name of its record. */
export type PartOfItem = TaxedPart & { readonly tax_account: LegAccount | undefined; readonly due_key: string | null }

/** What is known of a part but its amount: nothing. */
export function untaxedPart(gross_minor: bigint): PartOfItem {
  return {
    gross_minor,
    tax_minor: 0n,
    account_code: null,
    record: null,
    tax_line: null,
    tax_account: undefined,
    due_key: null,
  }
}

/** The parts that are known of an item, and the rest of it, which has no tax. */
export function withUntaxedRest(parts: readonly PartOfItem[], base_amount_minor: bigint): readonly PartOfItem[] {
  const rest = base_amount_minor - sumOfParts(parts)
  return rest === 0n ? parts : [...parts, untaxedPart(rest)]
}

export function sumOfParts(parts: readonly { readonly gross_minor: bigint }[]): bigint {
  return parts.reduce((sum, { gross_minor }) => sum + gross_minor, 0n)
}
