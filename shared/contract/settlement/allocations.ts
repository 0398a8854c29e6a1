import {
  date,
  endCustomerId,
  id,
  intent,
  type Money,
  money,
  moneyAnswer,
  page,
  statedText,
  timestamp,
  warning,
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
        'Default: the day of the payment, which is its booking date or what its bank statement says; of credit that a voucher has given later, the first day on which that and all items are there; required without a payment',
    },
    set_off_consent: {
      ...statedText,
      description: 'Who agreed, where credit of one partner pays for what another one owes (OR Art. 120)',
    },
    reason: {
      ...statedText,
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
export const paymentAllocation = exactly(
  'PaymentAllocation',
  {
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
    warnings: {
      type: 'array',
      items: warning,
      description:
        'Items that were opened after its posting date, invoices that it has paid in an earlier VAT return, credit notes that take back more tax at a rate than what they are set off against has, write-offs where no account is mapped to losses, and a reference of the payment that none of its documents has',
    },
    state: { enum: ALLOCATION_STATES },
    created_at: timestamp,
    intents: { type: 'array', items: intent },
  },
  ['warnings'],
)

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
