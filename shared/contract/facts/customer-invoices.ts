import { money, structuredAddress, text } from '../primitives.ts'
import type { FromSchema } from '../schema.ts'
import {
  activityId,
  category,
  factRequest,
  invoice,
  receipt,
  supply,
  taxAccepted,
  taxCode,
  taxOwed,
  uid,
} from './source-fact-parts.ts'

const customer = {
  title: 'Customer',
  type: 'object',
  additionalProperties: false,
  properties: {
    name: text,
    customer_external_reference: text,
    structured_address: structuredAddress,
    uid_mwst_number: uid,
  },
} as const

const taxLine = {
  title: 'SalesTaxLine',
  type: 'object',
  required: ['tax_code', 'net_amount', 'tax_amount'],
  additionalProperties: false,
  properties: {
    tax_code: taxCode,
    net_amount: money,
    tax_amount: money,
    tax_amount_accepted: taxAccepted,
    ...supply,
    revenue_category: category,
    activity_id: activityId,
  },
} as const

const payload = {
  title: 'CustomerInvoicePayload',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...invoice,
    ...receipt,
    tax_owed_accepted: taxOwed,
    customer_external_reference: text,
    customer,
    revenue_category: category,
    tax_lines: { type: 'array', maxItems: 100, items: taxLine },
  },
} as const

/** An invoice to a customer; it opens a receivable document. */
export const customerInvoiceRequest = factRequest('CustomerInvoiceRequest', 'customer_invoice', payload)
export type CustomerInvoiceRequest = FromSchema<typeof customerInvoiceRequest>
