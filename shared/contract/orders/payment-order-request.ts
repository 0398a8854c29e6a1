import { currency, date, endCustomerId, id, money, statedText, structuredAddress, text } from '../primitives.ts'
import type { FromSchema } from '../schema.ts'

/** A file of a bank holds more, but nobody looks at more payments before they sign them. */
export const MOST_PAYMENTS = 500

const iban = { type: 'string', pattern: '^[A-Za-z]{2}[0-9]{2}[0-9A-Za-z ]{11,40}$' } as const

const instruction = {
  title: 'PaymentInstruction',
  type: 'object',
  required: ['supplier_payable_id'],
  minProperties: 2,
  additionalProperties: false,
  properties: {
    supplier_payable_id: { ...id, description: 'One of the payables of the order' },
    amount: { ...money, description: 'A part of what is open; no discount is taken off then' },
    creditor: {
      title: 'CreditorToOrder',
      type: 'object',
      minProperties: 1,
      additionalProperties: false,
      description:
        'In place of what the document says: a payable of a voucher, or one taken over, has no document that says it',
      properties: {
        name: { ...statedText, description: 'In Latin letters, where the name of the document has others' },
        iban: { ...iban, description: 'Another one than that of the last payment has to be accepted, too' },
        structured_address: structuredAddress,
        bic: {
          type: 'string',
          pattern: '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$',
          description: 'The bank of the creditor: for money that goes abroad and is no SEPA transfer',
        },
      },
    },
  },
} as const

export const paymentOrderRequest = {
  title: 'PaymentOrderRequest',
  type: 'object',
  required: ['end_customer_id', 'bank_account', 'execution_date'],
  additionalProperties: false,
  oneOf: [{ required: ['payables'] }, { required: ['select'] }],
  properties: {
    end_customer_id: endCustomerId,
    bank_account: { ...iban, description: 'IBAN of the account that pays, not its QR-IBAN; blanks are allowed' },
    execution_date: { ...date, description: 'When the bank is to pay: today or later' },
    payables: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_PAYMENTS,
      items: id,
      description: 'Ids of supplier payables; each is paid with what is open of it',
    },
    select: {
      title: 'PayablesToOrder',
      description: `In place of payables: all invoices of suppliers that are open, in no order, and fit; ${MOST_PAYMENTS} at most`,
      type: 'object',
      minProperties: 1,
      additionalProperties: false,
      properties: {
        due_through: { ...date, description: 'Due on this day or before. Without a due date: the day of the document' },
        currency,
        partner_reference: { ...text, description: 'supplier_reference of the payables' },
      },
    },
    discount: {
      enum: ['take', 'leave'],
      description:
        'take (default): where the terms of the document still allow a discount on the day of execution, and nothing of it is paid yet, the discount is taken off',
    },
    instructions: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_PAYMENTS,
      description: 'How some of these payables are paid, where that is not in full, or not as their document says',
      items: instruction,
    },
    accepted_ibans: {
      type: 'array',
      maxItems: MOST_PAYMENTS,
      items: iban,
      description: 'IBANs that differ from the one to which their supplier was paid last, and were checked',
    },
    accepted_debits: {
      type: 'array',
      maxItems: MOST_PAYMENTS,
      items: id,
      description:
        'Ids of bank entries, or of notifications (camt.054), of the end customer that could have paid these payables already, and were checked: they have paid something else, or nothing',
    },
  },
} as const
export type PaymentOrderRequest = FromSchema<typeof paymentOrderRequest>
