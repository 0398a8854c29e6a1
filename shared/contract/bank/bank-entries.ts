import { endCustomerId, moneyAnswer, timestamp } from '../primitives.ts'
import { exactly, listOf, orNull } from '../schema.ts'
import { BOOKING_STATES, bankEntryDismissal, bankEntryLinkProposal, bankEntryUse } from './bank-entry-uses.ts'
import { dayOrNull, direction, minorOrNull, textOrNull } from './bank-parts.ts'
import { earlierRepeatDecision, repeatDecision } from './repeats.ts'

const transactionCode = exactly('BankTransactionCode', {
  domain: textOrNull,
  family: textOrNull,
  subfamily: textOrNull,
  proprietary: textOrNull,
  proprietary_issuer: textOrNull,
})

const charges = exactly('BankCharges', {
  total_minor: minorOrNull,
  total_currency: textOrNull,
  records: {
    type: 'array',
    items: exactly('BankCharge', {
      amount_minor: minorOrNull,
      currency: textOrNull,
      credit_debit: direction,
      included: { type: ['boolean', 'null'], description: 'Whether the amount of the booking contains it' },
      bearer: textOrNull,
      type: textOrNull,
    }),
  },
})

const amountDetails = {
  type: ['object', 'null'],
  description:
    'instructed, transaction, counter_value and announced_posting amounts with their exchange rates, and a list of proprietary ones',
  additionalProperties: true,
} as const

const account = exactly('BankAccount', { iban: textOrNull, other: textOrNull, currency: textOrNull, name: textOrNull })

const transactionDetails = exactly('BankTransactionDetails', {
  amount_minor: minorOrNull,
  currency: textOrNull,
  amount_source: { enum: ['Amt', 'AmtDtls/TxAmt', null] },
  credit_debit: direction,
  end_to_end_id: textOrNull,
  acct_svcr_ref: textOrNull,
  msg_id: textOrNull,
  pmt_inf_id: textOrNull,
  instr_id: textOrNull,
  tx_id: textOrNull,
  uetr: textOrNull,
  mandate_id: textOrNull,
  bank_tx_code: orNull(transactionCode),
  creditor_refs: {
    type: 'array',
    items: exactly('CreditorReference', { type: textOrNull, issuer: textOrNull, ref: textOrNull }),
  },
  referred_documents: {
    type: 'array',
    description: 'Invoices and credit notes that it pays, by their numbers (RfrdDocInf)',
    items: exactly('ReferredDocument', { type: textOrNull, number: textOrNull, date: textOrNull }),
  },
  unstructured: { type: 'array', items: { type: 'string' } },
  additional_remittance: { type: 'array', items: { type: 'string' } },
  debtor_name: textOrNull,
  debtor_account: orNull(account),
  ultimate_debtor_name: textOrNull,
  creditor_name: textOrNull,
  creditor_account: orNull(account),
  ultimate_creditor_name: textOrNull,
  debtor_agent_bic: textOrNull,
  creditor_agent_bic: textOrNull,
  charges: orNull(charges),
  amount_details: amountDetails,
  return_reason: textOrNull,
  additional_info: textOrNull,
})

/** What the bank says of a booking, in a statement or a notification. */
export const bankEntryFigures = {
  account: { type: 'string', description: 'IBAN, or what the bank calls the account' },
  amount: moneyAnswer,
  credit_debit_indicator: { enum: ['CRDT', 'DBIT'] },
  status: textOrNull,
  is_booked: { type: 'boolean' },
  reversal_indicator: { type: 'boolean' },
  booking_date: dayOrNull,
  value_date: dayOrNull,
  account_servicer_reference: textOrNull,
  entry_reference: textOrNull,
  bank_transaction_code: orNull(transactionCode),
  charges: orNull(charges),
  amount_details: amountDetails,
  batches: {
    type: 'array',
    items: exactly('BankBatch', {
      msg_id: textOrNull,
      pmt_inf_id: textOrNull,
      nb_of_txs: textOrNull,
      total_minor: minorOrNull,
      total_currency: textOrNull,
      credit_debit: direction,
    }),
  },
  transaction_details: { type: 'array', items: transactionDetails },
  additional_entry_information: textOrNull,
} as const

/** Contract, endpoint 10. */
export const camt053Entry = exactly('Camt053Entry', {
  object: { const: 'camt053_entry' },
  id: { type: 'string' },
  canonical_entry_hash: {
    type: 'string',
    description: 'SHA-256 of the booking in canonical form: the same whatever version, prefix or statement says it',
  },
  occurrence: { type: 'integer', description: 'Tells equal bookings of one day apart; a repeat has one, too' },
  end_customer_id: endCustomerId,
  import_id: { type: 'string', description: 'The import that brought it first' },
  import_ids: { type: 'array', items: { type: 'string' } },
  ...bankEntryFigures,
  has_more_details: { type: 'boolean', description: 'GET has all of them; a change the first 50, of 200 kB at most' },
  booking_state: {
    enum: [...BOOKING_STATES, null],
    description: 'Whether the ledger has it; null for what the bank has not booked itself',
  },
  booked_amount: { ...moneyAnswer, description: 'What allocations, settlements, vouchers and links use of it' },
  unbooked_amount: moneyAnswer,
  uses: { type: 'array', items: bankEntryUse, description: 'The first 100, oldest first' },
  has_more_uses: { type: 'boolean', description: 'The list of its uses has all of them' },
  dismissal: orNull(bankEntryDismissal),
  link_proposals: {
    type: 'array',
    items: bankEntryLinkProposal,
    description:
      'Lines of the ledger that nothing books again: they have moved what it names and have no bank entry, as somebody has booked that by hand; or are of vouchers that named it as evidence before vouchers could book it. They fit into what is left',
  },
  evidence_used: { ...moneyAnswer, description: 'What settlements have used of it as evidence' },
  possible_repeat: {
    type: 'boolean',
    description: 'Nothing tells whether it repeats another booking. It is not booked until a reviewer has decided',
  },
  repeat_of_entry_id: {
    ...textOrNull,
    description: 'The booking that it may repeat, or repeats; only answers have it',
  },
  repeat_decision: orNull(repeatDecision),
  earlier_repeat_decisions: {
    type: 'array',
    items: earlierRepeatDecision,
    description: 'Decisions that were taken back, oldest first',
  },
  notification_ids: {
    type: 'array',
    items: { type: 'string' },
    description:
      'Notifications (camt.054) of this booking, the first 100: those that complete it, and those that are evidence',
  },
  created_at: timestamp,
})

/** The answer to a decision about a possible repeat. */
export const reviewedBankEntry = exactly('ReviewedCamt053Entry', {
  ...camt053Entry.properties,
  warnings: {
    type: 'array',
    items: exactly('RepeatReviewWarning', {
      code: { enum: ['statements_contradict', 'statements_not_compared'] },
      message: { type: 'string' },
    }),
    description:
      'Of decision new: what bank statements say against it. A bank statement that has all days of its bank statement lacks the booking, or there was no room to compare the two. The bank reconciliation names the same',
  },
})

export const camt053EntryList = listOf('camt053_entry_list', camt053Entry)
