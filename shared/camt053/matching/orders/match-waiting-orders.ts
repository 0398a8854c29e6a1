import { realReference } from '../../repeats/bank-references.ts'
import type { Match } from '../match.ts'
import { isOrderReason } from '../match-reasons.ts'
import { RULE_SCORE } from '../other-candidates.ts'
import { type OrderFit, readMovement } from './fits-of-orders.ts'
import { ID_OF_ORDER } from './id-of-order.ts'
import { type OrderedMovement, type OrderedTarget, proposalOfOrder } from './match-ordered.ts'
import { indexWaitingBatches } from './waiting-batches.ts'
import { indexWaitingPayments } from './waiting-payments.ts'

/** Where a debit may be more than one thing, none of them scores more. */
const RIVALS_SCORE = 85
/** What scores less by more is no rival. */
const RIVAL_WITHIN = 10
/** That are shown. */
const MOST_RIVALS = 5
/** Of a debit that names another payment than any of ours: the account of the creditor may tell it all the same. */
const OTHER_ID_SCORE = 70

/**
 * Proposes payments of orders that still wait, for debits that name neither payment nor batch: by account, currency, amount, day and
 * who gets the money; or all that waits of a batch. Where a debit may be more than one of these, each says so.
 */
export function createWaitingOrderMatcher(targets: readonly OrderedTarget[]): (movement: OrderedMovement) => Match[] {
  const waiting = targets.filter(({ is_waiting }) => is_waiting)
  if (waiting.length === 0) return () => []
  const [paymentsFor, batchesFor] = [indexWaitingPayments(waiting), indexWaitingBatches(waiting)]
  return (movement) => {
    const ids = namedBy(movement)
    if (namesAnOrder(movement)) return []
    const read = readMovement(movement)
    const found = withoutRepeats([...paymentsFor(read), ...batchesFor(read)])
    return proposalsOf(movement, withRivals(ids.length === 0 ? found : found.flatMap(namedOtherwise)))
  }
}

/**
 * With what else fits the debit, the best first. An item that it names by reference or number is not put behind a payment that only
 * looks like it; where that is the item of the payment, it says so, as no rule may book it.
 */
export function withWaitingOrders(found: readonly Match[], waiting: readonly Match[]): Match[] {
  const ids = new Set(waiting.map(({ target_id }) => target_id))
  if (found.some(({ target_id, score }) => score >= RULE_SCORE && !ids.has(target_id))) return [...found]
  const others = new Map(found.map((match) => [match.target_id, match]))
  const better = waiting.map((match) => {
    const other = others.get(match.target_id)
    if (other === undefined || other.score < match.score) return match
    return { ...other, reasons: [...new Set([...other.reasons, ...match.reasons.filter(isOrderReason)])] }
  })
  return [...better, ...found.filter(({ target_id }) => !ids.has(target_id))].sort((a, b) => b.score - a.score)
}

/** Of another payment, where it is that of none that is open. */
const OUR_ID = new RegExp(ID_OF_ORDER)

/** Whether a debit names a payment or batch that has an id of ours. */
export function namesAnOrder(movement: NamedIds): boolean {
  return namedBy(movement).some((id) => OUR_ID.test(id))
}

type NamedIds = Pick<OrderedMovement, 'end_to_end_ids' | 'payment_information_ids'>

function namedBy({ end_to_end_ids, payment_information_ids }: NamedIds): string[] {
  return [...end_to_end_ids, ...payment_information_ids].flatMap((id) => realReference(id) ?? [])
}

/** Of a batch with one payment the better one: that the payment fits, or the batch. */
function withoutRepeats(found: readonly OrderFit[]): OrderFit[] {
  const best = new Map<string, OrderFit>()
  for (const one of found) {
    const key = one.targets.map(({ end_to_end_id }) => end_to_end_id).join(' ')
    if (one.score > (best.get(key)?.score ?? 0)) best.set(key, one)
  }
  return [...best.values()]
}

function namedOtherwise(one: OrderFit): OrderFit[] {
  const isSure = ['amount', 'iban'].every((reason) => one.reasons.some((has) => has === reason))
  return isSure && !one.reasons.includes('other_day') ? [{ ...one, score: OTHER_ID_SCORE }] : []
}

function withRivals(found: readonly OrderFit[]): OrderFit[] {
  const best = Math.max(...found.map(({ score }) => score))
  const near = found.filter(({ score }) => score >= best - RIVAL_WITHIN).sort((a, b) => b.score - a.score)
  if (near.length < 2) return near
  return near.slice(0, MOST_RIVALS).map((one) => ({
    ...one,
    score: Math.min(one.score, RIVALS_SCORE),
    reasons: [...one.reasons, 'other_ordered'],
  }))
}

function proposalsOf(movement: OrderedMovement, alternatives: readonly OrderFit[]): Match[] {
  const proposed = new Map<string, Match>()
  for (const { targets, reasons, score } of alternatives)
    for (const target of targets)
      if (!proposed.has(target.id)) proposed.set(target.id, proposalOfOrder(movement, target, reasons, score))
  return [...proposed.values()]
}
