import { addDays } from '../../../accounting/amounts/dates.ts'
import { isQrIban } from '../../../accounting/bank/iban.ts'
import { areSimilarWords, compact, looseNameWordsOf } from '../compare-texts.ts'
import type { OrderReason } from '../match-reasons.ts'
import { type SaidNumbers, saidNumbers } from '../named/other-number.ts'
import type { OrderedMovement, OrderedTarget } from './match-ordered.ts'

/** One way to understand a debit that names nothing: a payment that waits, or all that waits of a batch. */
export type OrderFit = {
  readonly targets: readonly OrderedTarget[]
  readonly score: number
  readonly reasons: readonly (OrderReason | 'amount' | 'iban' | 'name')[]
}

/** The bank may book so many days later: of a weekend, of holidays, or as the order came late in the day. */
export const MOST_DAYS_LATE = 10
/** Somebody may have changed the day at the bank; a payment that waits longer is asked about. */
export const MOST_DAYS_MOVED = 60
/** What a debit costs less where its day is not the ordered one. */
const OTHER_DAY_COSTS = 10

/** Whether the bank has booked it when it was ordered for, or on another day since the order; null for neither. */
export function dayFit(
  { day }: OrderedMovement,
  { execution_date, ordered_on }: OrderedTarget,
): 'on_time' | 'other_day' | null {
  if (day === null) return 'other_day'
  if (day >= execution_date && day <= addDays(execution_date, MOST_DAYS_LATE)) return 'on_time'
  return day >= ordered_on && day <= addDays(execution_date, MOST_DAYS_MOVED) ? 'other_day' : null
}

export function onOtherDay(alternative: OrderFit): OrderFit {
  const { score, reasons } = alternative
  return { ...alternative, score: score - OTHER_DAY_COSTS, reasons: [...reasons, 'other_day'] }
}

/** A debit with the words of its name, read once. */
export type ReadMovement = OrderedMovement & {
  readonly words: ReadonlySet<string> | null
  readonly said: SaidNumbers
}

export function readMovement(movement: OrderedMovement): ReadMovement {
  const { name, text } = movement
  return { ...movement, words: name === null ? null : looseNameWordsOf(name), said: saidNumbers(text) }
}

/** How a debit tells who gets it; null where that is somebody else. A bank may know the creditor of a QR-IBAN by its IBAN. */
export function partyFit(
  { account_of_other, words }: ReadMovement,
  { creditor_iban, creditor_name }: OrderedTarget,
): 'iban' | 'name' | 'unnamed' | null {
  if (account_of_other !== null && compact(account_of_other) === compact(creditor_iban)) return 'iban'
  if (account_of_other !== null && !isQrIban(compact(creditor_iban))) return null
  if (words === null) return account_of_other === null ? 'unnamed' : null
  return areSimilarWords(words, looseNameWordsOf(creditor_name)) ? 'name' : null
}

/** Whether a debit is of the account that pays. */
export function isOfAccount({ bank_account, ordering_accounts }: OrderedMovement, target: OrderedTarget): boolean {
  return (ordering_accounts ?? [bank_account]).some((account) => compact(account) === compact(target.bank_account))
}

type SaidAmount = { readonly currency: string; readonly whole_minor: bigint; readonly left_minor: bigint }

/** What a debit moves: as the account was debited, and as it was ordered where the bank tells that. */
export function amountsOf(movement: OrderedMovement): SaidAmount[] {
  const { currency, booked_minor, amount_minor, instructed_currency, instructed_minor } = movement
  const debited = { currency, whole_minor: booked_minor, left_minor: amount_minor }
  if (instructed_currency === null || instructed_minor === null || booked_minor !== amount_minor) return [debited]
  return [debited, { currency: instructed_currency, whole_minor: instructed_minor, left_minor: instructed_minor }]
}

/**
 * Whether a debit in one currency may have paid what was ordered in another: a tenth around its value in the books, where these are in
 * the currency of the account; else within a factor of two, as nobody knows the rate.
 */
export function mayBeWorth(
  { currency, booked_minor, instructed_minor }: Pick<OrderedMovement, 'currency' | 'booked_minor' | 'instructed_minor'>,
  targets: readonly Pick<OrderedTarget, 'currency' | 'amount_minor' | 'book_minor' | 'book_currency'>[],
): boolean {
  if (instructed_minor !== null || targets.some((target) => target.currency === currency)) return false
  const isBooked = targets.every(({ book_currency }) => book_currency === currency)
  const worth = targets.reduce((sum, one) => sum + (isBooked ? one.book_minor : one.amount_minor), 0n)
  if (!isBooked) return booked_minor * 2n >= worth && booked_minor <= worth * 2n
  return booked_minor * 10n >= worth * 9n && booked_minor * 10n <= worth * 11n
}
