import { date, endCustomerId, moneyAnswer } from '../primitives.ts'
import { exactly, type FromSchema } from '../schema.ts'
import { leftOutPayables, paymentWarnings } from './told-of-orders.ts'

const triedPayment = exactly('TriedPayment', {
  supplier_payable_id: { type: 'string' },
  amount: moneyAnswer,
  discount: { ...moneyAnswer, description: 'Taken off what is open' },
  creditor: exactly('TriedCreditor', {
    name: { type: 'string' },
    iban: { type: ['string', 'null'] },
    structured_address: { type: ['object', 'null'], additionalProperties: true },
    bic: { type: ['string', 'null'] },
    iban_before: {
      type: ['string', 'null'],
      description: 'Where the supplier was paid last, if that was another account',
    },
  }),
  payment_reference: { type: ['string', 'null'] },
  document_number: { type: ['string', 'null'] },
  defects: {
    type: 'array',
    description: 'Why the order would be refused; none where the payment can be ordered',
    items: exactly('PaymentDefect', { code: { type: 'string' }, message: { type: 'string' } }),
  },
})

/** What an order would pay if it were sent now. Nothing of it is stored. */
export const paymentOrderTrial = exactly('PaymentOrderTrial', {
  object: { const: 'payment_order_trial' },
  end_customer_id: endCustomerId,
  bank_account: { type: 'string' },
  execution_date: date,
  can_be_ordered: { type: 'boolean', description: 'There is a payment, and none has a defect' },
  totals: {
    type: 'array',
    description: 'Of the payments without a defect, for each currency',
    items: exactly('TriedTotal', { amount: moneyAnswer, count: { type: 'integer' } }),
  },
  payments: { type: 'array', items: triedPayment },
  left_out: leftOutPayables,
  warnings: paymentWarnings,
})

export type PaymentOrderTrial = FromSchema<typeof paymentOrderTrial>
