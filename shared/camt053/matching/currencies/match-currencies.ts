import type { Match, MatchablePayment, Matcher } from '../match.ts'
import { doubtedScore, isNamingReason } from '../match-reasons.ts'
import type { OpenTarget } from '../open-target.ts'
import { mayBeWorth } from '../orders/fits-of-orders.ts'
import type { DiscountOf } from '../proposals.ts'

/** With what the books have for what is open of it, in their currency. */
export type ValuedTarget = OpenTarget & { readonly book_minor: bigint; readonly book_currency: string }

/** So many are proposed for a payment, apart from those that are paid together. */
const MOST_CANDIDATES = 5

/**
 * A matcher that also proposes targets in other currencies than that of the account. Where the bank tells what was ordered, that is the
 * amount; else only a reference, a number or the value in the books tells what is meant, and the amount is what the money closes by that value.
 */
export function acrossCurrencies(
  targets: readonly ValuedTarget[],
  { match, mayBeDiscounted, matchAcross }: Matcher,
): Pick<Matcher, 'match' | 'mayBeDiscounted'> {
  const currencies = [...new Set(targets.map(({ currency }) => currency))]
  const valued = new Map(targets.map((target) => [target.id, target]))
  const asOrdered = createAsOrdered()
  const closedBy = (payment: MatchablePayment, one: Match, currency: string): Match => {
    const target = valued.get(one.target_id)
    return { ...one, currency, amount_minor: target ? closedMinor(payment, target) : one.amount_minor }
  }
  function* matchOthers(payment: MatchablePayment, discountOf: DiscountOf): Generator<void, Match[]> {
    const ordered = asOrdered(payment)
    const sent = ordered ? yield* match(ordered, discountOf) : []
    const ofOrdered = ordered ? sent.map((one) => ({ ...one, currency: ordered.currency })) : []
    const unknown = currencies.filter((one) => one !== payment.currency && one !== ordered?.currency)
    const isWorth = ({ id }: OpenTarget) => !ordered && isAbout(payment, valued.get(id))
    const across: Match[] = []
    for (const currency of unknown)
      across.push(...(yield* matchAcross(payment, currency, isWorth)).map((one) => closedBy(payment, one, currency)))
    return [...ofOrdered, ...withoutRivals(across, ofOrdered)]
  }
  return {
    *match(payment, discountOf = () => 0n) {
      const own = yield* match(payment, discountOf)
      if (currencies.every((currency) => currency === payment.currency)) return own
      const others = withoutRivals(yield* matchOthers(payment, discountOf), own)
      return others.length === 0 ? own : bestOf([...own, ...others])
    },
    mayBeDiscounted: (payment) => {
      const ordered = asOrdered(payment)
      return [...mayBeDiscounted(payment), ...(ordered ? mayBeDiscounted(ordered) : [])]
    },
  }
}

/** A payment with the amount that was ordered, once, as the matcher remembers what it has looked at. */
function createAsOrdered(): (payment: MatchablePayment) => MatchablePayment | null {
  const known = new WeakMap<MatchablePayment, MatchablePayment>()
  return (payment) => {
    const { instructed } = payment
    if (!instructed || instructed.currency === payment.currency) return null
    const ordered = known.get(payment) ?? { ...payment, ...instructed }
    known.set(payment, ordered)
    return ordered
  }
}

/** What explains the amount, or names an item by a reference, makes a guess about another currency none, and a reference there doubtful. */
function withoutRivals(others: readonly Match[], sure: readonly Match[]): readonly Match[] {
  if (!sure.some(({ reasons }) => reasons.some(isExplaining))) return others
  return others
    .filter(({ reasons }) => reasons.some(isNamingReason) || reasons.some(isExplaining))
    .map((one) => ({ ...one, score: doubtedScore(one.score) }))
}

function isExplaining(reason: string): boolean {
  return ['reference', 'amount', 'discount', 'sum', 'set_off'].includes(reason)
}

function bestOf(matches: readonly Match[]): Match[] {
  const sorted = [...matches].sort((a, b) => b.score - a.score)
  return sorted.filter(({ together_with = [] }, place) => place < MOST_CANDIDATES || together_with.length > 0)
}

function isAbout({ currency, amount_minor }: MatchablePayment, target: ValuedTarget | undefined): boolean {
  if (!target) return false
  const movement = { currency, booked_minor: amount_minor, instructed_minor: null }
  return mayBeWorth(movement, [{ ...target, amount_minor: target.open_amount_minor }])
}

/** All that is open, where the money is about its value in the books or these are in a third currency; else its part by that value. */
function closedMinor(payment: MatchablePayment, target: ValuedTarget): bigint {
  const { open_amount_minor, book_minor, book_currency } = target
  if (book_currency !== payment.currency || book_minor <= 0n || isAbout(payment, target)) return open_amount_minor
  const part = (open_amount_minor * payment.amount_minor) / book_minor
  if (part > open_amount_minor) return open_amount_minor
  return part > 0n ? part : 1n
}
