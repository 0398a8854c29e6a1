import { compact } from './compare-texts.ts'
import type { Match } from './match.ts'

/** A payment that the bank was ordered to make for a payable that is open. */
export type OrderedTarget = {
  /** Of the payable. */
  readonly id: string
  readonly currency: string
  readonly open_amount_minor: bigint
  readonly amount_minor: bigint
  /** What the order has taken off. */
  readonly discount_minor: bigint
  readonly end_to_end_id: string
  readonly payment_information_id: string
  /** Neither rejected nor withdrawn. */
  readonly is_ordered: boolean
  /** All payments of its batch that are neither rejected nor withdrawn. */
  readonly batch_minor: bigint
}

/** A debit of the bank, with the ids that it takes from orders. */
export type OrderedMovement = {
  readonly currency: string
  /** What nothing has used of it. */
  readonly amount_minor: bigint
  readonly booked_minor: bigint
  readonly end_to_end_ids: readonly string[]
  readonly payment_information_ids: readonly string[]
}

/**
 * Proposes the payables of payments that we have ordered. The bank names the payment; or only the batch, which it has booked as one
 * amount: then that is the sum of the batch without what it has rejected. What the bank has paid is proposed even
 * where somebody has withdrawn it here.
 */
export function createOrderMatcher(targets: readonly OrderedTarget[]): (movement: OrderedMovement) => Match[] {
  const byId = new Map(targets.map((target) => [compact(target.end_to_end_id), target]))
  const batches = Map.groupBy(targets, ({ payment_information_id }) => compact(payment_information_id))
  return (movement) => {
    const ids = new Set(movement.end_to_end_ids.map(compact))
    const named = [...ids].flatMap((id) => byId.get(id) ?? [])
    if (named.length > 0) return named.flatMap((target) => proposal(movement, target, 'end_to_end_id'))
    const batch_ids = new Set(movement.payment_information_ids.map(compact))
    return [...batch_ids]
      .flatMap((id) => batches.get(id) ?? [])
      .filter(({ is_ordered, batch_minor, currency }) => {
        return is_ordered && currency === movement.currency && batch_minor === movement.booked_minor
      })
      .flatMap((target) => proposal(movement, target, 'payment_information_id'))
  }
}

/** Money of another currency says nothing about how much of the payable it closes: the order does. */
function proposal(
  { currency, amount_minor }: OrderedMovement,
  target: OrderedTarget,
  reason: 'end_to_end_id' | 'payment_information_id',
): Match[] {
  const limits = [
    target.amount_minor,
    target.open_amount_minor,
    ...(currency === target.currency ? [amount_minor] : []),
  ]
  const amount = limits.reduce((least, limit) => (limit < least ? limit : least))
  const { id: target_id, amount_minor: ordered_minor, open_amount_minor } = target
  const isWhole = amount === ordered_minor && amount + target.discount_minor === open_amount_minor
  const discount = target.discount_minor > 0n && isWhole ? { discount_minor: target.discount_minor } : {}
  return [{ target_id, amount_minor: amount, currency: target.currency, score: 100, reasons: [reason], ...discount }]
}
