import { DEDUCTIONS } from './deductions/deduction-table.ts'
import { type ItemPart, legsOfItem } from './item-legs.ts'
import type { Leg, LegAccount } from './leg.ts'
import { withDifference } from './with-difference.ts'

/** The money of a settlement: negative where it comes in for a credit note. */
export type MoneyOfSettlement = {
  readonly account: LegAccount
  readonly amount_minor: bigint
  readonly base_minor: bigint
  /** Of the money, where that is not the one of the payable. */
  readonly currency?: string
  /** What of it the bank has kept; its amount is nothing where it is not in the currency of the payable. */
  readonly charges: Pick<Leg, 'amount_minor' | 'base_minor'>
  /** What of it is beyond the payable. */
  readonly advance: Pick<Leg, 'amount_minor' | 'base_minor'>
}

/**
 * Books a settlement: debit the payable, credit the bank or the account that the request names; a difference in base
 * currency is gain or loss.
 *
 * @param payable positive for an invoice that is paid, negative for a credit note that is refunded
 */
export function postSettlement(payable: ItemPart, money: MoneyOfSettlement): Leg[] {
  const [closed, ...others] = legsOfItem(payable, 1n)
  const item: Leg = { ...closed, item: 0 }
  const { account, amount_minor, base_minor, currency, charges, advance } = money
  const inCurrency = currency === undefined ? {} : { currency }
  const bank: Leg = { account, amount_minor: -amount_minor, base_minor: -base_minor, ...inCurrency }
  const moved = amount_minor === 0n && base_minor === 0n ? [] : [bank]
  const legs = withDifference([
    item,
    ...moved,
    ...chargesOf({ ...charges, ...inCurrency }),
    ...others,
    ...advanceOf(advance),
  ])
  return item.base_minor === 0n && moved.length > 0 ? bankAsSecond(legs, bank) : legs
}

function chargesOf(charges: Omit<Leg, 'account'>): Leg[] {
  const { account } = DEDUCTIONS.bank_charges
  return charges.base_minor === 0n || !account ? [] : [{ account, ...charges }]
}

/** It is an open item of its own, a claim and no expense. */
function advanceOf(advance: MoneyOfSettlement['advance']): Leg[] {
  return advance.amount_minor === 0n ? [] : [{ account: { role: 'supplier_advance' }, ...advance, item: 'money' }]
}

/** Its use of the bank entry names the second line, also where the payable is worth nothing and has none. */
function bankAsSecond(legs: readonly Leg[], bank: Leg): Leg[] {
  const [first, ...others] = legs.filter((leg) => leg !== bank && leg.base_minor !== 0n)
  return first ? [first, bank, ...others] : [...legs]
}
