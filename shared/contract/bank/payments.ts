import { BANK_RULE_REASONS, MEANT_REASONS } from '../bank-rules/bank-rule-parts.ts'
import { endCustomerId, moneyAnswer, page, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf } from '../schema.ts'
import { candidateVoucherLine } from './candidate-voucher-line.ts'

const text = { type: ['string', 'null'] } as const
const day = { type: ['string', 'null'], format: 'date' } as const
const id = { type: 'string', minLength: 1, maxLength: 100 } as const

const PAYMENT_STATES = [
  'open',
  'partially_allocated',
  'allocated',
  'returned',
  'booked',
  'withdrawn',
  'superseded',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Money that came in according to the bank. */
export const payment = exactly('Payment', {
  object: { const: 'payment' },
  id: { type: 'string' },
  end_customer_id: endCustomerId,
  import_id: { type: 'string' },
  entry_id: { type: 'string', description: 'The booking of the bank' },
  account: { type: 'string' },
  booking_date: day,
  value_date: day,
  amount: moneyAnswer,
  open_amount: { ...moneyAnswer, description: 'What no allocation has reserved, also where it is booked otherwise' },
  customer_credit: { ...moneyAnswer, description: 'What of it lies on the account for customer credit' },
  state: {
    enum: PAYMENT_STATES,
    description:
      'booked: something else has booked its bank entry, or it is dismissed; it cannot be allocated. withdrawn: its bank entry repeats another one, or may, which was decided otherwise before; no list has it. superseded: its details have come by a notification, and are payments in its place; no list has it',
  },
  debtor_name: text,
  debtor_account: text,
  end_to_end_id: text,
  payment_references: { type: 'array', items: { type: 'string' } },
  remittance_text: { type: 'string' },
  returned_by_entry_id: { ...text, description: 'The booking by which the bank took it back' },
  superseded_by_notification_id: { ...text, description: 'The notification whose details are payments in its place' },
  created_at: timestamp,
})

export const paymentList = listOf('payment_list', payment)

export const paymentQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    open: { type: 'boolean', description: 'Only payments of which something is open, or only the others' },
    import_id: id,
    entry_id: { ...id, description: 'Only payments of this booking of the bank' },
    ...page,
  },
} as const
export type PaymentQuery = FromSchema<typeof paymentQuery>

const TARGET_TYPES = ['document', 'payment', 'supplier_payable', 'vat_filing', 'rule', 'return'] as const
export type TargetType = (typeof TARGET_TYPES)[number]
const CANDIDATE_STATES = ['open', 'superseded'] as const
export type CandidateState = (typeof CANDIDATE_STATES)[number]

const MATCH_REASONS = [
  ...(['reference', 'number_in_text', 'number_with_typo', 'amount', 'name', 'iban'] as const),
  ...(['discount', 'sum', 'set_off', 'other_sums', 'search_ended', 'other_number', 'book_value'] as const),
  ...(['end_to_end_id', 'payment_information_id', 'ordered', 'ordered_batch', 'other_day', 'other_ordered'] as const),
  ...(['month_in_text', 'other_month'] as const),
  ...(['refund', 'uetr', 'acct_svcr_ref', 'taken_back'] as const),
  ...(['withdrawn_payment', 'rejected_payment', 'paid_payment', 'other_candidate'] as const),
] as const

