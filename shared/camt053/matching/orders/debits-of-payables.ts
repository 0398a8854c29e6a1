import type { Match } from '../match.ts'

/** How a debit that nobody has booked fits payables that are to be ordered. */
export type DebitFit = { readonly payable: string; readonly is_certain: boolean }

const NAMES = ['name', 'iban', 'number_in_text'] as const
const EXPLAINS = ['amount', 'discount', 'sum'] as const
const DOUBTS = ['other_sums', 'search_ended'] as const

/** What fits worse by more than this is not meant. */
const RIVAL_WITHIN = 10

/**
 * What the proposals for a debit say of the payables of an order. Certain is what names the reference of the payable, or its supplier or number
 * with an amount that it explains: alone, less a discount, or as the one sum of several. All else is possible.
 */
export function fitsOfMatches(matches: readonly Match[], isOfOrder: (id: string) => boolean): DebitFit[] {
  const best = Math.max(0, ...matches.map(({ score }) => score))
  return matches
    .filter(({ target_id, score }) => isOfOrder(target_id) && score >= best - RIVAL_WITHIN)
    .map((match) => ({ payable: match.target_id, is_certain: isCertain(match) }))
}

function isCertain({ reasons }: Match): boolean {
  const has = (some: readonly string[]) => some.some((reason) => reasons.some((own) => own === reason))
  return has(['reference']) || (has(NAMES) && has(EXPLAINS) && !has(DOUBTS))
}

/** A payable of an order, with what would be paid of it on a day. */
export type PayableOfOrder = {
  readonly id: string
  readonly currency: string
  readonly open_amount_minor: bigint
  readonly discount_minor: bigint
}

/**
 * What a debit that names nobody may have paid: all payables of the order in its currency together, with or without their discounts, which
 * is certain; or a single one, which its amount alone does not prove.
 */
export function fitsOfUnnamed(
  { currency, amount_minor }: { readonly currency: string; readonly amount_minor: bigint },
  payables: readonly PayableOfOrder[],
): DebitFit[] {
  const inCurrency = payables.filter((payable) => payable.currency === currency)
  const full = inCurrency.reduce((sum, { open_amount_minor }) => sum + open_amount_minor, 0n)
  const discounts = inCurrency.reduce((sum, { discount_minor }) => sum + discount_minor, 0n)
  if (inCurrency.length > 1 && [full, full - discounts].includes(amount_minor))
    return inCurrency.map(({ id }) => ({ payable: id, is_certain: true }))
  return inCurrency
    .filter(({ open_amount_minor: open, discount_minor }) => [open, open - discount_minor].includes(amount_minor))
    .map(({ id }) => ({ payable: id, is_certain: false }))
}
