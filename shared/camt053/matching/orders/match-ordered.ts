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
  readonly creditor_name: string
  /** What its file names. */
  readonly payment_reference: string | null
  readonly document_number: string | null
  /** The account that pays, and from which day on. */
  readonly bank_account: string
  readonly execution_date: string
  /** When the order was made. */
  readonly ordered_on: string
  /** What the books have for that amount, in their currency. */
  readonly book_minor: bigint
  readonly book_currency: string
  /** Ordered, and not paid by anything yet. */
  readonly is_waiting: boolean
}

/** A debit of the bank, with the ids that it takes from orders. */
export type OrderedMovement = {
  readonly currency: string
  /** What nothing has used of it. */
  readonly amount_minor: bigint
  readonly booked_minor: bigint
  /** What was ordered, where the bank tells that of a single payment: in another currency, or without charges. */
  readonly instructed_currency: string | null
  readonly instructed_minor: bigint | null
  readonly end_to_end_ids: readonly string[]
  readonly payment_information_ids: readonly string[]
  /** Of the creditors, as their documents have them. */
  readonly references: readonly string[]
  readonly text: string
  /** The account of the creditor of a single payment; null where that is not told. */
  readonly account_of_other: string | null
  /** That of the bank, by its IBAN where that is known; and who gets the money, where that is told. */
  readonly bank_account: string
  /** The accounts of orders that it may be, where its bank names it by a number of its own. */
  readonly ordering_accounts?: readonly string[]
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
    const ofBatches = [...batch_ids].flatMap((id) => batches.get(id) ?? [])
    const found = matchNamedBatches(movement, ofBatches)
    return found.length > 0 ? found : unexplained(movement, ofBatches)
  }
}

/** What explains the amount of a debit that names batches. */
function matchNamedBatches(movement: OrderedMovement, ofBatches: readonly OrderedTarget[]): Match[] {
  const alike = ofBatches.filter(({ currency }) => currency === movement.currency)
  const together = bookedTogether(movement, alike)
  if (together.length > 0) return together.map((one) => proposalOfOrder(movement, one, ['payment_information_id'], 100))
  return bookedAlone(movement, alike)
}

function bookedTogether({ booked_minor }: OrderedMovement, targets: readonly OrderedTarget[]): OrderedTarget[] {
  const live = targets.filter(({ is_ordered, batch_minor }) => is_ordered && batch_minor === booked_minor)
  return live.length > 0 ? live : targets.filter(({ whole_batch_minor }) => whole_batch_minor === booked_minor)
}

/** Of several payments with one amount none is sure, unless the creditor tells which. */
const RIVALS_SCORE = 89
/** The batch is named, and not which of its payments. */
const OF_BATCH_SCORE = 75

function bookedAlone(movement: OrderedMovement, targets: readonly OrderedTarget[]): Match[] {
  const alike = targets.filter(({ amount_minor }) => amount_minor === movement.booked_minor)
  const found = toCreditor(movement, alike)
  const score = found.length === 1 ? 100 : RIVALS_SCORE
  return found.map((one) => proposalOfOrder(movement, one, ['payment_information_id', 'amount'], score))
}

function toCreditor({ account_of_other }: OrderedMovement, targets: readonly OrderedTarget[]): OrderedTarget[] {
  const iban = compact(account_of_other ?? '')
  return account_of_other === null ? [...targets] : targets.filter(({ creditor_iban }) => creditor_iban === iban)
}

/**
 * The amount explains nothing: the account was debited in another currency, or the bank has left out what it has not told yet. The one
 * payment of a batch is meant in any case; of several each may be, and without the single one whose amount is missing the others are.
 */
function unexplained(movement: OrderedMovement, ofBatches: readonly OrderedTarget[]): Match[] {
  const waiting = ofBatches.filter(({ is_waiting }) => is_waiting)
  const propose = (targets: readonly OrderedTarget[], score: number) =>
    targets.map((one) => proposalOfOrder(movement, one, ['payment_information_id'], score))
  const [only, another] = toCreditor(movement, waiting)
  if (only && !another) return propose([only], only.currency === movement.currency ? OF_BATCH_SCORE : RIVALS_SCORE)
  const isMissing = ({ amount_minor, batch_minor, currency }: OrderedTarget) =>
    currency === movement.currency && batch_minor - amount_minor === movement.booked_minor
  const missing = waiting.filter(isMissing)
  if (missing.length === 1)
    return propose(
      waiting.filter((one) => !isMissing(one)),
      RIVALS_SCORE,
    )
  return propose(only ? toCreditor(movement, waiting) : waiting, OF_BATCH_SCORE)
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
