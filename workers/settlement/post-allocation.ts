import assert from 'node:assert/strict'
import { postAllocation } from '../../shared/accounting/settlement/allocation-posting.ts'
import { moneyEntryOfAllocation } from '../../shared/accounting/settlement/money-entry.ts'
import { findBankEntry } from '../../shared/store/bank/bank-entries.ts'
import { lockPayment } from '../../shared/store/bank/payments.ts'
import { findCreditAccount } from '../../shared/store/open-items/payment-credit.ts'
import { findAllocation } from '../../shared/store/settlement/allocations.ts'
import { markAllocationPosted, releaseAllocation } from '../../shared/store/settlement/change-allocations.ts'
import { givenBackByAllocation } from '../../shared/store/settlement/given-back.ts'
import type { IntentRow } from '../../shared/store/settlement/intents.ts'
import type { IntentContext, IntentResult } from '../intent.ts'
import { postReversal } from '../journal/post-reversal.ts'
import { findNotToGiveBack } from './find-not-to-give-back.ts'
import { inBaseCurrency, postLegs } from './post-legs.ts'
import { taxesOfItems } from './taxes-of-items.ts'

/** Books an allocation: the first one of a payment books the bank too, a later one takes customer credit. */
export async function postAllocationIntent(context: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const { tx } = context
  const { allocation, payment } = await read(context, intent)
  const evidence = await findBankEntry(tx, payment.entry_id, [allocation.end_customer_id])
  const { vat_period } = intent.request
  const money = { ...moneyEntryOfAllocation(allocation, payment, evidence?.canonical_entry_hash ?? ''), vat_period }
  const bank = await inBaseCurrency(context, money, payment.amount_minor)
  if ('blockers' in bank) return { blockers: bank.blockers }
  const paid = allocation.lines.map((line) => ({
    open_item_id: line.document_id,
    amount_minor: BigInt(line.amount_minor),
  }))
  const found = await taxesOfItems(context, money, paid)
  if ('blockers' in found) return found
  const receivables = allocation.lines.map((line) => ({
    account_code: line.account_code,
    amount_minor: BigInt(line.amount_minor),
    base_minor: BigInt(line.base_amount_minor),
    tax: found.taxes.get(line.document_id),
  }))
  const { legs, ...booked } = postAllocation(
    { ...payment, is_booked: payment.booked_by !== null, credit_account: await findCreditAccount(tx, payment) },
    receivables,
    bank.base_minor,
  )
  const result = await postLegs(context, money, legs)
  if (!('entry' in result)) return result
  await markAllocationPosted(tx, { ...allocation, ...booked, journal_entry_id: result.entry.journal_entry_id })
  return result
}

/** Undoes exactly the booked amounts; documents and payment are open again. */
export async function reverseAllocationIntent(context: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const { allocation, payment } = await read(context, intent)
  const result = await postReversal(context, intent)
  if (!('entry' in result)) return result
  const blockers = await findNotToGiveBack(context.tx, intent.end_customer_id, givenBackByAllocation(allocation))
  if (blockers.length > 0) return { blockers }
  // The allocation that booked the payment is reversed last of all, so the amount on customer credit is its remainder.
  const wasFirst = allocation.credit_base_minor === null
  await releaseAllocation(context.tx, allocation, {
    journal_entry_id: result.entry.journal_entry_id,
    credit_change_minor: wasFirst ? -payment.credit_minor : allocation.amount_minor,
    credit_base_change_minor: wasFirst ? -payment.credit_base_minor : (allocation.credit_base_minor ?? 0n),
  })
  return result
}

async function read({ tx }: IntentContext, { end_customer_id, subject_id }: IntentRow) {
  const allocation = await findAllocation(tx, subject_id, [end_customer_id])
  assert(allocation, 'an intent is there together with its allocation')
  const payment = await lockPayment(tx, end_customer_id, allocation.payment_id)
  assert(payment, 'an allocation is there together with its payment')
  return { allocation, payment }
}
