import assert from 'node:assert/strict'
import { postAllocation, postFromAccount, postNetting } from '../../shared/accounting/settlement/allocation-posting.ts'
import { paidMinor, sideOfKind } from '../../shared/accounting/settlement/deductions/deduction-table.ts'
import type { MoneyEntry } from '../../shared/accounting/settlement/entry-of-legs.ts'
import type { ItemPart } from '../../shared/accounting/settlement/item-legs.ts'
import { moneyEntryOfAllocation } from '../../shared/accounting/settlement/money-entry.ts'
import { findBankEntry } from '../../shared/store/bank/bank-entries.ts'
import { lockPayment, type PaymentRow } from '../../shared/store/bank/payments.ts'
import { findCreditAccount } from '../../shared/store/open-items/payment-credit.ts'
import { type AllocationRow, findAllocation } from '../../shared/store/settlement/allocations.ts'
import { markAllocationPosted, releaseAllocation } from '../../shared/store/settlement/change-allocations.ts'
import { givenBackByAllocation } from '../../shared/store/settlement/given-back.ts'
import type { IntentRow } from '../../shared/store/settlement/intents.ts'
import { decideReversal } from '../../shared/store/settlement/reversals/decide-reversal.ts'
import type { IntentContext, IntentResult } from '../intent.ts'
import { deductionsOfItems } from './deductions-of-items.ts'
import { findNotToGiveBack } from './find-not-to-give-back.ts'
import { inBaseCurrency, postLegs } from './post-legs.ts'
import { taxesOfItems } from './taxes-of-items.ts'

/** Books an allocation of a payment, of money on an account, or of items against each other. */
export async function postAllocationIntent(context: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const { allocation, payment } = await read(context, intent)
  return payment
    ? postFromPaymentIntent(context, intent, allocation, payment)
    : postWithoutPaymentIntent(context, intent, allocation)
}

/** The first allocation of a payment books the bank too, a later one takes customer credit. */
async function postFromPaymentIntent(
  context: IntentContext,
  { request: { vat_period } }: IntentRow,
  allocation: AllocationRow,
  payment: PaymentRow,
): Promise<IntentResult> {
  const { tx } = context
  const evidence = await findBankEntry(tx, payment.entry_id, [allocation.end_customer_id])
  const canonical_entry_hash = evidence?.canonical_entry_hash ?? ''
  const money = { ...moneyEntryOfAllocation(withClosed(allocation), { ...payment, canonical_entry_hash }), vat_period }
  const bank = await inBaseCurrency(context, money, payment.amount_minor)
  if ('blockers' in bank) return { blockers: bank.blockers }
  const found = await closedItemsOf(context, money, allocation)
  if ('blockers' in found) return found
  const { legs, ...booked } = postAllocation(
    { ...payment, is_booked: payment.booked_by !== null, credit_account: await findCreditAccount(tx, payment) },
    allocation.amount_minor,
    found.items,
    bank.base_minor,
  )
  const result = await postLegs(context, money, legs)
  if (!('entry' in result)) return result
  const { entry, lines: on } = result
  await markAllocationPosted(tx, { ...allocation, ...booked, journal_entry_id: entry.journal_entry_id, on })
  return result
}

/** Money on an account, or none at all. */
async function postWithoutPaymentIntent(
  context: IntentContext,
  { request: { vat_period } }: IntentRow,
  allocation: AllocationRow,
): Promise<IntentResult> {
  const { account_code: code } = allocation.request
  const money = { ...moneyEntryOfAllocation(withClosed(allocation), null), vat_period }
  const moved = await inBaseCurrency(context, money, allocation.amount_minor)
  if ('blockers' in moved) return { blockers: moved.blockers }
  const found = await closedItemsOf(context, money, allocation)
  if ('blockers' in found) return found
  const { amount_minor } = allocation
  const legs =
    code === undefined
      ? postNetting(sideOfKind(allocation.lines[0]?.kind ?? 'receivable'), found.items)
      : postFromAccount({ code, amount_minor, base_minor: moved.base_minor }, found.items)
  const result = await postLegs(context, money, legs)
  if (!('entry' in result)) return result
  const { lines: on } = result
  const { journal_entry_id } = result.entry
  const ofCredit = { credit_base_minor: null, credit_change_minor: 0n, credit_base_change_minor: 0n }
  await markAllocationPosted(context.tx, { ...allocation, ...ofCredit, journal_entry_id, on })
  return result
}

