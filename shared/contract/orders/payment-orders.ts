import { date, endCustomerId, id, moneyAnswer, page, sha256, statedText, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf, orNull } from '../schema.ts'
import { MOST_PAYMENTS } from './payment-order-request.ts'
import { leftOutPayables, paymentWarnings } from './told-of-orders.ts'

const PAYMENT_ORDER_STATES = ['open', 'completed', 'withdrawn'] as const
export type PaymentOrderState = (typeof PAYMENT_ORDER_STATES)[number]

const ORDERED_PAYMENT_STATES = ['ordered', 'paid', 'rejected', 'withdrawn'] as const
export type OrderedPaymentState = (typeof ORDERED_PAYMENT_STATES)[number]

const batch = exactly('PaymentBatch', {
  payment_information_id: { type: 'string', description: 'PmtInfId: the bank may book the batch as one amount' },
  amount: moneyAnswer,
  count: { type: 'integer' },
})

const head = {
  object: { const: 'payment_order' },
  id: { type: 'string' },
  end_customer_id: endCustomerId,
  state: {
    enum: PAYMENT_ORDER_STATES,
    description: 'open: a payment of it is ordered and not paid. completed: none is, and not all are withdrawn',
  },
  bank_account: { type: 'string' },
  execution_date: date,
  message_id: { type: 'string', description: 'MsgId of the file' },
  file_sha256: sha256,
  batches: { type: 'array', items: batch },
  created_at: timestamp,
} as const

const paymentOrderSummary = exactly('PaymentOrderSummary', head)

const orderedPayment = exactly('OrderedPayment', {
  supplier_payable_id: { type: 'string' },
  end_to_end_id: { type: 'string', description: 'EndToEndId: the bank names it with its booking' },
  payment_information_id: { type: 'string' },
  amount: moneyAnswer,
  discount: { ...moneyAnswer, description: 'Taken off what is open; it is booked with the payment' },
  creditor: exactly('OrderedCreditor', {
    name: { type: 'string' },
    iban: { type: 'string' },
    structured_address: { type: 'object', additionalProperties: true },
    bic: { type: ['string', 'null'], description: 'The bank of the creditor, where it had to be named' },
    iban_before: {
      type: ['string', 'null'],
      description: 'Where the supplier was paid last, if that was another account and the request accepted the change',
    },
  }),
  payment_reference: { type: ['string', 'null'] },
  document_number: { type: ['string', 'null'] },
  state: {
    enum: ORDERED_PAYMENT_STATES,
    description: 'paid: so much of the payable is closed. rejected and withdrawn: it can be ordered again',
  },
  state_reason: { type: ['string', 'null'], description: 'Why it is rejected or withdrawn' },
  bank_status: {
    type: ['string', 'null'],
    description:
      'What a report of the bank (pain.002) has told of it last, as of the payment, its batch or the whole order: ACCP, ACSP, PDNG … say that the bank has it. RJCT and CANC are final',
  },
  contradiction: {
    type: ['string', 'null'],
    enum: ['rejected_and_paid', 'withdrawn_and_paid', 'withdrawn_and_sent', null],
    description:
      'The bank has paid what it has rejected, or what was withdrawn here: ask it. The payment is paid, whatever came first. withdrawn_and_sent: it has told by a report that it has a payment which was withdrawn before',
  },
  unsettled_entry_ids: {
    type: 'array',
    items: { type: 'string' },
    description:
      'Debits of the bank that name the payment and are not booked for its payable: something else has booked them, or nothing yet',
  },
})

const statusReport = exactly('PaymentStatusReport', {
  id: { type: 'string' },
  report_id: { type: ['string', 'null'], description: 'MsgId of the report' },
  status: { type: ['string', 'null'], description: 'GrpSts: of the whole order' },
  rejected_count: { type: 'integer', description: 'Payments of the order that the report rejects' },
  file_sha256: sha256,
  created_at: timestamp,
})

const withPayments = {
  payments: { type: 'array', items: orderedPayment },
  status_reports: { type: 'array', items: statusReport, description: 'The latest 20, oldest first' },
} as const

export const paymentOrder = exactly('PaymentOrder', {
  ...head,
  left_out: {
    ...orNull(leftOutPayables),
    description:
      'What select had found and did not order, as it was answered when the order was made. null: it is from before this was kept',
  },
  warnings: {
    ...orNull(paymentWarnings),
    description:
      'Of its payments, as they were answered when the order was made. null: it is from before this was kept',
  },
  ...withPayments,
})

/** An order at the moment at which it is made. */
export const madePaymentOrder = exactly('MadePaymentOrder', {
  ...head,
  left_out: leftOutPayables,
  warnings: paymentWarnings,
  ...withPayments,
})

export const paymentOrderList = listOf('payment_order_list', paymentOrderSummary)

export const paymentOrderQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, ...page },
} as const
export type PaymentOrderQuery = FromSchema<typeof paymentOrderQuery>

export const paymentOrderFile = exactly('PaymentOrderFile', {
  object: { const: 'payment_order_file' },
  payment_order_id: { type: 'string' },
  end_customer_id: endCustomerId,
  file_name: { type: 'string' },
  file_sha256: sha256,
  xml: { type: 'string' },
})

export const paymentOrderFileQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, format: { enum: ['json', 'xml'] } },
} as const
export type PaymentOrderFileQuery = FromSchema<typeof paymentOrderFileQuery>

export const paymentOrderWithdrawal = {
  title: 'PaymentOrderWithdrawal',
  type: 'object',
  required: ['end_customer_id', 'reason'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    reason: statedText,
    end_to_end_ids: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_PAYMENTS,
      items: id,
      description:
        'Only these payments: the bank does not pay them, or has sent the money back. Default: all that are not paid or rejected',
    },
    cancelled_by_bank: {
      type: 'boolean',
      description:
        'true: the bank has told that it does not make these payments, though a report of it (pain.002) said that it has them. Without it they are 409 (already_sent)',
    },
  },
} as const
export type PaymentOrderWithdrawal = FromSchema<typeof paymentOrderWithdrawal>

/** On a payable: the payment that is ordered and not paid yet. */
export const orderedMark = orNull(
  exactly('OrderedMark', {
    payment_order_id: { type: 'string' },
    end_to_end_id: { type: 'string' },
    amount: moneyAnswer,
    execution_date: date,
  }),
)

export const statusReportQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId },
} as const
