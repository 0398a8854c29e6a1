import { orderedMark } from '../orders/payment-orders.ts'
import { date, endCustomerId, moneyAnswer, page, reference, text, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf, type Properties } from '../schema.ts'

const OPEN_ITEM_STATES = ['open', 'settled', 'reversed'] as const
export type OpenItemState = (typeof OPEN_ITEM_STATES)[number]

/** Kinds of open items: what a customer owes, what is owed to a supplier, and what either has paid too much or in advance. */
export const OPEN_ITEM_KINDS = ['receivable', 'customer_credit', 'payable', 'supplier_advance'] as const
export type OpenItemKind = (typeof OPEN_ITEM_KINDS)[number]

/** Items are listed on two sides: those of customers as documents, those of suppliers as supplier payables. */
export type OpenItemSide = 'document' | 'supplier_payable'

function openItem<const Kind extends string, const Partner extends Properties>(
  title: string,
  object: Kind,
  partner: Partner,
) {
  return exactly(
    title,
    {
      object: { const: object },
      id: { type: 'string' },
      end_customer_id: endCustomerId,
      source_fact_id: reference('source_fact'),
      journal_entry_id: reference('journal_entry'),
      kind: { enum: OPEN_ITEM_KINDS },
      is_opening: { type: 'boolean', description: 'Taken over from another system' },
      account_code: { type: 'string' },
      ...partner,
      document_number: { type: ['string', 'null'] },
      document_date: date,
      due_date: { type: ['string', 'null'], format: 'date' },
      payment_reference: { type: ['string', 'null'] },
      amount: moneyAnswer,
      open_amount: moneyAnswer,
      base_amount: { ...moneyAnswer, description: 'The amount in the base currency, as it was booked' },
      base_open_amount: moneyAnswer,
      state: { enum: OPEN_ITEM_STATES },
      tax_lines: {
        type: 'array',
        items: { type: 'object', additionalProperties: true },
        description:
          'Memo of the tax that another system has booked, of an item taken over from there; it posts nothing.',
      },
      created_at: timestamp,
    },
    ['tax_lines'],
  )
}

const query = {
  end_customer_id: endCustomerId,
  state: { enum: OPEN_ITEM_STATES },
  due_before: {
    ...date,
    description:
      'Only what an invoice leaves open that was due before this day; without a due date it was on the day of its document',
  },
  document_number: text,
  payment_reference: text,
  source_fact_id: { type: 'string', minLength: 1, maxLength: 100 },
  ...page,
} as const

/** An open item of a supplier: what an expense document owes. A credit note is open with a negative amount. */
export const supplierPayable = openItem('SupplierPayable', 'supplier_payable', {
  supplier_name: { type: 'string' },
  supplier_reference: { type: ['string', 'null'] },
  ordered: {
    ...orderedMark,
    description: 'The payment that the bank is ordered to make for it; null where there is none, or it is paid',
  },
})
export const supplierPayableList = listOf('supplier_payable_list', supplierPayable)
export const supplierPayableQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: { ...query, supplier_reference: text },
} as const
export type SupplierPayableQuery = FromSchema<typeof supplierPayableQuery>

/** An open item of a customer: what an invoice claims. A credit note is open with a negative amount. */
export const document = openItem('Document', 'document', {
  customer_name: { type: 'string' },
  customer_reference: { type: ['string', 'null'] },
})
export const documentList = listOf('document_list', document)
export const documentQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: { ...query, customer_reference: text },
} as const
export type DocumentQuery = FromSchema<typeof documentQuery>
