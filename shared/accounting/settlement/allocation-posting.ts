import { shareOf } from '../amounts/share-of.ts'
import type { DeductedSide } from './deductions/deduction-table.ts'
import { type ItemPart, legsOfItem } from './item-legs.ts'
import type { Leg } from './leg.ts'
import { withDifference } from './with-difference.ts'

/** A payment as posting sees it. Amounts are in its own currency unless their name has base. */
export type PaymentToPost = {
  readonly amount_minor: bigint
  /** Whether an earlier allocation has booked it. */
  readonly is_booked: boolean
  readonly credit_minor: bigint
  readonly credit_base_minor: bigint
  /** The account of its credit so far; null before it has left any: then the role decides. */
  readonly credit_account: string | null
}

export type AllocationPosting = {
  readonly legs: readonly Leg[]
  /** The part taken from customer credit in base currency; null where the entry books the payment itself. */
  readonly credit_base_minor: bigint | null
  readonly credit_change_minor: bigint
  readonly credit_base_change_minor: bigint
}

/**
 * The first allocation of a payment books the bank against the items and the rest against customer credit; a
 * later one books customer credit against items. The difference between the two sides in base currency is gain or loss.
 *
 * @param used_minor what the items take of the payment
 * @param bank_base_minor the whole payment in base currency, at the rate of the posting date
 */
export function postAllocation(
  payment: PaymentToPost,
  used_minor: bigint,
  items: readonly ItemPart[],
  bank_base_minor: bigint,
): AllocationPosting {
  const credited = creditedBy(items)
  return payment.is_booked
    ? fromCredit(payment, used_minor, credited)
    : fromBank(payment, used_minor, credited, bank_base_minor)
}

/** Money on an account that a request names; negative where it goes out. */
export type MoneyOnAccount = { readonly code: string; readonly amount_minor: bigint; readonly base_minor: bigint }

/** No money moves: items of one side are set off against each other, or closed by deductions alone. */
export function postNetting(side: DeductedSide, items: readonly ItemPart[]): Leg[] {
  return withDifference(closedBy(items, side === 'payable' ? 1n : -1n))
}

/** An allocation without a payment: money on an account, in base currency at the rate of the posting date, against the items. */
export function postFromAccount(money: MoneyOnAccount, items: readonly ItemPart[]): Leg[] {
  const { code, amount_minor, base_minor } = money
  return withDifference([{ account: { code }, amount_minor, base_minor }, ...creditedBy(items)])
}

function creditedBy(items: readonly ItemPart[]): Leg[] {
  return closedBy(items, -1n)
}

function closedBy(items: readonly ItemPart[], sign: 1n | -1n): Leg[] {
  const ofItems = items.map((part) => legsOfItem(part, sign))
  return [...ofItems.map(([leg], item) => ({ ...leg, item })), ...ofItems.flatMap(([, ...others]) => others)]
}

function fromBank(
  { amount_minor, credit_account }: PaymentToPost,
  used_minor: bigint,
  credited: readonly Leg[],
  bank_base_minor: bigint,
): AllocationPosting {
  const rest = amount_minor - used_minor
  const rest_base = shareOf(bank_base_minor, rest, amount_minor)
  const bank: Leg = { account: { role: 'bank' }, amount_minor, base_minor: bank_base_minor }
  const credit: Leg = {
    account: creditOn(credit_account),
    amount_minor: -rest,
    base_minor: -rest_base,
    item: 'money',
  }
  return {
    legs: withDifference([bank, ...credited, ...(rest === 0n ? [] : [credit])]),
    credit_base_minor: null,
    credit_change_minor: rest,
    credit_base_change_minor: rest_base,
  }
}

function fromCredit(
  { credit_minor, credit_base_minor, credit_account }: PaymentToPost,
  used_minor: bigint,
  credited: readonly Leg[],
): AllocationPosting {
  const taken = shareOf(credit_base_minor, used_minor, credit_minor)
  const credit: Leg = {
    account: creditOn(credit_account),
    amount_minor: used_minor,
    base_minor: taken,
    item: 'money',
  }
  return {
    legs: withDifference([credit, ...credited]),
    credit_base_minor: taken,
    credit_change_minor: -used_minor,
    credit_base_change_minor: -taken,
  }
}

/** Credit is one open item, so it stays on its account when the role moves to another one. */
function creditOn(account: string | null): Leg['account'] {
  return account ?? { role: 'customer_credit' }
}
