import { money, structuredAddress, text } from '../primitives.ts'
import type { FromSchema } from '../schema.ts'
import {
  category,
  factRequest,
  iban,
  inputTaxDecision,
  invoice,
  receipt,
  supply,
  taxAccepted,
  taxCode,
  uid,
} from './source-fact-parts.ts'

const supplier = {
  title: 'Supplier',
  type: 'object',
  additionalProperties: false,
  properties: {
    name: text,
    supplier_external_reference: text,
    structured_address: structuredAddress,
    uid_mwst_number: uid,
    iban: { ...iban, description: 'Where the supplier wants to be paid; blanks are allowed' },
  },
} as const

const taxLine = {
  title: 'TaxLine',
  type: 'object',
  required: ['tax_code', 'net_amount', 'tax_amount'],
  additionalProperties: false,
  properties: {
    tax_code: taxCode,
    net_amount: money,
    tax_amount: money,
    tax_amount_accepted: taxAccepted,
    ...supply,
    expense_category: category,
  },
} as const

export const expenseDocumentPayload = {
  title: 'ExpenseDocumentPayload',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...invoice,
    ...receipt,
    input_tax_decision: inputTaxDecision,
    supplier_external_reference: text,
    supplier,
    expense_category: category,
    tax_lines: { type: 'array', maxItems: 100, items: taxLine },
  },
} as const

/** Contract, "Source fact, request (expense document)", and the optional extensions of the payload. */
export const expenseDocumentRequest = factRequest('SourceFactRequest', 'expense_document', expenseDocumentPayload)
export type ExpenseDocumentRequest = FromSchema<typeof expenseDocumentRequest>
