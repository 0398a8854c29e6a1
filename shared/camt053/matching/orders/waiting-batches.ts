import { compact } from '../compare-texts.ts'
import {
  amountsOf,
  dayFit,
  isOfAccount,
  mayBeWorth,
  type OrderFit,
  onOtherDay,
  partyFit,
  type ReadMovement,
} from './fits-of-orders.ts'
import type { OrderedTarget } from './match-ordered.ts'
import { isOfOtherDocument } from './other-reference.ts'

type WaitingBatch = readonly OrderedTarget[]

const SCORE = 88
/** Debited in another currency: what it is worth is known roughly. */
const OTHER_CURRENCY_SCORE = 70

/** Finds the batches that a debit may be all of: of what was not rejected, or with it, as the file had it. */
export function indexWaitingBatches(waiting: readonly OrderedTarget[]): (movement: ReadMovement) => OrderFit[] {
  const batches = [...Map.groupBy(waiting, ({ payment_information_id }) => payment_information_id).values()]
  const bySum = new Map<string, WaitingBatch[]>()
  for (const batch of batches) for (const key of sumsOf(batch)) bySum.set(key, [...(bySum.get(key) ?? []), batch])
  const whole = batches.filter(isWhole)
  return (movement) => {
    const said = amountsOf(movement)
    const alike = said.flatMap((one) =>
      (bySum.get(keyOf(one.currency, one.whole_minor)) ?? []).filter((batch) => isLeftOf(one.left_minor, batch)),
    )
    const isUntouched = movement.amount_minor === movement.booked_minor
    const worth = isUntouched ? whole.filter((batch) => mayBeWorth(movement, batch)) : []
    return [...new Set([...alike, ...worth])].flatMap((batch) =>
      alternativeOf(movement, batch, alike.includes(batch) ? SCORE : OTHER_CURRENCY_SCORE),
    )
  }
}

function sumsOf(batch: WaitingBatch): Set<string> {
  return new Set(
    batch.flatMap((one) => [keyOf(one.currency, one.batch_minor), keyOf(one.currency, one.whole_batch_minor)]),
  )
}

function keyOf(currency: string, sum_minor: bigint): string {
  return `${currency} ${sum_minor}`
}

function waitsOf(batch: WaitingBatch): bigint {
  return batch.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
}

/** What is left of the debit is what still waits of the batch, also when some of it is settled; and what the bank had rejected. */
function isLeftOf(left_minor: bigint, batch: WaitingBatch): boolean {
  const waits = waitsOf(batch)
  return batch.some(
    ({ batch_minor, whole_batch_minor }) =>
      left_minor === waits || left_minor === waits + whole_batch_minor - batch_minor,
  )
}

/** All of it waits. Asked once for each batch: there are five hundred payments in one, and thousands of debits. */
function isWhole(batch: WaitingBatch): boolean {
  const waits = waitsOf(batch)
  return batch.every(({ batch_minor }) => batch_minor === waits)
}

function alternativeOf(movement: ReadMovement, batch: WaitingBatch, score: number): OrderFit[] {
  const days = batch.map((one) => dayFit(movement, one))
  const isOfIt = batch.every((one) => isOfAccount(movement, one)) && tellsNoOther(movement, batch)
  if (!isOfIt || days.includes(null)) return []
  const alternative = { targets: batch, score, reasons: ['ordered_batch'] as const }
  return [days.includes('other_day') ? onOtherDay(alternative) : alternative]
}

/** The name of a debit for several creditors is that of one of them, or of nobody; so is its reference. */
function tellsNoOther(movement: ReadMovement, batch: WaitingBatch): boolean {
  const { account_of_other, name } = movement
  if (batch.every((one) => isOfOtherDocument(movement, one))) return false
  if (account_of_other !== null)
    return batch.every(({ creditor_iban }) => compact(creditor_iban) === compact(account_of_other))
  const isOfSeveral = batch.every(({ amount_minor, batch_minor }) => amount_minor < batch_minor)
  return name === null || isOfSeveral || batch.every((one) => partyFit(movement, one) === 'name')
}
