import { addDays } from '../../../accounting/amounts/dates.ts'
import { realReference } from '../../repeats/bank-references.ts'
import { compact } from '../compare-texts.ts'
import type { Match } from '../match.ts'
import { RULE_SCORE } from '../match-bank-rule.ts'
import { type OrderedMovement, type OrderedTarget, proposalOfOrder } from './match-ordered.ts'

/** The bank may book so many days later: of a weekend, of holidays, or as the order came late in the day. */
const MOST_DAYS_LATE = 10

/** More than a rule has, so that none books it as something else; less than what is sure, as nothing is named. */
const SCORE = 88
const RIVALS_SCORE = 85
/** Of one amount to one creditor. */
const MOST_RIVALS = 5

/**
 * Proposes payments of orders that still wait, for debits that name neither payment nor batch: by account, currency, amount, day and
 * the IBAN of the creditor; or the whole of a batch, where the debit tells of no single creditor.
 */
export function createWaitingOrderMatcher(targets: readonly OrderedTarget[]): (movement: OrderedMovement) => Match[] {
  const waiting = targets.filter(({ is_waiting }) => is_waiting)
  const payments = Map.groupBy(waiting, (target) => keyOf(target, target.amount_minor, target.creditor_iban))
  const batches = Map.groupBy(waiting, ({ payment_information_id }) => payment_information_id)
  const wholes = Map.groupBy(batches.values(), ([first]) => (first ? keyOf(first, first.batch_minor, '') : ''))
  return (movement) => {
    if (namesSomething(movement)) return []
    const { account_of_other, booked_minor, amount_minor } = movement
    if (account_of_other === null) {
      const batch = wholes.get(keyOf(movement, booked_minor, ''))?.find((one) => isWholeOf(movement, one)) ?? []
      return batch.map((one) => proposalOfOrder(movement, one, ['ordered_batch'], SCORE))
    }
    if (amount_minor !== booked_minor) return []
    const alike = (payments.get(keyOf(movement, amount_minor, account_of_other)) ?? []).filter((one) =>
      isOnTime(movement, one),
    )
    const score = alike.length === 1 ? SCORE : RIVALS_SCORE
    return alike.slice(0, MOST_RIVALS).map((one) => proposalOfOrder(movement, one, ['ordered', 'amount'], score))
  }
}

/**
 * With what else fits the debit, the best first. An item that it names by reference or number is not put behind a payment that only
 * looks like it.
 */
export function withWaitingOrders(found: readonly Match[], waiting: readonly Match[]): Match[] {
  const ids = new Set(waiting.map(({ target_id }) => target_id))
  if (found.some(({ target_id, score }) => score >= RULE_SCORE && !ids.has(target_id))) return [...found]
  const others = new Map(found.map((match) => [match.target_id, match]))
  const better = waiting.map((match) => {
    const other = others.get(match.target_id)
    return other !== undefined && other.score >= match.score ? other : match
  })
  return [...better, ...found.filter(({ target_id }) => !ids.has(target_id))].sort((a, b) => b.score - a.score)
}

function namesSomething({ end_to_end_ids, payment_information_ids }: OrderedMovement): boolean {
  return [...end_to_end_ids, ...payment_information_ids].some((id) => realReference(id) !== null)
}

/** What is left of the debit is what still waits of the batch, also when some of its payments are settled by it. */
function isWholeOf(movement: OrderedMovement, batch: readonly OrderedTarget[]): boolean {
  const left = batch.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  const isOfSeveral = batch.every(({ amount_minor, batch_minor }) => amount_minor < batch_minor)
  return (
    left === movement.amount_minor &&
    (movement.name === null || isOfSeveral) &&
    batch.every((one) => isOnTime(movement, one))
  )
}

function isOnTime({ day }: OrderedMovement, { execution_date }: OrderedTarget): boolean {
  return day !== null && day >= execution_date && day <= addDays(execution_date, MOST_DAYS_LATE)
}

function keyOf(
  { bank_account, currency }: Pick<OrderedTarget, 'bank_account' | 'currency'>,
  amount_minor: bigint,
  creditor_iban: string,
): string {
  return [compact(bank_account), currency, amount_minor, compact(creditor_iban)].join(' ')
}
