import { date, moneyAnswer, page } from '../primitives.ts'
import { exactly, type FromSchema, listOf } from '../schema.ts'
import { LISTED_STEPS, RECONCILED_TOTALS } from './totals-of-reconciliation.ts'
import { CATEGORIES, reconciledCategory, yearOfCustomer } from './vat-reconciliation.ts'

const textOrNull = { type: ['string', 'null'] } as const

const reconciledEntry = exactly('ReconciledVatEntry', {
  id: { type: 'string' },
  category: {
    ...reconciledCategory,
    enum: [...CATEGORIES, null],
    description: `Null: a tax record of a total. ${reconciledCategory.description}`,
  },
  journal_entry_id: { type: 'string' },
  entry_number: { type: 'integer' },
  line_number: { type: 'integer' },
  posting_date: { ...date, description: 'Of the entry; of a tax record the day whose return it belongs to' },
  description: { type: 'string' },
  account_code: { ...textOrNull, description: 'Null: what no account has booked' },
  counter_account_code: { ...textOrNull, description: 'Of the largest line on the other side' },
  tax_code: textOrNull,
  figure: textOrNull,
  amount: { ...moneyAnswer, description: 'Credit is positive; with a total, as its figure has it' },
})
export const reconciledEntryList = listOf('vat_reconciliation_entry_list', reconciledEntry)

/** The values are few, but a page offers no choice between them: some go with others alone. */
const oneOf = (values: readonly string[]) => `^(?:${values.join('|')})$`

export const reconciledEntryQuery = {
  type: 'object',
  required: ['end_customer_id', 'fiscal_year_id'],
  additionalProperties: false,
  properties: {
    ...yearOfCustomer,
    category: { ...reconciledCategory, enum: CATEGORIES },
    account_code: {
      type: 'string',
      maxLength: 100,
      description: 'Empty: what no account has booked. Default: all accounts; transferred and other need one',
    },
    figure: {
      type: 'string',
      pattern: '^(?:[0-9]{3})?$',
      description: 'Line of the return that the record names; empty: none',
    },
    activity_id: { type: 'string', pattern: '^(?:[!-~]{5})?$', description: 'Of a net tax rate; empty: none' },
    kind: {
      type: 'string',
      pattern: '^(?:[a-z_]{1,20})?$',
      description: 'Of the tax record, as the parts of the accounts have it; empty: without a record',
    },
    total: {
      type: 'string',
      pattern: oneOf(RECONCILED_TOTALS),
      description:
        'Figure of the returns (200, 289, 299, 399 or 479): what of the records makes it, or a step that leads to it',
    },
    step: {
      type: 'string',
      pattern: oneOf(LISTED_STEPS),
      description: `Only with a total: ${LISTED_STEPS.join(', ')}. Of without_record and other_account with a category`,
    },
    period: {
      type: 'string',
      pattern: '^[0-9]{4}(?:-(?:Q[1-4]|H[12]|0[1-9]|1[0-2]))?$',
      description: 'Only with a total: of one return; not_filed and filed need one',
    },
    counts_in: {
      type: 'string',
      pattern: oneOf(['period', 'annual_reconciliation']),
      description: 'Only with a period: its return (default), or the reconciliation of the year of this name',
    },
    ...page,
  },
} as const
export type ReconciledEntryQuery = FromSchema<typeof reconciledEntryQuery>
