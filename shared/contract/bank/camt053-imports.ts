import { endCustomerId, moneyAnswer, statedText, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, orNull } from '../schema.ts'
import { dayOrNull, minorOrNull, textOrNull } from './bank-parts.ts'

const IMPORT_STATES = ['received', 'imported', 'rejected'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const pages = exactly('StatementPage', { page: textOrNull, last: { type: ['boolean', 'null'] } })

export const bankMessage = exactly('BankMessage', {
  version: textOrNull,
  message_id: textOrNull,
  created: textOrNull,
  page: orNull(pages),
})

const bankBalance = exactly('BankBalance', {
  type: { ...textOrNull, description: 'ISO 20022 balance type: OPBD, CLBD …' },
  sub_type: textOrNull,
  date: dayOrNull,
  amount: { ...moneyAnswer, description: 'Negative for a debit balance' },
})

const bankStatement = exactly('BankStatement', {
  statement_id: textOrNull,
  electronic_seq: textOrNull,
  legal_seq: textOrNull,
  created: textOrNull,
  from: textOrNull,
  to: textOrNull,
  page: orNull(pages),
  account_iban: textOrNull,
  account_other_id: textOrNull,
  account_currency: textOrNull,
  account_owner: textOrNull,
  servicer_bic: textOrNull,
  opening_balance: orNull(bankBalance),
  closing_balance: orNull(bankBalance),
  balances: { type: 'array', items: bankBalance },
  entry_count: { type: 'integer' },
  sums: {
    type: 'array',
    items: exactly('BankStatementSums', {
      currency: { type: 'string' },
      credits: moneyAnswer,
      debits: moneyAnswer,
      booked_credits: moneyAnswer,
      booked_debits: moneyAnswer,
    }),
  },
  arithmetic: {
    enum: ['holds', 'does_not_hold', 'cannot_be_asked'],
    description: 'Whether opening balance + booked credits - booked debits is the closing balance',
  },
  difference: orNull(moneyAnswer),
  reason: { ...textOrNull, description: 'Why it does not hold or cannot be asked' },
})

export const camt053Import = exactly('Camt053Import', {
  object: { const: 'camt053_import' },
  id: { type: 'string' },
  end_customer_id: endCustomerId,
  state: {
    enum: IMPORT_STATES,
    description: 'rejected: the figures of the file do not add up, and nothing of it counts',
  },
  file_sha256: { type: 'string' },
  size_bytes: { type: 'integer' },
  message: orNull(bankMessage),
  statements: { type: 'array', items: bankStatement },
  new_entry_count: { ...minorOrNull, description: 'Bookings that were not known before; null until imported' },
  linked_entry_count: { ...minorOrNull, description: 'Bookings that another statement had brought already' },
  payment_count: minorOrNull,
  possible_repeat_count: {
    ...minorOrNull,
    description: 'Of the new bookings, those that another statement may have brought already; a reviewer decides',
  },
  reason: {
    ...textOrNull,
    description:
      'Why it is rejected, or would have been without the accepted difference; of an imported one also what it has not compared again',
  },
  accepted_difference: orNull(
    exactly('AcceptedDifference', { justification: { type: 'string' }, accepted_at: timestamp }),
  ),
  is_test_file: { type: 'boolean', description: 'The bank has marked it as a test, and it was imported all the same' },
  created_at: timestamp,
  completed_at: { type: ['string', 'null'], format: 'date-time' },
})

export const camt053ImportQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    accept_difference: {
      ...statedText,
      description: 'Why balances that do not add up are accepted: with it, such a statement is imported all the same',
    },
    test_file: { enum: ['accept'], description: 'Import a file that the bank has marked as a test' },
  },
} as const
export type Camt053ImportOptions = Omit<FromSchema<typeof camt053ImportQuery>, 'end_customer_id'>

export const differenceAcceptance = {
  type: 'object',
  required: ['end_customer_id', 'justification'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    justification: { ...statedText, description: 'Why the difference is right, for whoever reads it later' },
  },
} as const
export type DifferenceAcceptance = FromSchema<typeof differenceAcceptance>
