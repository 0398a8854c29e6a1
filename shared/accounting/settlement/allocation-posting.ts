import { shareOf } from '../amounts/share-of.ts'
import type { TaxOfItem } from '../documents/tax-record.ts'
import { settleTaxOfItem } from '../vat/tax-of-item.ts'
import type { Leg, LegAccount } from './leg.ts'

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

export type ReceivablePart = {
  readonly account_code: string
  readonly amount_minor: bigint
  readonly base_minor: bigint
  /** Of a document whose tax is due with payments. */
  readonly tax?: TaxOfPart | undefined
}

/** The tax of an item, and in a foreign currency what is paid of it at the rate by which tax is converted. */
export type TaxOfPart = {
  readonly item: TaxOfItem
  readonly paid_base_minor: bigint | null
  readonly day: string
}

export type AllocationPosting = {
  readonly legs: readonly Leg[]
  /** The part taken from customer credit in base currency; null where the entry books the payment itself. */
  readonly credit_base_minor: bigint | null
  readonly credit_change_minor: bigint
  readonly credit_base_change_minor: bigint
}

/**
 * The first allocation of a payment books the bank against the receivables and the rest against customer credit; a
 * later one books customer credit against receivables. The difference between the two sides in base currency is gain or loss.
 *
 * @param bank_base_minor the whole payment in base currency, at the rate of the posting date
 */
export function postAllocation(
  payment: PaymentToPost,
  receivables: readonly ReceivablePart[],
  bank_base_minor: bigint,
): AllocationPosting {
  const used = sumOf(receivables)
  const credited = creditedBy(receivables)
  return payment.is_booked ? fromCredit(payment, used, credited) : fromBank(payment, used, credited, bank_base_minor)
}

/**
 * An allocation without a payment: money on an account that the request names, against the receivables.
 *
 * @param money_base_minor what comes in, in base currency, at the rate of the posting date; negative where it goes out
 */
export function postFromAccount(code: string, receivables: readonly ReceivablePart[], money_base_minor: bigint): Leg[] {
  const money: Leg = { account: { code }, amount_minor: sumOf(receivables), base_minor: money_base_minor }
  return withDifference([money, ...creditedBy(receivables)])
}

function sumOf(receivables: readonly ReceivablePart[]): bigint {
  return receivables.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
}

/** The lines of the receivables, and behind them what the rate of the payment changes of their tax. */
function creditedBy(receivables: readonly ReceivablePart[]): Leg[] {
  const parts = receivables.map((part) => ({ part, ...settleTax(part) }))
  const ofItems = parts.map(({ part: { account_code, amount_minor, base_minor }, tax_due }) => ({
    account: account_code,
    amount_minor: -amount_minor,
    base_minor: -base_minor,
    ...tax_due,
  }))
  return [...ofItems, ...parts.flatMap(({ differences }) => differences)]
}

function fromBank(
  { amount_minor, credit_account }: PaymentToPost,
  used: bigint,
  credited: readonly Leg[],
  bank_base_minor: bigint,
): AllocationPosting {
  const rest = amount_minor - used
  const rest_base = shareOf(bank_base_minor, rest, amount_minor)
  const bank: Leg = { account: { role: 'bank' }, amount_minor, base_minor: bank_base_minor }
  const credit: Leg = { account: creditOn(credit_account), amount_minor: -rest, base_minor: -rest_base }
  return {
    legs: withDifference([bank, ...credited, ...(rest === 0n ? [] : [credit])]),
    credit_base_minor: null,
    credit_change_minor: rest,
    credit_base_change_minor: rest_base,
  }
}

function fromCredit(
  { credit_minor, credit_base_minor, credit_account }: PaymentToPost,
  used: bigint,
  credited: readonly Leg[],
): AllocationPosting {
  const taken = shareOf(credit_base_minor, used, credit_minor)
  const credit: Leg = { account: creditOn(credit_account), amount_minor: used, base_minor: taken }
  return {
    legs: withDifference([credit, ...credited]),
    credit_base_minor: taken,
    credit_change_minor: -used,
    credit_base_change_minor: -taken,
  }
}

/** Credit is one open item, so it stays on its account when the role moves to another one. */
function creditOn(account: string | null): Leg['account'] {
  return account ?? { role: 'customer_credit' }
}

export type SettlementToPost = {
  readonly account_code: string
  /** Positive for an invoice that is paid, negative for a credit note that is refunded. */
  readonly amount_minor: bigint
  readonly base_minor: bigint
  readonly tax?: TaxOfPart | undefined
}

/**
 * Books a settlement: debit the payable, credit the bank or the account that the request names; a difference in base
 * currency is gain or loss.
 */
export function postSettlement(
  payable: SettlementToPost,
  bank_base_minor: bigint,
  account: LegAccount = { role: 'bank' },
): Leg[] {
  const { account_code, amount_minor, base_minor } = payable
  const { tax_due, differences } = settleTax(payable)
  const bank: Leg = { account, amount_minor: -amount_minor, base_minor: -bank_base_minor }
  const item: Leg = { account: account_code, amount_minor, base_minor, ...tax_due }
  const legs = withDifference([item, bank, ...differences])
  return base_minor === 0n ? bankAsSecond(legs, bank) : legs
}

/** Its use of the bank entry names the second line, also where the payable is worth nothing and has none. */
function bankAsSecond(legs: readonly Leg[], bank: Leg): Leg[] {
  const [first, ...others] = legs.filter((leg) => leg !== bank && leg.base_minor !== 0n)
  return first ? [first, bank, ...others] : [...legs]
}

/** The tax that a payment makes due, for the line of the item and, by another rate, for the tax accounts. */
function settleTax({ tax, amount_minor }: ReceivablePart) {
  if (!tax) return { tax_due: {}, differences: [] }
  const { item, paid_base_minor, day } = tax
  const settled = settleTaxOfItem(item, { kind: 'declared', amount_minor, paid_base_minor, day })
  const differences = settled.differences.map(
    ({ account_code, base_minor, tax_due }): Leg => ({
      account: account_code,
      amount_minor: 0n,
      base_minor,
      tax_due,
    }),
  )
  return { tax_due: settled.tax_due.length > 0 ? { tax_due: settled.tax_due } : {}, differences }
}

/** Exchange differences have two sides (OR Art. 958c): a gain is credited, a loss debited. */
function withDifference(legs: readonly Leg[]): Leg[] {
  const difference = legs.reduce((sum, { base_minor }) => sum + base_minor, 0n)
  if (difference === 0n) return [...legs]
  const role = difference > 0n ? 'fx_gain' : 'fx_loss'
  return [...legs, { account: { role }, amount_minor: 0n, base_minor: -difference }]
}
