import { blocker, date, endCustomerId, id, intent, money, page, reference, sha256, text, timestamp } from './common.ts'
import { exactly, type FromSchema, listOf } from './schema.ts'

/** Evidence of these types is a receipt; a source_export is not. */
export const RECEIPT_TYPES: readonly string[] = ['receipt', 'invoice', 'attachment']

const evidenceLink = {
  title: 'EvidenceLink',
  type: 'object',
  required: ['sha256', 'type'],
  additionalProperties: false,
  properties: {
    sha256,
    type: {
      type: 'string',
      pattern: '^[a-z][a-z0-9_]{0,63}$',
      description: 'receipt, invoice and attachment count as receipts; source_export and others do not',
    },
    label: text,
    media_type: text,
    uri: { type: 'string', minLength: 1, maxLength: 2000 },
  },
} as const

const supplier = {
  title: 'Supplier',
  type: 'object',
  additionalProperties: false,
  properties: {
    name: text,
    supplier_external_reference: text,
    structured_address: {
      type: 'object',
      description: 'Name, street, building number, post code, town, country: any members, all of them text',
      maxProperties: 30,
      additionalProperties: { type: ['string', 'null'], maxLength: 500 },
    },
    uid_mwst_number: { type: 'string', minLength: 1, maxLength: 50 },
  },
} as const

const taxLine = {
  title: 'TaxLine',
  type: 'object',
  required: ['tax_code', 'net_amount', 'tax_amount'],
  additionalProperties: false,
  properties: {
    tax_code: { type: 'string', minLength: 1, maxLength: 20 },
    net_amount: money,
    tax_amount: money,
    expense_category: { type: 'string', minLength: 1, maxLength: 100 },
  },
} as const

const expensePayload = {
  title: 'ExpenseDocumentPayload',
  type: 'object',
  additionalProperties: false,
  properties: {
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    document_date: date,
    gross_amount: { ...money, description: 'Negative: a credit note' },
    supplier_external_reference: text,
    missing_receipt_exception: {
      type: 'object',
      required: ['reason', 'approved_by'],
      additionalProperties: false,
      properties: { reason: text, approved_by: text },
    },
    receipt_required: { type: 'boolean', default: false },
    supplier,
    document_number: text,
    due_date: date,
    supply_date: { ...date, description: 'Decides the tax rate; the document date where it is missing' },
    expense_category: { type: 'string', minLength: 1, maxLength: 100 },
    payment_reference: { type: 'string', minLength: 1, maxLength: 100 },
    tax_lines: { type: 'array', maxItems: 100, items: taxLine },
  },
} as const

/** Contract, "Source fact, request (expense document)", and the optional extensions of the payload. */
export const sourceFactRequest = {
  title: 'SourceFactRequest',
  type: 'object',
  required: [
    'business_date',
    'end_customer_id',
    'external_reference',
    'idempotency_key',
    'source_hash',
    'source_payload_hash',
    'source_system',
    'payload',
  ],
  additionalProperties: false,
  properties: {
    business_date: { ...date, description: 'Posting date' },
    end_customer_id: endCustomerId,
    external_reference: text,
    idempotency_key: { type: 'string', minLength: 1, maxLength: 255 },
    source_hash: { type: 'string', minLength: 1, maxLength: 200 },
    source_payload_hash: { type: 'string', minLength: 1, maxLength: 200 },
    source_system: { type: 'string', minLength: 1, maxLength: 100 },
    evidence_links: { type: 'array', maxItems: 100, items: evidenceLink },
    replay_policy: { enum: ['idempotent_replay'] },
    fact_type: { enum: ['expense_document'] },
    payload: expensePayload,
  },
} as const
export type SourceFactRequest = FromSchema<typeof sourceFactRequest>

/** Contract, "Source fact, response", and what one needs to follow it. */
export const sourceFact = exactly('SourceFact', {
  object: { const: 'source_fact' },
  id: { type: 'string' },
  accounting_finality: { const: 'none' },
  allocation_id: reference('payment_allocation'),
  journal_entry_id: reference('journal_entry'),
  blockers: { type: 'array', items: blocker },
  business_date: date,
  end_customer_id: endCustomerId,
  external_reference: { type: 'string' },
  fact_type: { type: 'string' },
  idempotency_key: { type: 'string' },
  evidence_hashes: exactly('EvidenceHashes', {
    attachment_hashes: { type: 'array', items: { type: 'string' } },
    evidence_link_hashes: { type: 'array', items: { type: 'string' } },
    source_hash: { type: 'string' },
    source_payload_hash: { type: 'string' },
  }),
  source_system: { type: 'string' },
  state: { enum: ['received', 'blocked', 'posted', 'reversed', 'superseded'] },
  superseded_by: { type: ['string', 'null'] },
  intents: { type: 'array', items: intent },
  created_at: timestamp,
  evaluated_at: { type: ['string', 'null'], format: 'date-time' },
})

export const sourceFactList = listOf('source_fact_list', sourceFact)

export const sourceFactQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    state: { enum: ['received', 'blocked', 'posted', 'reversed', 'superseded'] },
    blocker: { type: 'string', minLength: 1, maxLength: 100, description: 'Code of a blocker' },
    fact_type: { enum: ['expense_document'] },
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
    reason: text,
    posting_date: { ...date, description: 'Default: the date of the original, or the first open day after it' },
  },
} as const
export type ReversalRequest = FromSchema<typeof reversalRequest>

export const sourceFactPath = { source_fact_id: id } as const
