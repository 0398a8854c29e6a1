import { isQrIban } from '../bank/iban.ts'

/**
 * `domestic`: to an account in Switzerland or Liechtenstein. `sepa`: a transfer of euros by the rules of SEPA. `agent`: abroad, by the
 * bank of the creditor, which has to be named.
 */
export type RouteOfPayment = 'domestic' | 'sepa' | 'agent'

/** Countries whose banks take part in SEPA, as IBANs begin. @source European Payments Council, EPC409-09 */
const SEPA = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
)

/**
 * The way that a payment takes. A QR reference goes with no SEPA transfer, so euros for a QR-IBAN take the domestic way.
 */
export function routeOfPayment(currency: string, iban: string): RouteOfPayment {
  if (currency === 'EUR' && SEPA.has(iban.slice(0, 2)) && !isQrIban(iban)) return 'sepa'
  return /^(CH|LI)/.test(iban) ? 'domestic' : 'agent'
}
