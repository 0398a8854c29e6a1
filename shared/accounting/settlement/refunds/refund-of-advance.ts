import { shareOf } from '../../amounts/share-of.ts'
import { isRateValid, reductionCodeOf, TAX_CODES } from '../../vat/tax-codes.ts'

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

/** An advance whose tax is declared already, with amounts above zero. */
export type RefundableAdvance = {
  readonly account_code: string
  readonly amount_minor: bigint
  readonly open_amount_minor: bigint
  /** Those beside it; of an item that is a record itself, this one alone. */
  readonly taxes: readonly TaxOfAdvance[]
  /** Whether its own line is the record, as at net tax rates: its tax is within it. */
  readonly is_own: boolean
}

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

/** What is open of an advance with the tax that is taken back with it: what is paid back. */
export function refundableOf(advance: RefundableAdvance): bigint {
  return grossOf(advance, advance.open_amount_minor)
}

/** The same before anything of it was used. */
export function paidInAdvance(advance: RefundableAdvance): bigint {
  return grossOf(advance, advance.amount_minor)
}

/**
 * The lines that pay so much of an advance back, but for that of the bank: what it takes of the item, and the tax under the code that reduces it.
 *
 * @param paid_minor above zero, and at most what is refundable
 * @param day of the refund; null where nobody knows it
 * @source MWSTG Art. 41
 */
export function linesOfRefund(advance: RefundableAdvance, paid_minor: bigint, day: string | null): RefundLine[] {
  const whole = refundableOf(advance)
  const taxes = taxesOf(advance, advance.open_amount_minor).map((tax) => ({
    ...tax,
    tax_minor: shareOf(tax.tax_minor, paid_minor, whole),
  }))
  const net_minor = taxes.reduce((rest, { tax_minor }) => rest - tax_minor, paid_minor)
  const { account_code } = advance
  const [own] = advance.is_own ? advance.taxes : []
  const item = { account_code, amount_minor: net_minor, is_item: true, base_minor: null }
  if (own) return [{ ...item, ...codeOf(own, day) }]
  const bases = basesOf(taxes, net_minor, advance)
  const ofTaxes = taxes.map((tax, at) => ({
    ...{ account_code: tax.account_code, amount_minor: tax.tax_minor, is_item: false },
    ...{ base_minor: bases[at] ?? 0n, ...codeOf(tax, day) },
  }))
  return [
    { ...item, tax_code: null, supply_date: null, activity_id: null },
    ...ofTaxes.filter(({ amount_minor }) => amount_minor > 0n),
  ]
}

function grossOf(advance: RefundableAdvance, net_minor: bigint): bigint {
  return taxesOf(advance, net_minor).reduce((sum, { tax_minor }) => sum + tax_minor, net_minor)
}

/** The tax of so much of an advance; nothing of an item that is its own record. */
function taxesOf({ taxes, is_own, amount_minor }: RefundableAdvance, net_minor: bigint): TaxOfAdvance[] {
  if (is_own) return []
  return taxes.map((tax) => ({ ...tax, tax_minor: shareOf(tax.tax_minor, net_minor, amount_minor) }))
}

/** Together what is taken of the item: the last one has the rest. */
function basesOf(taxes: readonly TaxOfAdvance[], net_minor: bigint, { amount_minor }: RefundableAdvance): bigint[] {
  let left = net_minor
  return taxes.map(({ base_minor }, at) => {
    const own = at === taxes.length - 1 ? left : shareOf(base_minor, net_minor, amount_minor)
    left -= own
    return own
  })
}

function codeOf(tax: TaxOfAdvance, day: string | null) {
  const tax_code = reductionCodeOf(tax)
  const code = TAX_CODES.get(tax_code)
  const isOfDay = day !== null && code !== undefined && isRateValid(code, day)
  return { tax_code, supply_date: isOfDay ? null : tax.supply_date, activity_id: tax.activity_id }
}
