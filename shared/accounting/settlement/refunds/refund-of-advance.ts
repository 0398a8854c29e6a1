import assert from 'node:assert/strict'
import { shareOf } from '../../amounts/share-of.ts'
import { isRateValid, reductionCodeOf, TAX_CODES } from '../../vat/tax-codes.ts'
import {
  keptBetween,
  type RefundableAdvance,
  type TaxLeft,
  type TaxOfAdvance,
  taxLeftOf,
} from './tax-left-of-advance.ts'

/** A line of the voucher that pays an advance back. */
export type RefundLine = {
  readonly account_code: string
  readonly amount_minor: bigint
  /** Whether it names the item of the advance. */
  readonly is_item: boolean
  readonly tax_code: string | null
  readonly base_minor: bigint | null
  /** Where the rate is not that of the day of the refund. */
  readonly supply_date: string | null
  readonly activity_id: string | null
}

/** What is open of an advance with the tax that is left of it: what is paid back. */
export function refundableOf(advance: RefundableAdvance): bigint {
  return taxesOpen(advance).reduce((sum, { left_tax_minor }) => sum + left_tax_minor, advance.open_amount_minor)
}

/** The same before anything of it was used. */
export function paidInAdvance({ taxes, is_own, amount_minor }: RefundableAdvance): bigint {
  return is_own ? amount_minor : taxes.reduce((sum, { tax_minor }) => sum + tax_minor, amount_minor)
}

/**
 * The lines that pay so much of an advance back, but for that of the bank: what it takes of the item, and the tax under the code that
 * reduces it. Whatever the parts are, they come to the whole item and to the tax that was declared.
 *
 * @param paid_minor above zero, and at most what is refundable
 * @param day of the refund; null where nobody knows it
 * @throws AssertionError if paid_minor is beyond that
 * @source MWSTG Art. 41
 */
export function linesOfRefund(advance: RefundableAdvance, paid_minor: bigint, day: string | null): RefundLine[] {
  assert(
    paid_minor > 0n && paid_minor <= refundableOf(advance),
    'a refund is above zero and at most what is refundable',
  )
  const taxes = taxesOpen(advance)
  const amounts = taxesOfPart(advance, taxes, paid_minor)
  const net_minor = amounts.reduce((rest, tax_minor) => rest - tax_minor, paid_minor)
  const { account_code } = advance
  const [own] = advance.is_own ? advance.taxes : []
  const item = { account_code, amount_minor: net_minor, is_item: true, base_minor: null }
  if (own) return [{ ...item, ...codeOf(own, day) }]
  const bases = basesOf(taxes, net_minor, advance)
  const ofTaxes = taxes.map((tax, at) => ({
    ...{ account_code: tax.account_code, amount_minor: amounts[at] ?? 0n, is_item: false },
    ...{ base_minor: bases[at] ?? 0n, ...codeOf(tax, day) },
  }))
  return [
    { ...item, tax_code: null, supply_date: null, activity_id: null },
    ...ofTaxes.filter(({ amount_minor }) => amount_minor > 0n),
  ]
}

/** What is left of its taxes; nothing of an item that is its own record. */
function taxesOpen(advance: RefundableAdvance): TaxLeft[] {
  return advance.is_own ? [] : taxLeftOf(advance)
}

/**
 * The part of each tax: its share of all that is then paid back, less what is gone of it before, so that roundings of parts do not add up.
 * A part leaves something of the item to be named by the next one, and takes something of it.
 */
function taxesOfPart(advance: RefundableAdvance, taxes: readonly TaxLeft[], paid_minor: bigint): bigint[] {
  const whole = paidInAdvance(advance)
  const left = refundableOf(advance)
  if (paid_minor === left) return taxes.map(({ left_tax_minor }) => left_tax_minor)
  const gone = whole - left + paid_minor
  const shares = taxes.map((tax) => partOf(shareOf(tax.tax_minor, gone, whole), tax.tax_minor, tax.left_tax_minor))
  const sum = shares.reduce((all, share) => all + share, 0n)
  const most = paid_minor - 1n
  const least = paid_minor - advance.open_amount_minor + 1n
  let missing = keptBetween(0n, keptBetween(least, sum, left), most) - sum
  return shares.map((share, at) => {
    const moved = keptBetween(0n, share + missing, taxes[at]?.left_tax_minor ?? 0n)
    missing -= moved - share
    return moved
  })
}

/** What is to be gone of an amount less what is gone of it. */
function partOf(gone_minor: bigint, declared_minor: bigint, left_minor: bigint): bigint {
  return keptBetween(0n, gone_minor - (declared_minor - left_minor), left_minor)
}

/** Shares of what is then gone of the item, in the same way. Together they are that: the last one has the rest. */
function basesOf(taxes: readonly TaxLeft[], net_minor: bigint, advance: RefundableAdvance): bigint[] {
  const gone = advance.amount_minor - advance.open_amount_minor + net_minor
  let rest = gone
  return taxes.map(({ base_minor, left_base_minor }, at) => {
    const share = at === taxes.length - 1 ? rest : shareOf(base_minor, gone, advance.amount_minor)
    rest -= share
    return partOf(share, base_minor, left_base_minor)
  })
}

function codeOf(tax: TaxOfAdvance, day: string | null) {
  const tax_code = reductionCodeOf(tax)
  const code = TAX_CODES.get(tax_code)
  const isOfDay = day !== null && code !== undefined && isRateValid(code, day)
  return { tax_code, supply_date: isOfDay ? null : tax.supply_date, activity_id: tax.activity_id }
}
