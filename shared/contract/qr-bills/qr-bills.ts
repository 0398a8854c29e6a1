import { expenseDocumentPayload } from '../facts/expense-documents.ts'
import { iban } from '../facts/source-fact-parts.ts'
import { endCustomerId, moneyAnswer } from '../primitives.ts'
import { exactly, type FromSchema } from '../schema.ts'

/** A code has 997 characters at most, of four bytes each at most; it is read leniently up to the double. */
export const qrCodeRequest = {
  title: 'QrCodeRequest',
  type: 'object',
  required: ['end_customer_id', 'text'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    text: {
      type: 'string',
      minLength: 1,
      maxLength: 2_000,
      description: 'The text of the Swiss QR code, as a scanner gives it: its elements on lines of their own',
    },
  },
} as const
export type QrCodeRequest = FromSchema<typeof qrCodeRequest>

const DEFECT_CODES = [
  'iban_invalid',
  'reference_invalid',
  'reference_does_not_fit',
  'address_unstructured',
  'address_incomplete',
  'amount_missing',
  'amount_is_zero',
  'billing_information_unread',
  'uid_invalid',
  'tax_rate_unknown',
  'tax_differs_from_total',
  'import_tax',
  'element_too_long',
  'discount_terms_do_not_fit',
] as const

const defect = exactly('QrBillDefect', {
  code: { enum: DEFECT_CODES },
  message: { type: 'string' },
  pointer: { type: 'string', description: 'JSON Pointer into the answer (RFC 6901)' },
})
export type BillDefect = FromSchema<typeof defect>

const optionalText = { type: 'string' } as const
const address = {
  title: 'QrAddress',
  type: 'object',
  additionalProperties: false,
  properties: {
    street_name: optionalText,
    building_number: optionalText,
    post_code: optionalText,
    town_name: optionalText,
    address_line_1: optionalText,
    address_line_2: optionalText,
    country: optionalText,
  },
} as const
export type QrAddress = FromSchema<typeof address>

const party = exactly('QrParty', { name: { type: 'string' }, structured_address: address })

/** What a QR code says, with the payload of an expense document that says the same. */
export const qrBill = exactly('QrBill', {
  object: { const: 'qr_bill' },
  end_customer_id: endCustomerId,
  iban: { type: 'string' },
  is_qr_iban: { type: 'boolean' },
  creditor: party,
  debtor: { anyOf: [party, { type: 'null' }] },
  amount: { anyOf: [moneyAnswer, { type: 'null' }], description: 'Null where the payer writes it in' },
  reference_type: { enum: ['QRR', 'SCOR', 'NON'] },
  reference: { type: ['string', 'null'] },
  message: { type: ['string', 'null'] },
  billing_information: { type: ['string', 'null'], description: 'As it is written; read where it is Swico S1' },
  payload: {
    ...expenseDocumentPayload,
    description:
      'Of POST /v1/source-facts/expense-documents, as far as the code says it. Complete it before you send it.',
  },
  defects: { type: 'array', items: defect, description: 'What a person looks at before the payload is sent' },
})

const PAYMENT_PART_LANGUAGES = ['de', 'fr', 'it', 'en'] as const

export const paymentPartQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    iban: { ...iban, description: 'Where the customer pays; needed where several accounts are known' },
    language: { enum: PAYMENT_PART_LANGUAGES, description: 'Default: the locale of the end customer' },
    format: { enum: ['json', 'svg', 'pdf'] },
  },
} as const
export type PaymentPartQuery = FromSchema<typeof paymentPartQuery>

/** What stands on the payment part of the bill of an invoice. */
export const paymentPart = exactly('QrBillPaymentPart', {
  object: { const: 'qr_bill_payment_part' },
  document_id: { type: 'string' },
  end_customer_id: endCustomerId,
  iban: { type: 'string' },
  creditor: party,
  debtor: {
    anyOf: [party, { type: 'null' }],
    description: 'Null where the address of the customer is not known as a whole, or has letters of another script',
  },
  amount: { ...moneyAnswer, description: 'What is open of the document' },
  reference_type: { enum: ['QRR', 'SCOR'] },
  reference: { type: 'string', description: 'That of the document, or one that names its entry; matching knows both' },
  message: { type: ['string', 'null'] },
  text: { type: 'string', description: 'What the QR code contains' },
})
