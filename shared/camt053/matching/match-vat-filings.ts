import { tokensOf, withoutAccents } from './compare-texts.ts'
import type { Match, MatchablePayment } from './match.ts'

/** A filed VAT return of which something is still to be paid, or to be paid back. */
export type OpenVatFiling = {
  readonly id: string
  /** As it is asked for: 2026-Q1. */
  readonly period: string
  readonly currency: string
  readonly open_amount_minor: bigint
}

/** How the tax administration is named in the four languages of its forms, without accents. */
const TAX_ADMINISTRATION =
  /\bestv\b|\beidg[a-z]*\.? steuerverwaltung\b|\badministration federale des contributions\b|\bamministrazione federale delle contribuzioni\b|\bfederal tax administration\b/
/** AFC is its French and Italian short name, and that of the tax office of Geneva. */
const SHORT_NAME = /\bafc\b/
const OF_A_CANTON = /\bcanton|\bfiscale?\b|\bgeneve\b|\bgenf\b|\bge\b/

/**
 * Proposes filed returns for a movement at the bank. The tax administration gives the reference of its bill itself, and no
 * filing knows it: so the amount must be that which is open, and nobody else may be named than the tax administration.
 *
 * @returns a function that gives the returns of a movement, the best first
 */
export function createVatFilingMatcher(filings: readonly OpenVatFiling[]): (movement: MatchablePayment) => Match[] {
  return (movement) =>
    filings
      .flatMap((filing) => proposal(movement, filing))
      .sort((a, b) => b.score - a.score || (a.target_id < b.target_id ? -1 : 1))
}

function proposal({ text, name, amount_minor, currency }: MatchablePayment, filing: OpenVatFiling): Match[] {
  if (filing.currency !== currency || filing.open_amount_minor !== amount_minor) return []
  const isNamed = isTaxAdministration(withoutAccents(name ?? text))
  const hasPeriod = tokensOf(text).includes(filing.period)
  const best = { target_id: filing.id, amount_minor }
  if (!isNamed && name !== null) return []
  if (isNamed && hasPeriod) return [{ ...best, score: 85, reasons: ['number_in_text', 'amount', 'name'] }]
  if (hasPeriod) return [{ ...best, score: 80, reasons: ['number_in_text', 'amount'] }]
  return [isNamed ? { ...best, score: 60, reasons: ['amount', 'name'] } : { ...best, score: 40, reasons: ['amount'] }]
}

function isTaxAdministration(words: string): boolean {
  return TAX_ADMINISTRATION.test(words) || (SHORT_NAME.test(words) && !OF_A_CANTON.test(words))
}
