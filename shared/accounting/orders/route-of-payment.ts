import { isQrIban } from '../bank/iban.ts'

/** `domestic`: to an account in Switzerland or Liechtenstein. `sepa`: a transfer of euros by the rules of SEPA. */
export type RouteOfPayment = 'domestic' | 'sepa'

/** Countries whose banks take part in SEPA, as IBANs begin. @source European Payments Council, EPC409-09 */
const SEPA = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
)

/**
 * The way that a payment takes. A QR reference goes with no SEPA transfer, so euros for a QR-IBAN take the domestic way.
 *
 * @returns null where the bank of the creditor would have to be named, which is not known
 */
export function routeOfPayment(currency: string, iban: string): RouteOfPayment | null {
  if (currency === 'EUR' && SEPA.has(iban.slice(0, 2)) && !isQrIban(iban)) return 'sepa'
  return /^(CH|LI)/.test(iban) && (currency === 'CHF' || currency === 'EUR') ? 'domestic' : null
}
