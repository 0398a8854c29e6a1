import { date, endCustomerId, exchangeRate, money, sha256, statedText, text } from '../primitives.ts'
import type { Schema } from '../schema.ts'
import { taxDateOfRequest, vatPeriodOfRequest } from '../vat/vat-periods.ts'

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

/** Supplier or customer: a name, and what identifies it. */
export const uid = { type: 'string', minLength: 1, maxLength: 50 } as const
/** ISO 13616. Whether its check digits are right is told with the blockers. */
export const iban = { type: 'string', pattern: '^[A-Za-z]{2}[0-9]{2}[0-9A-Za-z ]{11,40}$' } as const
export const category = { type: 'string', minLength: 1, maxLength: 100 } as const
export const taxCode = { type: 'string', minLength: 1, maxLength: 20 } as const

/** When a line was supplied, where that is not the day of its document. */
export const supply = {
  supply_date: { ...date, description: 'Day of supply of this line; without it, that of the document' },
  supply_period: {
    title: 'SupplyPeriod',
    type: 'object',
    description: 'In place of supply_date: first and last day. The rate has to be law for the whole period.',
    required: ['from', 'to'],
    additionalProperties: false,
    properties: { from: date, to: date },
  },
} as const

/** What somebody decided about a fact, with the reason. */
const decision = {
  title: 'SenderDecision',
  type: 'object',
  required: ['reason', 'approved_by'],
  additionalProperties: false,
  properties: { reason: statedText, approved_by: statedText },
} as const
export const taxAccepted = {
  ...decision,
  description: 'The tax is booked as printed, although it differs from the rate by more than the tolerance',
} as const

export const activityId = {
  type: 'string',
  pattern: '^[!-~]{5}$',
  description: 'Of a net tax rate: the activity of the turnover. Default: the one of its account, or the only one',
} as const

export const inputTaxDecision = {
  ...decision,
  description: 'Input tax is deducted although no receipt is attached; how it can be proved (MWSTG Art. 28)',
} as const
export const taxOwed = {
  ...decision,
  description: 'The invoice shows tax although its sender is not registered; it is owed (MWSTG Art. 27 Abs. 2)',
} as const

/** Receipt fields that every payload may have. */
export const receipt = {
  missing_receipt_exception: {
    type: 'object',
    required: ['reason', 'approved_by'],
    additionalProperties: false,
    properties: { reason: statedText, approved_by: statedText },
  },
  receipt_required: { type: 'boolean', default: false },
} as const

/** The rate that a document states wins over those of the end customer. */
export const ownRate = {
  ...exchangeRate,
  description:
    'Base currency for one unit of the currency of the document, as a decimal: "0.95". It wins over the rates of the end customer.',
} as const

/** Skonto: what the sender of an invoice lets be taken off by whoever pays early. */
const discountTerm = {
  title: 'DiscountTerm',
  type: 'object',
  required: ['days', 'discount_bp'],
  additionalProperties: false,
  properties: {
    days: { type: 'integer', minimum: 0, maximum: 365, description: 'From the document date on' },
    discount_bp: { type: 'integer', minimum: 1, maximum: 10_000, description: 'In basis points: 200 is 2 %' },
  },
} as const

/** Fields of every invoice, of suppliers and to customers. */
export const invoice = {
  currency: { type: 'string', pattern: '^[A-Z]{3}$' },
  document_date: {
    ...date,
    description:
      'Of the invoice; the business date where it is missing. Under agreed consideration tax of sales counts on it, and import tax always (MWSTG Art. 40)',
  },
  exchange_rate: ownRate,
  gross_amount: { ...money, description: 'Negative: a credit note' },
  document_number: text,
  due_date: date,
  supply_date: { ...date, description: 'Decides the tax rate; the document date where it is missing' },
  payment_reference: { type: 'string', minLength: 1, maxLength: 100, description: 'QR reference or RF reference' },
  discount_terms: { type: 'array', maxItems: 5, items: discountTerm },
} as const

/** Contract, "Source fact, request": the members around every payload. */
export function factRequest<const Title extends string, const FactType extends string, const Payload extends Schema>(
  title: Title,
  fact_type: FactType,
  payload: Payload,
) {
  return {
    title,
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
      business_date: {
        ...date,
        description: 'Posting date. Of what is bought: the receipt of its invoice, on which its tax counts',
      },
      end_customer_id: endCustomerId,
      external_reference: text,
      idempotency_key: { type: 'string', minLength: 1, maxLength: 255 },
      source_hash: { type: 'string', minLength: 1, maxLength: 200 },
      source_payload_hash: { type: 'string', minLength: 1, maxLength: 200 },
      source_system: { type: 'string', minLength: 1, maxLength: 100 },
      evidence_links: { type: 'array', maxItems: 100, items: evidenceLink },
      replay_policy: { enum: ['idempotent_replay'] },
      fact_type: { enum: [fact_type] },
      ...vatPeriodOfRequest,
      ...taxDateOfRequest,
      payload,
    },
  } as const
}
