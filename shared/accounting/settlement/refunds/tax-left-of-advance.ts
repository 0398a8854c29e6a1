import { shareOf } from '../../amounts/share-of.ts'
import { reductionCodeOf } from '../../vat/tax-codes.ts'

/** A record of an advance, in the currency of its item and above zero. */
export type TaxOfAdvance = {
  readonly account_code: string
  readonly tax_code: string
  readonly direction: string
  readonly base_minor: bigint
  readonly tax_minor: bigint
  /** The last day of supply. */
  readonly supply_date: string
  readonly activity_id: string | null
}

/** What a record of a refund has taken back under the code that reduces, above zero. */
export type TaxPaidBack = {
  readonly tax_code: string
  readonly activity_id: string | null
  readonly base_minor: bigint
  readonly tax_minor: bigint
}

/** What refunds have taken of the item of an advance, and of its tax. What was reversed is not among it. */
export type PaidBack = { readonly amount_minor: bigint; readonly taxes: readonly TaxPaidBack[] }

/** An advance whose tax is declared already, with amounts above zero. */
export type RefundableAdvance = {
  readonly account_code: string
  readonly amount_minor: bigint
  readonly open_amount_minor: bigint
  /** Those beside it; of an item that is a record itself, this one alone. */
  readonly taxes: readonly TaxOfAdvance[]
  /** Whether its own line is the record, as at net tax rates: its tax is within it. */
  readonly is_own: boolean
  readonly paid_back: PaidBack
}

/** A record of an advance, and what is left of it; at zero or above. */
export type TaxLeft = TaxOfAdvance & { readonly left_base_minor: bigint; readonly left_tax_minor: bigint }

/**
 * What is left of the tax of an advance. Refunds tell what they have taken. A final invoice has taken its part off by itself, which the
 * item does not tell: that is the share of what was set off.
 */
export function taxLeftOf({ taxes, amount_minor, open_amount_minor, paid_back }: RefundableAdvance): TaxLeft[] {
  const setOff = amount_minor - open_amount_minor - paid_back.amount_minor
  const told = toldByCode(paid_back)
  return taxes.map((tax) => {
    const left = (declared_minor: bigint, take: (most_minor: bigint) => bigint) => {
      const rest = declared_minor - keptBetween(0n, shareOf(declared_minor, setOff, amount_minor), declared_minor)
      return rest - take(rest)
    }
    const taken = told.get(keyOf(reductionCodeOf(tax), tax.activity_id))
    return {
      ...tax,
      left_base_minor: left(tax.base_minor, (most) => takeFrom(taken, 'base_minor', most)),
      left_tax_minor: left(tax.tax_minor, (most) => takeFrom(taken, 'tax_minor', most)),
    }
  })
}

type SumTaken = { base_minor: bigint; tax_minor: bigint }

function toldByCode({ taxes }: PaidBack): Map<string, SumTaken> {
  const groups = Map.groupBy(taxes, ({ tax_code, activity_id }) => keyOf(tax_code, activity_id))
  const sumOf = (all: readonly TaxPaidBack[], field: keyof SumTaken) => all.reduce((sum, one) => sum + one[field], 0n)
  return new Map(
    [...groups].map(([key, all]) => [
      key,
      { base_minor: sumOf(all, 'base_minor'), tax_minor: sumOf(all, 'tax_minor') },
    ]),
  )
}

function keyOf(tax_code: string, activity_id: string | null): string {
  return `${tax_code} ${activity_id ?? ''}`
}

/** Two records of an advance may have one code: what the first one does not have is of the next. */
function takeFrom(told: SumTaken | undefined, field: keyof SumTaken, most_minor: bigint): bigint {
  if (!told) return 0n
  const taken = keptBetween(0n, told[field], most_minor)
  told[field] -= taken
  return taken
}

/** The amount, but not below the least and not above the most. */
export function keptBetween(least_minor: bigint, amount_minor: bigint, most_minor: bigint): bigint {
  if (amount_minor < least_minor) return least_minor
  return amount_minor > most_minor ? most_minor : amount_minor
}
