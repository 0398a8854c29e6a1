import {
  blocker,
  date,
  endCustomerId,
  evidenceHashes,
  intent,
  money,
  page,
  reference,
  statedText,
  text,
  timestamp,
  warning,
} from '../primitives.ts'
import { exactly, type FromSchema, listOf, orNull } from '../schema.ts'
import { vatPeriodOfRequest } from '../vat/vat-periods.ts'
import type { CustomerInvoiceRequest } from './customer-invoices.ts'
import type { ExpenseDocumentRequest } from './expense-documents.ts'
import type { JournalVoucherRequest } from './journal-vouchers.ts'

/** The body of a request, by the type of the fact. */
export type FactRequests = {
  expense_document: ExpenseDocumentRequest
  customer_invoice: CustomerInvoiceRequest
  journal_voucher: JournalVoucherRequest
}
export type SourceFactRequest = FactRequests[keyof FactRequests]

export const FACT_TYPES = ['expense_document', 'customer_invoice', 'journal_voucher'] as const
export type FactType = (typeof FACT_TYPES)[number]
export const FACT_STATES = ['received', 'blocked', 'posted', 'reversed', 'superseded', 'withdrawn'] as const
export type FactState = (typeof FACT_STATES)[number]

const factState = {
  enum: FACT_STATES,
  description: 'blocked: booked by itself, without another request, once nothing stands in its way',
} as const

/** Who has taken a fact back before it was booked, when and why. */
const factWithdrawal = exactly('FactWithdrawal', {
  reason: { type: 'string' },
  actor_id: { type: 'string', description: 'The API key that has withdrawn it' },
  withdrawn_at: timestamp,
})

/** Contract, "Source fact, response", and what one needs to follow it. */
export const sourceFact = exactly(
  'SourceFact',
  {
    object: { const: 'source_fact' },
    id: { type: 'string' },
    accounting_finality: { const: 'none' },
    allocation_id: reference('payment_allocation'),
    journal_entry_id: reference('journal_entry'),
    blockers: { type: 'array', items: blocker },
    warnings: { type: 'array', items: warning },
    business_date: date,
    end_customer_id: endCustomerId,
    external_reference: { type: 'string' },
    fact_type: { enum: FACT_TYPES },
    idempotency_key: { type: 'string' },
    evidence_hashes: evidenceHashes,
    source_system: { type: 'string' },
    partner_name: { type: ['string', 'null'], description: 'The supplier or the customer, as it was sent' },
    amount: { ...orNull(money), description: 'The gross amount of the document, as it was sent; of a voucher null' },
    state: factState,
    superseded_by: { type: ['string', 'null'] },
    withdrawal: orNull(factWithdrawal),
    intents: { type: 'array', items: intent },
    created_at: timestamp,
    evaluated_at: { type: ['string', 'null'], format: 'date-time' },
  },
  ['warnings', 'withdrawal', 'partner_name', 'amount'],
)

export type SourceFact = FromSchema<typeof sourceFact>

export const sourceFactList = listOf('source_fact_list', sourceFact)

export const sourceFactQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    state: { enum: FACT_STATES },
    blocker: { type: 'string', minLength: 1, maxLength: 100, description: 'Code of a blocker' },
    fact_type: { enum: FACT_TYPES },
    external_reference: text,
    ...page,
  },
} as const
export type SourceFactQuery = FromSchema<typeof sourceFactQuery>

/** `GET` of one resource. The end customer is optional: the id alone is enough, but a wrong pair is not found. */
export const oneQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId },
} as const
export type OneQuery = FromSchema<typeof oneQuery>

export const reversalRequest = {
  title: 'ReversalRequest',
  type: 'object',
  required: ['end_customer_id', 'reason'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    reason: statedText,
    posting_date: {
      ...date,
      description:
        'Not before the original; default: its date, or the first open day after it. With tax and without a vat_period, a day of a filed period is not open',
    },
    ...vatPeriodOfRequest,
  },
} as const
export type ReversalRequest = FromSchema<typeof reversalRequest>

export const withdrawalRequest = {
  title: 'WithdrawalRequest',
  type: 'object',
  required: ['end_customer_id', 'reason'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, reason: statedText },
} as const
export type WithdrawalRequest = FromSchema<typeof withdrawalRequest>
