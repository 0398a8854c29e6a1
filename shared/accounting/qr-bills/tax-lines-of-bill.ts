import type { Money } from '../../contract/primitives.ts'
import { divideHalfAwayFromZero, taxOnNet } from '../amounts/rounding.ts'
import { isRateValid, TAX_CODES } from '../vat/tax-codes.ts'
import type { BillingInformation } from './billing-information.ts'
import type { QrBill } from './qr-bill.ts'

export type DraftTaxLine = {
  readonly tax_code: string
  readonly net_amount: Money
  readonly tax_amount: Money
  readonly supply_period?: { readonly from: string; readonly to: string }
}

/**
 * Tax lines of a bill with an amount. The codes are those of other expense (I): only the reader knows whether it is
 * material (M). The only rate without an amount is that of the whole amount, tax included; otherwise amounts are net
 * (Swico S1, /32/). A rate that was not law on the last day of supply has no line.
 */
export function taxLinesOfBill(
  { amount_minor, currency }: QrBill,
  said: BillingInformation | null,
  today: string,
): DraftTaxLine[] {
  if (said === null || amount_minor === null) return []
  const { rates, supply, document_date } = said
  const supply_date = supply?.to ?? document_date ?? today
  const money = (minor: bigint): Money => ({ amount_minor: Number(minor), currency })
  return rates.flatMap(({ rate_bp, net_minor }) => {
    const tax_code = codeOf(rate_bp, supply_date)
    if (tax_code === null) return []
    const tax = net_minor === null ? taxInGross(amount_minor, rate_bp) : taxOnNet(net_minor, rate_bp)
    const net = net_minor ?? amount_minor - tax
    const period = supply !== null && supply.from !== supply.to ? { supply_period: supply } : {}
    return [{ tax_code, net_amount: money(net), tax_amount: money(tax), ...period }]
  })
}

/** The code of other expense for a rate on the day of supply; null where the rate was not law then. */
function codeOf(rate_bp: bigint, supply_date: string): string | null {
  if (rate_bp === 0n) return 'NONE'
  for (const [name, code] of TAX_CODES)
    if (code.direction === 'input_operating' && code.rate_bp === rate_bp && isRateValid(code, supply_date)) return name
  return null
}

function taxInGross(gross_minor: bigint, rate_bp: bigint): bigint {
  return divideHalfAwayFromZero(gross_minor * rate_bp, 10_000n + rate_bp)
}
