import { date, endCustomerId, evidenceHashes, moneyAnswer, page } from '../primitives.ts'
import { exactly, type FromSchema, listOf, orNull } from '../schema.ts'
import { VAT_PERIODS } from './vat-periods.ts'

/**
 * What a record does: `due`, it is in the return of its day; `not_due`, the tax becomes due with the payment; `taken_over`, the same
 * of an item of another system; `declared`, a payment
 * makes tax due that was not; `extinguished`, tax that was not due will never be. With `_annually` it is in the reconciliation of
 * its year.
 */
// biome-ignore format: a list of names reads better in rows
const TAX_RECORD_KINDS = [
  'due', 'not_due', 'taken_over', 'declared', 'extinguished', 'due_annually', 'declared_annually',
] as const
export type TaxRecordKind = (typeof TAX_RECORD_KINDS)[number]

const COUNTS_IN = ['period', 'annual_reconciliation', 'not_due'] as const

/** The line that has the tax. */
export const DECLARED_LINE = {
  journal_entry_id: { type: 'string' },
  line_number: { type: 'integer' },
  record_number: {
    type: 'integer',
    description: 'Only of tax that was taken over: the number of its record in the tax_due of the line',
  },
} as const

const taxRecord = exactly('TaxRecord', {
  id: { type: 'string' },
  journal_entry_id: { type: 'string' },
  entry_number: { type: 'integer' },
  line_number: { type: 'integer' },
  account_code: { type: 'string' },
  posting_date: { ...date, description: 'The day whose VAT return it belongs to' },
  kind: {
    enum: TAX_RECORD_KINDS,
    description:
      'due: in the return; not_due: until it is paid; taken_over: the same, with an item of another system, and no account has moved; declared: in the return with the payment; extinguished: never due, as what was written off had not been received; with _annually: in the reconciliation of the year, not in the return of its period',
  },
  tax_code: { type: 'string' },
  direction: { type: 'string' },
  rate_bp: { type: 'integer', description: 'Basis points: 8.1 % is 810' },
  net_rate_bp: {
    type: ['integer', 'null'],
    description: 'Of turnover under the net tax rate method: the rate of its activity on the day of supply',
  },
  form_figure: {
    type: ['string', 'null'],
    description:
      'Line of the VAT return; of a reduction 235, or the line of its rate where the form has had two (311, 341)',
  },
  activity_id: { type: ['string', 'null'], description: 'Of a net tax rate: the activity of the turnover' },
  supply_date: date,
  base_amount: {
    ...moneyAnswer,
    description:
      'With the sign of its figure: a reduction (VS) is positive, as in 235, and counts negative in the line of its rate or activity',
  },
  tax_amount: {
    ...moneyAnswer,
    description: 'With the sign of its figure, as base_amount; K415 and K420 are positive where they reduce input tax',
  },
  is_sign_corrected: {
    type: 'boolean',
    description:
      'True where the entry keeps the record with the opposite sign, as rules before version 4 did with K410',
  },
  vat_period: {
    enum: [...VAT_PERIODS, null],
    description: 'Where tax counts that was posted into a filed period; null for other tax',
  },
  declares: orNull(exactly('DeclaredTaxRecord', DECLARED_LINE, ['record_number'])),
  source: exactly('TaxRecordSource', { type: { type: 'string' }, id: { type: 'string' } }),
  evidence_hashes: evidenceHashes,
  entry_hash: { type: 'string' },
})

export const taxRecordList = listOf('tax_record_list', taxRecord)

const entryNumber = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const

export const taxRecordQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    from_date: { ...date, description: 'Earliest posting date' },
    to_date: { ...date, description: 'Latest posting date' },
    kind: { enum: TAX_RECORD_KINDS },
    counts_in: {
      enum: COUNTS_IN,
      description:
        'Records that a return is made of: period, due and declared ones; annual_reconciliation, those of the reconciliation of a year; not_due, those of tax that is due with payments: not_due and taken_over ones less declared and extinguished ones',
    },
    form_figure: { type: 'string', pattern: '^[0-9]{3}$', description: 'Line of the VAT return' },
    tax_code: { type: 'string', minLength: 1, maxLength: 20 },
    activity_id: { type: 'string', minLength: 1, maxLength: 20, description: 'Of a net tax rate' },
    net_rate_bp: { type: 'integer', minimum: 0, maximum: 10_000, description: 'The net tax rate of an activity' },
    after_entry_number: { ...entryNumber, description: 'Only of entries behind this one' },
    through_entry_number: {
      ...entryNumber,
      description: 'Only of entries up to this one: a return has the records up to its ledger position',
    },
    ...page,
  },
} as const
export type TaxRecordQuery = FromSchema<typeof taxRecordQuery>
