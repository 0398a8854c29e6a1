import { compact } from '../compare-texts.ts'
import type { Match } from '../match.ts'

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
  /** All payments of its batch that are neither rejected nor withdrawn, and all of it as the file has it. */
  readonly batch_minor: bigint
  readonly whole_batch_minor: bigint
  readonly creditor_iban: string
  /** The account that pays, and from which day on. */
  readonly bank_account: string
  readonly execution_date: string
  /** Ordered, and not paid by anything yet. */
  readonly is_waiting: boolean
}

/** A debit of the bank, with the ids that it takes from orders. */
export type OrderedMovement = {
  readonly currency: string
  /** What nothing has used of it. */
  readonly amount_minor: bigint
  readonly booked_minor: bigint
  readonly end_to_end_ids: readonly string[]
  readonly payment_information_ids: readonly string[]
  /** The account of the creditor of a single payment; null where that is not told. */
  readonly account_of_other: string | null
  /** That of the bank, by its IBAN where that is known; and who gets the money, where that is told. */
  readonly bank_account: string
  readonly day: string | null
  readonly name: string | null
}

/**
 * Proposes the payables of payments that we have ordered. The bank names the payment; or only the batch. Then it has booked the batch
 * as one amount, with or without what it has rejected; or each payment by itself, which its amount tells, and its creditor. What the bank
 * has paid is proposed even where somebody has withdrawn it here.
 */
export function createOrderMatcher(targets: readonly OrderedTarget[]): (movement: OrderedMovement) => Match[] {
  const byId = new Map(targets.map((target) => [compact(target.end_to_end_id), target]))
  const batches = Map.groupBy(targets, ({ payment_information_id }) => compact(payment_information_id))
  return (movement) => {
    const ids = new Set(movement.end_to_end_ids.map(compact))
    const named = [...ids].flatMap((id) => byId.get(id) ?? [])
    if (named.length > 0) return named.map((target) => proposalOfOrder(movement, target, ['end_to_end_id'], 100))
    const batch_ids = new Set(movement.payment_information_ids.map(compact))
    const ofBatches = [...batch_ids]
      .flatMap((id) => batches.get(id) ?? [])
      .filter(({ currency }) => currency === movement.currency)
    const together = bookedTogether(movement, ofBatches)
    if (together.length > 0)
      return together.map((one) => proposalOfOrder(movement, one, ['payment_information_id'], 100))
    return bookedAlone(movement, ofBatches)
  }
}

function bookedTogether({ booked_minor }: OrderedMovement, targets: readonly OrderedTarget[]): OrderedTarget[] {
  const live = targets.filter(({ is_ordered, batch_minor }) => is_ordered && batch_minor === booked_minor)
  return live.length > 0 ? live : targets.filter(({ whole_batch_minor }) => whole_batch_minor === booked_minor)
}

/** Of several payments with one amount none is sure, unless the creditor tells which. */
const RIVALS_SCORE = 89

function bookedAlone(movement: OrderedMovement, targets: readonly OrderedTarget[]): Match[] {
  const alike = targets.filter(({ amount_minor }) => amount_minor === movement.booked_minor)
  const { account_of_other } = movement
  const toIban = alike.filter(({ creditor_iban }) => creditor_iban === compact(account_of_other ?? ''))
  const found = account_of_other === null ? alike : toIban
  const score = found.length === 1 ? 100 : RIVALS_SCORE
  return found.map((one) => proposalOfOrder(movement, one, ['payment_information_id', 'amount'], score))
}

/** Money of another currency says nothing about how much of the payable it closes: the order does. */
export function proposalOfOrder(
  { currency, amount_minor }: OrderedMovement,
  target: OrderedTarget,
  reasons: Match['reasons'],
  score: number,
): Match {
  const limits = [
    target.amount_minor,
    target.open_amount_minor,
    ...(currency === target.currency ? [amount_minor] : []),
  ]
  const amount = limits.reduce((least, limit) => (limit < least ? limit : least))
  const { id: target_id, amount_minor: ordered_minor, open_amount_minor } = target
  const isWhole = amount === ordered_minor && amount + target.discount_minor === open_amount_minor
  const discount = target.discount_minor > 0n && isWhole ? { discount_minor: target.discount_minor } : {}
  return { target_id, amount_minor: amount, currency: target.currency, score, reasons, ...discount }
}
