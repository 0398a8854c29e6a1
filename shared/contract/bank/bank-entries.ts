import { date, endCustomerId, moneyAnswer, page, sha256, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf, orNull } from '../schema.ts'
import { day, direction, minor, text } from './bank-parts.ts'

const transactionCode = exactly('BankTransactionCode', {
  domain: text,
  family: text,
  subfamily: text,
  proprietary: text,
  proprietary_issuer: text,
})

const charges = exactly('BankCharges', {
  total_minor: minor,
  total_currency: text,
  records: {
    type: 'array',
    items: exactly('BankCharge', {
      amount_minor: minor,
      currency: text,
      credit_debit: direction,
      included: { type: ['boolean', 'null'], description: 'Whether the amount of the booking contains it' },
      bearer: text,
      type: text,
    }),
  },
})

const amountDetails = {
  type: ['object', 'null'],
  description: 'instructed, transaction and counter_value amounts with their exchange rates',
  additionalProperties: true,
} as const

const account = exactly('BankAccount', { iban: text, other: text, currency: text, name: text })

const transactionDetails = exactly('BankTransactionDetails', {
  amount_minor: minor,
  currency: text,
  amount_source: { enum: ['Amt', 'AmtDtls/TxAmt', null] },
  credit_debit: direction,
  end_to_end_id: text,
  acct_svcr_ref: text,
  msg_id: text,
  pmt_inf_id: text,
  instr_id: text,
  tx_id: text,
  uetr: text,
  mandate_id: text,
  bank_tx_code: orNull(transactionCode),
  creditor_refs: { type: 'array', items: exactly('CreditorReference', { type: text, issuer: text, ref: text }) },
  unstructured: { type: 'array', items: { type: 'string' } },
  additional_remittance: { type: 'array', items: { type: 'string' } },
  debtor_name: text,
  debtor_account: orNull(account),
  ultimate_debtor_name: text,
  creditor_name: text,
  creditor_account: orNull(account),
  ultimate_creditor_name: text,
  debtor_agent_bic: text,
  creditor_agent_bic: text,
  charges: orNull(charges),
  amount_details: amountDetails,
  return_reason: text,
  additional_info: text,
})

/** Contract, endpoint 10. */
export const camt053Entry = exactly('Camt053Entry', {
  object: { const: 'camt053_entry' },
  id: { type: 'string' },
  canonical_entry_hash: {
    type: 'string',
    description: 'SHA-256 of the booking in canonical form: the same whatever version, prefix or statement says it',
  },
  occurrence: { type: 'integer', description: '2 for the second of equal bookings of one account and day' },
  end_customer_id: endCustomerId,
  import_id: { type: 'string', description: 'The import that brought it first' },
  import_ids: { type: 'array', items: { type: 'string' } },
  account: { type: 'string', description: 'IBAN, or what the bank calls the account' },
  amount: moneyAnswer,
  credit_debit_indicator: { enum: ['CRDT', 'DBIT'] },
  status: text,
  is_booked: { type: 'boolean' },
  reversal_indicator: { type: 'boolean' },
  booking_date: day,
  value_date: day,
  account_servicer_reference: text,
  entry_reference: text,
  bank_transaction_code: orNull(transactionCode),
  charges: orNull(charges),
  amount_details: amountDetails,
  batches: {
    type: 'array',
    items: exactly('BankBatch', {
      msg_id: text,
      pmt_inf_id: text,
      nb_of_txs: text,
      total_minor: minor,
      total_currency: text,
      credit_debit: direction,
    }),
  },
  transaction_details: { type: 'array', items: transactionDetails },
  additional_entry_information: text,
  evidence_used: { ...moneyAnswer, description: 'What settlements have used of it as evidence' },
  created_at: timestamp,
})

export const camt053EntryList = listOf('camt053_entry_list', camt053Entry)

export const camt053EntryQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    import_id: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'Bookings that this import brought or linked',
    },
    canonical_entry_hash: sha256,
    account: { type: 'string', minLength: 1, maxLength: 100 },
    from_date: { ...date, description: 'Earliest booking date' },
    to_date: { ...date, description: 'Latest booking date' },
    ...page,
  },
} as const
export type Camt053EntryQuery = FromSchema<typeof camt053EntryQuery>