/** A proposal of the matcher, with its reasons. */
export const settlementCandidate = exactly('SettlementCandidate', {
  object: { const: 'settlement_candidate' },
  id: { type: 'string' },
  candidate_hash: { type: 'string', description: 'SHA-256 of what the proposal says' },
  end_customer_id: endCustomerId,
  import_id: { type: 'string' },
  entry_id: { type: 'string' },
  payment_id: {
    ...text,
    description:
      'Null for a debit of the bank, for the refund of a supplier, and for a rule, which books the whole bank entry',
  },
  target_type: { enum: TARGET_TYPES },
  target_document_id: text,
  target_payment_id: {
    ...text,
    description:
      'The payment that has left the credit which a debit pays back: a voucher with the bank entry and a line with payment_id books it',
  },
  target_supplier_payable_id: text,
  target_vat_filing_id: {
    ...text,
    description: 'A filed VAT return: a voucher with the bank entry and a line on posting.vat_settlement books it',
  },
  target_bank_rule_id: { ...text, description: 'A rule that applies: POST …/accept books the bank entry by it' },
  target_bank_rule_version: { type: ['integer', 'null'], description: 'The version of the rule' },
  target_allocation_id: { ...text, description: 'Of a return: the money that it had booked came back' },
  target_settlement_id: { ...text, description: 'The same of a settlement: POST /v1/bank-returns books it' },
  proposed_amount: {
    ...moneyAnswer,
    description: 'Below zero for credit that is paid back (refund). Of a return: what the bank entry moves',
  },
  charges: {
    ...moneyAnswer,
    description: 'Of a return: what the bank has kept of the money, or has taken on top. Zero for everything else',
  },
  deductions: {
    type: 'array',
    description: 'What the terms of the document let be taken off: it and proposed_amount are what is open',
    items: exactly('CandidateDeduction', { type: { const: 'discount' }, amount: moneyAnswer }),
  },
  voucher_lines: {
    type: 'array',
    description:
      'Of an advance whose tax is declared already, and that is paid back: the lines of the voucher that books it, but for that of the bank, which is their sum. Empty for everything else',
    items: candidateVoucherLine,
  },
  together_with: {
    type: 'array',
    description:
      'The other documents, payables or filed VAT returns that the same money pays; each has a candidate of its own, but for what is set off. Of a return: the other settlements whose money came back with it; accepting one books all of them',
    items: { type: 'string' },
  },
  score: { type: 'integer', description: '1 to 100' },
  reasons: {
    type: 'array',
    items: {
      enum: [...MATCH_REASONS, ...MEANT_REASONS, ...BANK_RULE_REASONS],
    },
    description:
      'number_with_typo: one letter apart, which counts beside amount and name only; discount: the amount is what is open less what its terms allow on that day, of one or of each of a sum; sum: what is open of it and of together_with is the amount; set_off: it is what is open less the credit of together_with, which an allocation sets off; other_sums: others add up to it too; search_ended: not all were tried; other_number: a text names another number of its series, and not its own: another document may be meant; month_in_text: a text has the month of the document, and no number tells which is meant; other_month: it has that of another one, of the same partner and amount or a later one; name: the name of the other side is like that of the partner, or, where the bank names nobody, all words of it stand in a text; iban: the account of the other side has paid, or was paid for, a document of this partner the last time, or is that of the document; never sure by itself; book_value: money in another currency, about what the books have for it; end_to_end_id: the bank names the payment of an order; payment_information_id: its batch, with its sum, or beside amount with the amount of one payment of it; without either: its batch, and not how much of it; ordered: a debit that names nothing has the account and days of a payment that was ordered and waits, with amount its amount, with iban or name its creditor; ordered_batch: the same of a whole batch; other_day: the bank has booked it on another day since the order; other_ordered: another payment or batch that waits fits too. refund: the money pays a credit note, an advance or what was paid too much back, as the sign of proposed_amount says. uetr, acct_svcr_ref: the bank names the payment that comes back; taken_back: the import has found the payment that the bank reverses. Of a rule: the conditions that hold; withdrawn_payment, rejected_payment: the bank names a payment of an order that was given up, and has made it all the same; paid_payment: one whose payable is closed already; other_candidate: something else is proposed too, so no automatic rule books it. Nor where nothing is, and one of these stands: known_document: it names a document that is open, or paid; open_item_of_partner: the other side has an open item that it could settle; settled_with_partner: money that was settled with the other side may come back, or be paid twice; own_account: the other side is another account of the end customer; other_creditor: the money goes to somebody else than the supplier whose payable the rule pays',
  },
  state: { enum: CANDIDATE_STATES },
  created_at: timestamp,
})

export const settlementCandidateList = listOf('settlement_candidate_list', settlementCandidate)

export const settlementCandidateQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    state: { enum: CANDIDATE_STATES, description: 'Default: open' },
    target_type: { enum: TARGET_TYPES },
    payment_id: id,
    import_id: id,
    ...page,
  },
} as const
export type SettlementCandidateQuery = FromSchema<typeof settlementCandidateQuery>
