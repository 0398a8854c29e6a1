import { OPEN_ITEM_KINDS } from '../open-items/open-items.ts'
import { date, money, statedText, text } from '../primitives.ts'
import type { FromSchema } from '../schema.ts'
import { supply, taxCode } from './source-fact-parts.ts'

/** Why a line changes an open item. */
const ITEM_PURPOSES = ['payment', 'refund', 'set_off', 'write_off', 'transfer', 'revaluation'] as const
export type ItemPurpose = (typeof ITEM_PURPOSES)[number]

const publicId = { type: 'string', minLength: 1, maxLength: 100 } as const

const memoTaxLine = {
  title: 'MemoTaxLine',
  description: 'Tax that another system has booked; it is kept with the item and posts nothing.',
  type: 'object',
  required: ['tax_code', 'net_amount', 'tax_amount'],
  additionalProperties: false,
  properties: {
    tax_code: taxCode,
    net_amount: money,
    tax_amount: money,
    declared: {
      type: 'boolean',
      description:
        'Whether a return has declared it already; the default. False, where tax is due with payments: payments of the item declare it',
    },
    activity_id: {
      type: 'string',
      minLength: 1,
      maxLength: 20,
      description: 'Of a net tax rate: the activity of the turnover; needed where there are several',
    },
    supply_date: { ...date, description: 'Day of supply of this line; without it, the date of the document' },
    supply_period: supply.supply_period,
  },
} as const

const newItem = {
  title: 'NewOpenItem',
  description: 'An item that the line opens. A debit of a payable or a credit of a receivable opens a negative one.',
  type: 'object',
  required: ['partner'],
  additionalProperties: false,
  properties: {
    kind: { enum: OPEN_ITEM_KINDS, description: 'Needed where the account does not say it' },
    partner: {
      title: 'ItemPartner',
      description: 'The customer or the supplier; a collective one, such as the customers of a day, is only a name',
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: {
        name: statedText,
        reference: { ...text, description: 'The reference of the source system' },
      },
    },
    document_number: { ...text, description: 'Default: that of the voucher' },
    document_date: { ...date, description: 'Default: that of the voucher' },
    due_date: date,
    payment_reference: { type: 'string', minLength: 1, maxLength: 100, description: 'QR reference or RF reference' },
    tax_lines: { type: 'array', maxItems: 100, items: memoTaxLine },
  },
} as const

/** The open item that a line of a voucher changes or opens; lines on control accounts need one. */
export const voucherOpenItem = {
  title: 'VoucherOpenItem',
  description:
    'The open item that the line changes or opens, named in exactly one way. Every line on an account of receivables, payables, customer credit or supplier advances has one.',
  type: 'object',
  additionalProperties: false,
  properties: {
    document_id: { ...publicId, description: 'A receivable or a customer credit' },
    supplier_payable_id: { ...publicId, description: 'A payable or a supplier advance' },
    payment_id: { ...publicId, description: 'The customer credit that a payment has left, or is given by this line' },
    legacy_line: {
      title: 'LegacyLine',
      description: 'A line that was booked before its account needed items',
      type: 'object',
      required: ['journal_entry_id', 'line_number'],
      additionalProperties: false,
      properties: { journal_entry_id: publicId, line_number: { type: 'integer', minimum: 1, maximum: 32_767 } },
    },
    new: newItem,
    purpose: { enum: ITEM_PURPOSES, description: 'Needed unless the line opens a new item' },
  },
  oneOf: [
    { required: ['document_id'] },
    { required: ['supplier_payable_id'] },
    { required: ['payment_id'] },
    { required: ['legacy_line'] },
    { required: ['new'] },
  ],
} as const
export type VoucherOpenItemRequest = FromSchema<typeof voucherOpenItem>
