import type { Rates } from '../amounts/rate.ts'
import type { AccountingDocument, Amount, VoucherLine } from './accounting-document.ts'

/** Foreign currencies for which a rate is needed; a voucher line may state its base amount. */
export function foreignCurrencies(document: AccountingDocument, base_currency: string): string[] {
  const used =
    document.fact_type === 'journal_voucher'
      ? document.lines.flatMap(amountToConvert).map(currencyOf)
      : document.gross
        ? [document.gross.currency]
        : []
  const foreign = used.filter((currency) => currency !== base_currency)
  return foreign.length > 1 ? [...new Set(foreign)] : foreign
}

/** The rates that convert a document: its own, or else those of its day or month. */
export function ratesOfDocument(document: AccountingDocument, base_currency: string, ofTime: Rates): Rates {
  const { rate_e8 } = document
  if (rate_e8 === null) return ofTime
  return new Map(foreignCurrencies(document, base_currency).map((currency) => [currency, rate_e8]))
}

/** What a line takes from an item has its book value; a payment may be booked by this very line. */
function amountToConvert({ amount, base, tax_base, open_item }: VoucherLine): Amount | readonly Amount[] {
  const hasBookValue = open_item !== null && open_item.by !== 'new' && open_item.by !== 'payment_id'
  return base || hasBookValue ? (tax_base ?? []) : amount
}

function currencyOf({ currency }: Amount): string {
  return currency
}
