import type { PaymentWarning } from './debits-to-look-at.ts'
import type { PaymentDefect } from './defects-of-payment.ts'
import { areOfOneSeries, areOneNumber } from './numbers-of-bills.ts'
import type { AlikePayable, OrderTerms, PayableToOrder } from './order-terms.ts'

const MOST_WARNINGS = 5

/** No less than a week: who bills each week without a number is told, and not left out. */
const DAYS_OF_A_WEEK = 7

/** Less than the shortest month. */
const DAYS_OF_A_MONTH = 25

const STATES = {
  open: 'is to be ordered, too',
  ordered: 'is in an order already',
  paid: 'is paid',
} as const satisfies Record<AlikePayable['other_state'], string>

type SameBill = AlikePayable & {
  readonly code: 'same_reference' | 'possible_duplicate'
  /** Nothing that comes again explains both. */
  readonly is_sure: boolean
}

/** Who names a payable has seen it, and is told what else would pay the same bill. */
export function warnOfOneBill(payable: PayableToOrder, terms: OrderTerms): PaymentWarning[] {
  return sameAs(payable, terms)
    .slice(0, MOST_WARNINGS)
    .map((same) => ({ code: same.code, entry_id: null, message: messageOf(same) }))
}

/**
 * Of a selection, the first one of each bill is ordered. The next month of a rent that has one reference for ever is no such bill where the month before is paid.
 *
 * @param before public ids of those before it
 */
export function secondOfOneBill(
  payable: PayableToOrder,
  terms: OrderTerms,
  before: ReadonlySet<string>,
): PaymentDefect | null {
  const same = sameAs(payable, terms).find(({ code, other_id, other_state, is_sure }) => {
    if (other_state === 'open') return before.has(other_id) && (is_sure || code === 'same_reference')
    return is_sure || (other_state === 'ordered' && code === 'same_reference')
  })
  if (!same) return null
  return { code: same.code, pointer: '', message: `${messageOf(same)} If both are owed, name it in payables.` }
}

function sameAs({ supplier_payable_id }: PayableToOrder, terms: OrderTerms): readonly SameBill[] {
  const alike = terms.alike_payables.get(supplier_payable_id) ?? []
  // As the number of a contract: others have it, too, a month or more away.
  const isStanding = alike.filter((other) => other.has_number && !isNear(other)).length > 1
  return alike.flatMap((other) => sameBill(other, isStanding) ?? [])
}

function sameBill(alike: AlikePayable, isStanding: boolean): SameBill | null {
  if (alike.has_reference) {
    const isOver = alike.other_state === 'paid' && (alike.was_long_ago || isAnotherMonth(alike))
    return isOver ? null : { ...alike, code: 'same_reference', is_sure: isNear(alike) }
  }
  const code = 'possible_duplicate'
  if (alike.has_number) return isStanding && !isNear(alike) ? null : { ...alike, code, is_sure: true }
  const { own_number, other_number } = alike
  if (!alike.has_amount || !isNear(alike) || areOfOneSeries(own_number, other_number)) return null
  return { ...alike, code, is_sure: alike.days_apart < DAYS_OF_A_WEEK || areOneNumber(own_number, other_number) }
}

/** A rent with one reference for ever: the month before was paid, and its number was the one before. */
function isAnotherMonth(alike: AlikePayable): boolean {
  return !isNear(alike) && areOfOneSeries(alike.own_number, alike.other_number)
}

function isNear({ days_apart }: AlikePayable): boolean {
  return days_apart < DAYS_OF_A_MONTH
}

function messageOf({ other_id, other_state, code }: SameBill): string {
  if (code === 'same_reference')
    return `${other_id} has the same creditor and reference, and ${STATES[other_state]}: for the bank both are one bill. Look whether it was entered twice.`
  return `${other_id} has the same creditor and the same number, or its amount at about the same day, and ${STATES[other_state]}. Look whether one bill was entered twice.`
}
