import {
  date,
  endCustomerId,
  id,
  intent,
  type Money,
  money,
  moneyAnswer,
  page,
  reference,
  sha256,
  text,
  timestamp,
} from '../primitives.ts'
import { exactly, type FromSchema, listOf, orNull } from '../schema.ts'
import { vatPeriodOfRequest } from '../vat/vat-periods.ts'
import { deductions, deductionsAnswer } from './deductions.ts'
import { accountOfMoney, accountOfMoneyAnswer } from './money-account.ts'

const ALLOCATION_STATES = ['draft', 'posted', 'reversed'] as const
export type AllocationState = (typeof ALLOCATION_STATES)[number]

const line = {
  title: 'AllocationLine',
  type: 'object',
  required: ['amount'],
  additionalProperties: false,
  properties: {
    amount: { ...money, description: 'What the money pays of it; negative for a credit note' },
    paid: {
      ...money,
      description: 'What that took of the money, where it is in another currency than the document',
    },
    document_id: { ...id, description: 'A document or credit of a customer' },
    supplier_payable_id: {
      ...id,
      description: 'In place of it, where no money moves: a payable, credit note or advance of a supplier',
    },
    deductions,
  },
} as const

/** Contract, "Payment allocation request". */
export const allocationRequest = {
  title: 'AllocationRequest',
  type: 'object',
  required: ['end_customer_id', 'lines'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    lines: { type: 'array', minItems: 1, maxItems: 200, items: line },
    payment_id: {
      ...id,
      description:
        'The payment, or the credit that it has left. Without it and account_code the lines sum up to nothing',
    },
    account_code: accountOfMoney,
    posting_date: {
      ...date,
      description:
        'Default: the day of the payment, which is its booking date or what its bank statement says; required without one',
    },
    set_off_consent: {
      ...text,
      description: 'Who agreed, where credit of one partner pays for what another one owes (OR Art. 120)',
    },
    reason: {
      ...text,
      description:
        'Why what a write_off takes is lost for good, or waived: required with one, and allowed with one only',
    },
    vat_period: vatPeriodOfRequest.vat_period,
  },
} as const
export type AllocationRequest = FromSchema<typeof allocationRequest>

/** What a line takes of the money: in its currency, where that is not the one of the document. */
export function moneyOfLine({ amount, paid }: AllocationRequest['lines'][number]): Money {
  return paid ?? amount
}

/** The same of all lines, in minor units. */
export function sumOfMoney(lines: AllocationRequest['lines']): bigint {
  return lines.reduce((sum, line) => sum + BigInt(moneyOfLine(line).amount_minor), 0n)
}

/** Contract, "Payment allocation (response)". */
export const paymentAllocation = exactly('PaymentAllocation', {
  object: { const: 'payment_allocation' },
  id: { type: 'string' },
  amount: { ...moneyAnswer, description: 'The money of all lines' },
  customer_credit_balance: { ...moneyAnswer, description: 'What of the payment is not allocated' },
  end_customer_id: endCustomerId,
  journal_entry_id: { type: ['string', 'null'] },
  reversal_journal_entry_id: { type: ['string', 'null'] },
  lines: {
    type: 'array',
    items: exactly('AllocationLineAnswer', {
      amount: moneyAnswer,
      document_id: { type: ['string', 'null'] },
      supplier_payable_id: { type: ['string', 'null'] },
      open_amount_before: moneyAnswer,
      paid: { ...orNull(moneyAnswer), description: 'Where the money is in another currency' },
      deductions: deductionsAnswer,
    }),
  },
  payment_id: { type: ['string', 'null'], description: 'Null where the money stands on an account, or none moves' },
  account_code: accountOfMoneyAnswer,
  posting_date: date,
  reason: { type: ['string', 'null'], description: 'Of its write_off' },
  state: { enum: ALLOCATION_STATES },
  created_at: timestamp,
  intents: { type: 'array', items: intent },
})

export const paymentAllocationList = listOf('payment_allocation_list', paymentAllocation)

export const paymentAllocationQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    payment_id: id,
    document_id: id,
    supplier_payable_id: id,
    state: { enum: ALLOCATION_STATES },
    ...page,
  },
} as const
export type PaymentAllocationQuery = FromSchema<typeof paymentAllocationQuery>

/** Contract, "Allocation handoff request". */
export const allocationHandoffRequest = {
  title: 'AllocationHandoffRequest',
  type: 'object',
  required: [
    'open_ar_snapshot',
    'reviewer_justification',
    'end_customer_id',
    'payment_id',
    'proposed_amount',
    'target_document_id',
  ],
  additionalProperties: false,
  properties: {
    open_ar_snapshot: { ...money, description: 'The open amount of the target document as the reviewer saw it' },
    reviewer_justification: text,
    end_customer_id: endCustomerId,
    payment_id: id,
    proposed_amount: money,
    target_document_id: id,
    set_off_consent: {
      ...text,
      description:
        'As in the allocation, whose body has it then: who agreed that credit of one partner pays for another',
    },
    with_deductions: {
      type: 'boolean',
      description:
        'Whether the body has the deductions of the candidate. Default: where its whole amount is for its own target, and both are what is open',
    },
    target_override_reason: { ...text, description: 'Required where the target is not that of the candidate' },
  },
} as const
export type AllocationHandoffRequest = FromSchema<typeof allocationHandoffRequest>

/** Contract, "Allocation handoff response". */
export const allocationHandoff = exactly('AllocationHandoff', {
  accounting_finality: { const: 'none' },
  actor_id: { type: 'string' },
  actor_type: { const: 'api_key' },
  allocation_id: reference('payment_allocation'),
  allocation_request_payload: { type: 'object', description: 'The body to send to POST /v1/allocations' },
  allocation_request_payload_hash: { ...sha256, description: 'SHA-256 of its RFC 8785 form' },
  candidate_hash: { type: 'string' },
  candidate_id: { type: 'string' },
  end_customer_id: endCustomerId,
  id: { type: 'string' },
  idempotency_key: { type: 'string' },
  import_id: { type: 'string' },
  payment_id: { type: 'string' },
  target_document_id: { type: 'string' },
  proposed_amount: moneyAnswer,
  open_ar_snapshot: moneyAnswer,
  reviewer_justification: { type: 'string' },
  target_override_reason: { type: ['string', 'null'] },
  created_at: timestamp,
})

export const allocationHandoffList = listOf('allocation_handoff_list', allocationHandoff)

export const allocationHandoffQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, ...page },
} as const
export type AllocationHandoffQuery = FromSchema<typeof allocationHandoffQuery>
