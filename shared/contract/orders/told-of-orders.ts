import { moneyAnswer } from '../primitives.ts'
import { exactly, type FromSchema } from '../schema.ts'

/** Nobody knows ids. */
const namedPayable = {
  supplier_payable_id: { type: 'string' },
  supplier_name: { type: 'string' },
  document_number: { type: ['string', 'null'] },
  amount: { ...moneyAnswer, description: 'Of the document, whatever is open of it' },
} as const

const leftOutPayable = exactly('LeftOutPayable', {
  ...namedPayable,
  code: {
    type: 'string',
    description:
      'already_debited: a debit of the bank has paid it by an order, and is not booked for it; debit_not_booked: one that nobody has booked may have paid it; debit_booked_otherwise: one that fits it is booked for something else; debit_dismissed: one that fits it, or names it or a payment of it, is dismissed; discount_taken: what is open is the discount that was taken off with a payment; same_reference: another payable with its creditor and reference is ordered or paid; possible_duplicate: another one that looks like the same bill is; else the defect of its payment, as creditor_iban_missing, address_incomplete or iban_changed',
  },
  message: { type: 'string' },
})
export type LeftOutPayable = FromSchema<typeof leftOutPayable>

/** What an order, or its trial, says of payables that it does not pay. */
export const leftOutPayables = {
  type: 'array',
  description: 'What select has found and does not order; none where payables are named',
  items: leftOutPayable,
} as const

const paymentWarning = exactly('PaymentWarning', {
  ...namedPayable,
  code: {
    type: 'string',
    description:
      'debit_may_fit: a debit of the bank that is not booked may have paid it already; debit_booked_otherwise: one that fits it is booked for no open item, or one that has its reference or number for another; debit_dismissed: one that fits it, or names it or a payment of it, is dismissed; same_reference: another payable with its creditor and reference is ordered, too, or paid; possible_duplicate: another one that looks like the same bill is; letters_not_latin: the creditor gets the number of the document with full stops for letters that no bank in Switzerland takes; supplier_credit_open: the supplier owes something that is not set off; account_refused: a payment to the IBAN was rejected or came back, as the account is closed, blocked or none',
  },
  entry_id: { type: ['string', 'null'], description: 'The debit' },
  message: { type: 'string' },
})
export type ToldWarning = FromSchema<typeof paymentWarning>

/** What an order, or its trial, says of payments that it makes. */
export const paymentWarnings = {
  type: 'array',
  items: paymentWarning,
} as const
