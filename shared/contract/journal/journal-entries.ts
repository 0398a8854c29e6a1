import { date, endCustomerId, moneyAnswer, page, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf, orNull } from '../schema.ts'
import { DECLARED_LINE } from '../vat/tax-records.ts'

/**
 * Opening entries bring balances in and closing entries take results out; neither is activity of the period, so
 * statements keep them apart. A takeover brings in the income and expense of a year that began in another system; it is
 * activity of that year.
 */
export const ENTRY_TYPES = ['standard', 'opening', 'closing', 'takeover'] as const
export type EntryType = (typeof ENTRY_TYPES)[number]

const taxSnapshot = exactly(
  'TaxSnapshot',
  {
    tax_code: { type: 'string' },
    direction: { type: 'string' },
    rate_bp: { type: 'integer', description: 'Basis points: 8.1 % is 810' },
    form_figure: { type: ['string', 'null'], description: 'Line of the VAT return' },
    supply_date: { ...date, description: 'The last day of supply' },
    supply_period: {
      ...exactly('SupplyPeriodRecord', { from: date, to: date }),
      description: 'Only of a line that names its period',
    },
    kind: {
      const: 'not_due',
      description: 'Only of tax that is due with the payment of its document (consideration received)',
    },
    base_amount: moneyAnswer,
    tax_amount: moneyAnswer,
  },
  ['supply_period', 'kind'],
)

const taxDue = exactly(
  'TaxDue',
  {
    kind: {
      enum: ['declared', 'extinguished', 'not_due', 'taken_over'],
      description:
        'declared: the payment makes it due; extinguished: it will never be; not_due: it is worth more or less at the rate of the payment; taken_over: payments of the item that the line opens will declare it',
    },
    tax_code: { type: 'string' },
    direction: { type: 'string' },
    rate_bp: { type: 'integer' },
    form_figure: { type: ['string', 'null'] },
    declares: exactly('TaxNotDue', DECLARED_LINE, ['record_number']),
    base_amount: moneyAnswer,
    tax_amount: moneyAnswer,
  },
  ['declares'],
)

const line = exactly(
  'JournalLine',
  {
    line_number: { type: 'integer' },
    account_code: { type: 'string' },
    account_id: { type: 'string' },
    account_name: { type: 'string' },
    text: { type: ['string', 'null'] },
    open_item: {
      type: ['object', 'null'],
      description: 'The open item that a line of a voucher changes or opens, as the voucher named it',
    },
    debit: orNull(moneyAnswer),
    credit: orNull(moneyAnswer),
    transaction_amount: { ...moneyAnswer, description: 'The same amount in the currency of the document' },
    exchange_rate: { type: ['string', 'null'], description: 'Base currency for one unit of the transaction currency' },
    tax: orNull(taxSnapshot),
    tax_due: {
      type: 'array',
      items: taxDue,
      description: 'Only of a line that does something to tax that was not due with its document',
    },
  },
  ['tax_due'],
)

const taxSummaryLine = exactly('TaxSummaryLine', {
  tax_code: { type: 'string' },
  direction: { type: 'string' },
  rate_bp: { type: 'integer' },
  form_figure: { type: ['string', 'null'] },
  base_amount: moneyAnswer,
  tax_amount: moneyAnswer,
})

/** Contract, "Journal entry (read)". */
export const journalEntry = exactly('JournalEntry', {
  object: { const: 'journal_entry' },
  id: { type: 'string' },
  journal_entry_id: { type: 'string' },
  end_customer_id: endCustomerId,
  entry_number: { type: 'integer', description: 'Gapless for each end customer, from 1' },
  fiscal_year_id: {
    type: 'string',
    description:
      'The year in which it was posted. Where that one has other dates now, it belongs to the year of its date',
  },
  posting_date: date,
  document_date: date,
  description: { type: 'string' },
  entry_type: { enum: ENTRY_TYPES },
  currency: { type: 'string', description: 'Base currency of debits and credits' },
  lines: { type: 'array', items: line },
  totals: exactly('EntryTotals', { debit: moneyAnswer, credit: moneyAnswer }),
  tax_summary: { type: ['array', 'null'], items: taxSummaryLine, description: 'Null without frozen tax snapshots' },
  source_snapshot: { type: 'object', description: 'The fact or request as it was when it was booked' },
  source: exactly('EntrySource', { type: { type: 'string' }, id: { type: 'string' } }),
  reversal_of: { type: ['string', 'null'] },
  prior_fiscal_year_id: {
    type: ['string', 'null'],
    description: 'Of a reversal: the earlier fiscal year whose entry it takes back; else null',
  },
  reversed_by: { type: ['string', 'null'] },
  actor_id: { type: 'string', description: 'The API key that asked for it' },
  request_id: { type: 'string' },
  rule_version: { type: 'integer' },
  posted_at: timestamp,
  previous_hash: { type: 'string' },
  entry_hash: { type: 'string', description: 'SHA-256 of the RFC 8785 form of the entry and previous_hash' },
})

export const journalEntryList = listOf('journal_entry_list', journalEntry)

export const journalEntryQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    fiscal_year_id: { type: 'string', minLength: 1, maxLength: 50 },
    from_date: { ...date, description: 'Earliest posting date' },
    to_date: { ...date, description: 'Latest posting date' },
    account_code: { type: 'string', minLength: 1, maxLength: 20 },
    source_id: { type: 'string', minLength: 1, maxLength: 100, description: 'The source fact that was booked' },
    entry_type: { enum: ENTRY_TYPES, description: 'Entries of this type alone' },
    without: { enum: ['opening'], description: 'Without opening entries: what is left is turnover' },
    format: {
      enum: ['json', 'csv', 'ledger'],
      description:
        'As the Accept header: application/json, text/csv, text/x-ledger (hledger, ledger); the texts have no page limit of their own',
    },
    ...page,
  },
} as const
export type JournalEntryQuery = FromSchema<typeof journalEntryQuery>
