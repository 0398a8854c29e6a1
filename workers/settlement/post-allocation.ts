import assert from 'node:assert/strict'
import { postAllocation } from '../../shared/accounting/settlement/allocation-posting.ts'
import type { Json } from '../../shared/canonical/canonical-json.ts'
import { hashOf } from '../../shared/canonical/hash.ts'
import { findBankEntry } from '../../shared/store/bank/bank-entries.ts'
import { lockPayment, type PaymentRow } from '../../shared/store/bank/payments.ts'
import { type AllocationRow, findAllocation } from '../../shared/store/settlement/allocations.ts'
import { markAllocationPosted, releaseAllocation } from '../../shared/store/settlement/change-allocations.ts'
import type { IntentRow } from '../../shared/store/settlement/intents.ts'
import type { IntentContext, IntentResult } from '../intent.ts'
import { reversalOf } from '../journal/reversal-entry.ts'
import { entryOfLegs, inBaseCurrency, type MoneyEntry } from './entry-of-legs.ts'

/** Books an allocation: the first one of a payment books the bank too, a later one takes customer credit. */
export async function postAllocationIntent(posting: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const { tx } = posting
  const { allocation, payment } = await read(posting, intent)
  const own = await describe(posting, allocation, payment)
  const bank = await inBaseCurrency(posting, own, payment.amount_minor)
  if ('blockers' in bank) return { blockers: bank.blockers }
  const receivables = allocation.lines.map((line) => ({
    account_code: line.account_code,
    amount_minor: BigInt(line.amount_minor),
    base_minor: BigInt(line.base_amount_minor),
  }))
  const { legs, ...booked } = postAllocation(
    { ...payment, is_booked: payment.booked_by !== null },
    receivables,
    bank.base_minor,
  )
  const carried = await entryOfLegs(posting, own, legs)
  if (!('entry' in carried)) return carried
  await markAllocationPosted(tx, { ...allocation, ...booked, journal_entry_id: carried.entry.journal_entry_id })
  return carried
}

/** Undoes exactly what was booked; documents and payment are open again. */
export async function reverseAllocationIntent(posting: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const { allocation, payment } = await read(posting, intent)
  const carried = await reversalOf(posting, intent)
  if (!('entry' in carried)) return carried
  // The allocation that booked the payment is reversed last of all, so what lies on customer credit is its own rest.
  const wasFirst = allocation.credit_base_minor === null
  await releaseAllocation(posting.tx, allocation, {
    journal_entry_id: carried.entry.journal_entry_id,
    credit_change_minor: wasFirst ? -payment.credit_minor : allocation.amount_minor,
    credit_base_change_minor: wasFirst ? -payment.credit_base_minor : (allocation.credit_base_minor ?? 0n),
  })
  return carried
}

async function read({ tx }: IntentContext, { end_customer_id, subject_id }: IntentRow) {
  const allocation = await findAllocation(tx, subject_id, [end_customer_id])
  assert(allocation, 'an intent is there together with its allocation')
  const payment = await lockPayment(tx, end_customer_id, allocation.payment_id)
  assert(payment, 'an allocation is there together with its payment')
  return { allocation, payment }
}

async function describe({ tx }: IntentContext, allocation: AllocationRow, payment: PaymentRow): Promise<MoneyEntry> {
  const { end_customer_id, allocation_id, posting_date, currency, request, actor_id, request_id } = allocation
  const evidence = await findBankEntry(tx, payment.entry_id, [end_customer_id])
  const canonical_entry_hash = evidence?.canonical_entry_hash ?? ''
  const request_hash = hashOf(request)
  const source_snapshot: Json = {
    request,
    request_hash,
    payment_id: payment.payment_id,
    canonical_entry_hash,
    evidence_hashes: {
      attachment_hashes: [],
      evidence_link_hashes: [canonical_entry_hash],
      source_hash: canonical_entry_hash,
      source_payload_hash: request_hash,
    },
  }
  return {
    end_customer_id,
    source_type: 'payment_allocation',
    source_id: allocation_id,
    source_snapshot,
    posting_date,
    description: `Zahlung ${payment.debtor_name ?? payment.account}`,
    currency,
    bank_account: payment.account,
    actor_id,
    request_id,
  }
}
