import { withoutAccents } from './compare-texts.ts'
import type { Match, MatchablePayment } from './match.ts'
import { type MatchReason, scoreOf } from './match-reasons.ts'
import { periodsIn } from './periods/periods-in-text.ts'

/** A filed VAT return of which something is still to be paid, or to be paid back. */
export type OpenVatFiling = {
  readonly id: string
  /** As it is asked for: 2026-Q1. */
  readonly period: string
  /** Of a year: it is paid with the return of some period. */
  readonly is_reconciliation: boolean
  readonly currency: string
  readonly open_amount_minor: bigint
}

/** How the tax administration is named in the four languages of its forms, without accents. */
const TAX_ADMINISTRATION =
  /\bestv\b|\beidg[a-z]*\.? steuerverwaltung\b|\badministration federale des contributions\b|\bamministrazione federale delle contribuzioni\b|\bfederal tax administration\b/
/** AFC is its French and Italian short name, and that of the tax office of Geneva. */
const SHORT_NAME = /\bafc\b/
const OF_A_CANTON = /\bcanton|\bfiscale?\b|\bgeneve\b|\bgenf\b|\bge\b/

/** The open filings of a period, and what they come to: what is to be paid less what comes back, or the other way round. */
type Together = { readonly paid: readonly OpenVatFiling[]; readonly set_off: readonly OpenVatFiling[] }

/**
 * Proposes filed returns for a movement at the bank. The tax administration gives the reference of its bill itself, and no
 * filing knows it: so the amount must be that which is open, and nobody else may be named than the tax administration. Where
 * no filing has the amount, it may be what a return and its corrections come to, or a period and the reconciliation of a year.
 *
 * @param opposite what moves the other way, and may be set off
 * @returns a function that gives the returns of a movement, the best first
 */
export function createVatFilingMatcher(
  filings: readonly OpenVatFiling[],
  opposite: readonly OpenVatFiling[] = [],
): (movement: MatchablePayment) => Match[] {
  const sums = Map.groupBy(togetherOf(filings, opposite), keyOfSum)
  return (movement) => {
    const { currency, amount_minor } = movement
    const single = filings.flatMap((filing) => proposal(movement, filing))
    const found = single.length > 0 ? single : proposalsOfSum(movement, sums.get(`${currency} ${amount_minor}`) ?? [])
    return found.sort((a, b) => b.score - a.score || (a.target_id < b.target_id ? -1 : 1))
  }
}

function togetherOf(filings: readonly OpenVatFiling[], opposite: readonly OpenVatFiling[]): Together[] {
  const all = [...filings, ...opposite]
  const isPaid = new Set(filings)
  const byPeriod = [...Map.groupBy(all, ({ period, currency }) => `${period} ${currency}`).values()]
  const withYears = all
    .filter(({ is_reconciliation }) => is_reconciliation)
    .flatMap((year) =>
      byPeriod.flatMap((own) => (own.includes(year) || own[0]?.currency !== year.currency ? [] : [[year, ...own]])),
    )
  // Of two reconciliations each is the year of the other.
  const idsOf = (some: readonly OpenVatFiling[]) =>
    some
      .map(({ id }) => id)
      .sort()
      .join(' ')
  const once = new Map([...byPeriod, ...withYears].map((some) => [idsOf(some), some]))
  return [...once.values()].flatMap((some) => {
    const [paid, set_off] = [some.filter((one) => isPaid.has(one)), some.filter((one) => !isPaid.has(one))]
    return some.length > 1 && paid.length > 0 ? [{ paid, set_off }] : []
  })
}

function keyOfSum({ paid, set_off }: Together): string {
  const sum = (some: readonly OpenVatFiling[]) =>
    some.reduce((total, { open_amount_minor }) => total + open_amount_minor, 0n)
  return `${paid[0]?.currency} ${sum(paid) - sum(set_off)}`
}

/** Each filing that the movement pays, with its whole open amount. */
function proposalsOfSum(movement: MatchablePayment, fitting: readonly Together[]): Match[] {
  const [first, another] = fitting
  const clues = first && cluesOf(movement)
  if (!first || !clues) return []
  const all = [...first.paid, ...first.set_off]
  const reasons: MatchReason[] = [
    ...(all.some(({ period }) => clues.periods.has(period)) ? ['number_in_text' as const] : []),
    first.set_off.length > 0 ? 'set_off' : 'sum',
    ...(another ? ['other_sums' as const] : []),
    ...(clues.isNamed ? ['name' as const] : []),
  ]
  // Without a period or a name 'set_off' is no reason.
  const score = reasons[0] === 'set_off' && !clues.isNamed ? 0 : scoreOf(reasons)
  if (score === 0) return []
  return first.paid.map((filing) => ({
    target_id: filing.id,
    amount_minor: filing.open_amount_minor,
    score,
    reasons,
    together_with: all.flatMap(({ id }) => (id === filing.id ? [] : [id])).sort(),
  }))
}

function proposal(movement: MatchablePayment, filing: OpenVatFiling): Match[] {
  const { amount_minor, currency } = movement
  if (filing.currency !== currency || filing.open_amount_minor !== amount_minor) return []
  const clues = cluesOf(movement)
  if (!clues) return []
  const hasPeriod = clues.periods.has(filing.period)
  const best = { target_id: filing.id, amount_minor }
  if (clues.isNamed && hasPeriod) return [{ ...best, score: 85, reasons: ['number_in_text', 'amount', 'name'] }]
  if (hasPeriod) return [{ ...best, score: 80, reasons: ['number_in_text', 'amount'] }]
  return [
    clues.isNamed ? { ...best, score: 60, reasons: ['amount', 'name'] } : { ...best, score: 40, reasons: ['amount'] },
  ]
}

/** Null where somebody else is named. */
function cluesOf({ text, name }: MatchablePayment) {
  const isNamed = isTaxAdministration(withoutAccents(name ?? text))
  return isNamed || name === null ? { isNamed, periods: periodsIn(text) } : null
}

function isTaxAdministration(words: string): boolean {
  return TAX_ADMINISTRATION.test(words) || (SHORT_NAME.test(words) && !OF_A_CANTON.test(words))
}