function withClosed(allocation: AllocationRow) {
  const { lines, request } = allocation
  const closed = lines.filter((_, index) => isSpecial(request.lines[index]))
  const moves_money = request.account_code !== undefined
  return {
    ...allocation,
    moves_money,
    closed: closed.map(({ document_id, amount_minor }) => ({ document_id, amount_minor })),
  }
}

/** Its document is closed by another amount than the money. */
function isSpecial(line: AllocationRow['request']['lines'][number] | undefined): boolean {
  return line?.deductions !== undefined || line?.paid !== undefined
}

type ClosedItems = { readonly items: readonly ItemPart[] } | Extract<IntentResult, { blockers: unknown }>

/** What the lines take of their documents, with the tax that is due with it and what else closes them. */
async function closedItemsOf(
  context: IntentContext,
  money: MoneyEntry,
  { lines: kept, request }: AllocationRow,
): Promise<ClosedItems> {
  const lines = kept.map((line, index) => {
    const { deductions } = request.lines[index] ?? {}
    const amount_minor = BigInt(line.amount_minor)
    return {
      ...line,
      open_item_id: line.document_id,
      deductions,
      amount_minor,
      paid_minor: paidMinor(amount_minor, deductions),
    }
  })
  const found = await taxesOfItems(context, money, lines)
  if ('blockers' in found) return found
  const off = await deductionsOfItems(context, money, lines, found.taxes)
  if ('blockers' in off) return off
  const items = lines.map(({ account_code, amount_minor, base_amount_minor, open_item_id, currency }) => ({
    account_code,
    amount_minor,
    ...(currency !== money.currency && { currency }),
    base_minor: BigInt(base_amount_minor),
    tax: found.taxes.get(open_item_id),
    deducted: off.deducted.get(open_item_id),
  }))
  return { items }
}

/** Undoes exactly the booked amounts; documents and payment are open again. */
export async function reverseAllocationIntent(context: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const { allocation, payment } = await read(context, intent)
  const result = await decideReversal(context, intent)
  if (!('entry' in result)) return result
  const blockers = await findNotToGiveBack(context.tx, intent.end_customer_id, givenBackByAllocation(allocation))
  if (blockers.length > 0) return { blockers }
  const { journal_entry_id } = result.entry
  await releaseAllocation(context.tx, allocation, { journal_entry_id, ...creditGivenBack(allocation, payment) })
  return result
}

/** The allocation that booked the payment is reversed last of all, so the amount on customer credit is its remainder. */
function creditGivenBack({ amount_minor, credit_base_minor }: AllocationRow, payment: PaymentRow | null) {
  if (credit_base_minor !== null)
    return { credit_change_minor: amount_minor, credit_base_change_minor: credit_base_minor }
  return {
    credit_change_minor: -(payment?.credit_minor ?? 0n),
    credit_base_change_minor: -(payment?.credit_base_minor ?? 0n),
  }
}

async function read({ tx }: IntentContext, { end_customer_id, subject_id }: IntentRow) {
  const allocation = await findAllocation(tx, subject_id, [end_customer_id])
  assert(allocation, 'an intent is there together with its allocation')
  if (allocation.payment_id === null) return { allocation, payment: null }
  const payment = await lockPayment(tx, end_customer_id, allocation.payment_id)
  assert(payment, 'an allocation is there together with its payment')
  return { allocation, payment }
}
