import { date, endCustomerId, LOCALES, moneyAnswer } from '../primitives.ts'
import { exactly, type FromSchema, orNull } from '../schema.ts'
import { activityShare } from './reconciled-activities.ts'
import { reconciledReturn, taxFigures, turnoverFigures } from './reconciled-returns.ts'
import { TAX_STEPS, TURNOVER_STEPS } from './totals-of-reconciliation.ts'

const textOrNull = { type: ['string', 'null'] } as const

/** What a part of an account is, seen from the returns. */
export const TURNOVER_CATEGORIES = [
  /** On an account of revenue, with a record. */
  'recorded',
  'disposal',
  'private_share',
  'advance',
  /** What a payment is worth less or more than was booked. */
  'exchange_difference',
  'rounding',
  /** A discount or loss without a record of its own. */
  'reduction',
  /** A supplier's discount. */
  'purchase_reduction',
  'credit_on_expense',
  'accrual',
  /** Tax itself, such as that of a net tax rate. */
  'tax',
  /** Brought over within the year, declared by another system. */
  'takeover',
  'other_account',
  /** Under received consideration: another entry has booked it, that of the document. */
  'declared_with_payment',
  /** Declared, and no line of its entry has booked it. */
  'not_booked',
  /** Booked without a record, and nothing says why. */
  'without_code',
] as const
export type TurnoverCategory = (typeof TURNOVER_CATEGORIES)[number]

/** What lines of tax accounts are: with a record, and without. */
const TAX_CATEGORIES = ['owed', 'deducted', 'transferred', 'other'] as const
export const CATEGORIES = [...TURNOVER_CATEGORIES, ...TAX_CATEGORIES] as const
export type Category = (typeof CATEGORIES)[number]

export const reconciledCategory = {
  description:
    'recorded: in the returns; disposal, private_share, advance, accrual, tax: by the account or the one on the other side; exchange_difference, rounding, reduction (discounts and losses), purchase_reduction (discounts of suppliers): by the role of the account, and reduction also what is written off of an item at net rates; credit_on_expense: revenue that was booked as less expense; declared_with_payment: booked with the document, declared with its payment; not_booked: declared, and no account has it; without_code: booked as revenue without a tax record',
} as const
const entries = { type: 'string', description: 'GET this to read the entries that add up to it' } as const
const entriesOfStep = {
  ...textOrNull,
  description: `${entries.description}; null: computed, and no entry has it`,
} as const

const turnoverPart = exactly('ReconciledTurnoverPart', {
  category: { ...reconciledCategory, enum: TURNOVER_CATEGORIES },
  has_record: { type: 'boolean' },
  figure: { ...textOrNull, description: 'Line of the return' },
  activity_id: { ...textOrNull, description: 'Of a net tax rate' },
  kind: {
    ...textOrNull,
    description:
      'Of the tax records: due, not_due, declared or extinguished; with _annually behind it: of the reconciliation of the year',
  },
  amount: moneyAnswer,
  entries,
})

const turnoverAccount = exactly('ReconciledTurnoverAccount', {
  account_code: { ...textOrNull, description: 'Null: what no account has booked' },
  account_name: { type: 'string' },
  is_revenue: { type: 'boolean' },
  booked: {
    ...moneyAnswer,
    description: 'Of revenue what the account has moved in the year, credit positive; of others the sum of the parts',
  },
  entries,
  recorded: { ...moneyAnswer, description: 'The parts with a tax record' },
  difference: { ...moneyAnswer, description: 'The parts without one' },
  parts: { type: 'array', items: turnoverPart },
})

const periodOfStep = { ...textOrNull, description: 'Of not_filed: the return that does not have it' } as const
const countsInOfStep = {
  enum: ['period', 'annual_reconciliation', null],
  description: 'Of not_filed: whether that is the return of a period or the reconciliation of a year',
} as const

const turnoverStep = exactly('TurnoverStep', {
  kind: {
    enum: TURNOVER_STEPS,
    description:
      'revenue: of the books; without_record: what of it no record has; other_account: turnover on other accounts; not_due: received consideration; other_period: what counts in a return of another year than its entry; other_flows: figures 900 and 910; reductions: 200 is before them; not_in_return: records on days of no return; unexplained is never there where records and books agree; not_filed: in the records, and in no filed return',
  },
  category: { ...reconciledCategory, enum: [...TURNOVER_CATEGORIES, null] },
  period: periodOfStep,
  counts_in: countsInOfStep,
  amount: moneyAnswer,
  entries: entriesOfStep,
})

const taxAccount = exactly('ReconciledTaxAccount', {
  account_code: { type: 'string' },
  account_name: { type: 'string' },
  owed: { ...moneyAnswer, description: 'By records of output and acquisition tax; what is owed is positive' },
  owed_entries: entries,
  deducted: { ...moneyAnswer, description: 'By records of input tax; what is deducted is negative' },
  deducted_entries: entries,
  transferred: { ...moneyAnswer, description: 'By entries that settle returns (2201)' },
  transferred_entries: entries,
  other: { ...moneyAnswer, description: 'By other lines without a record' },
  other_entries: entries,
})

const taxStep = exactly('TaxReconciliationStep', {
  kind: {
    enum: TAX_STEPS,
    description:
      'booked: by lines with a tax record; other_period: tax that counts in a return of another year than its entry; rounding: returns compute tax on the sum of bases; net_tax_rate: the same, as sales do not book it; not_filed: in the records, and in no filed return',
  },
  figure: textOrNull,
  activity_id: textOrNull,
  rate_bp: { type: ['integer', 'null'], description: 'Of rounding and net_tax_rate, in basis points' },
  period: periodOfStep,
  counts_in: countsInOfStep,
  amount: moneyAnswer,
  booked: orNull({
    ...moneyAnswer,
    description: 'Of not_filed before 399: what of it records have booked; the returns compute the rest',
  }),
  entries: entriesOfStep,
})
const taxSteps = { type: 'array', items: taxStep } as const

export const vatReconciliation = exactly('VatReconciliation', {
  object: { const: 'vat_reconciliation' },
  end_customer_id: endCustomerId,
  end_customer_name: textOrNull,
  uid: textOrNull,
  locale: { enum: LOCALES },
  fiscal_year_id: { type: 'string' },
  period_start: date,
  period_end: date,
  currency: { type: 'string' },
  ledger_position: exactly('VatReconciliationPosition', {
    entry_number: { type: 'integer' },
    entry_hash: { type: 'string' },
  }),
  returns: {
    type: 'array',
    description:
      'The filing periods of the year, then the reconciliation of its calendar year where something counts in it',
    items: reconciledReturn,
  },
  activities: {
    type: 'array',
    description:
      'Of the net tax rate method: those registered at the end of the year, then others that have turnover in it',
    items: activityShare,
  },
  turnover: exactly('TurnoverReconciliation', {
    accounts: { type: 'array', items: turnoverAccount },
    steps: { type: 'array', items: turnoverStep, description: 'From the revenue of the books to the filed 200' },
    in_records: {
      ...exactly('RecordedTurnoverFigures', turnoverFigures),
      description: 'As the returns would be filed today',
    },
    ...turnoverFigures,
  }),
  tax: exactly('TaxReconciliation', {
    accounts: { type: 'array', items: taxAccount },
    owed_steps: { ...taxSteps, description: 'From the booked tax to the filed 399' },
    deducted_steps: { ...taxSteps, description: 'From the booked tax to the filed 479' },
    in_records: { ...exactly('RecordedTaxFigures', taxFigures), description: 'As the returns would be filed today' },
    ...taxFigures,
  }),
  is_explained: { type: 'boolean' },
})

export const yearOfCustomer = {
  end_customer_id: endCustomerId,
  fiscal_year_id: { type: 'string', minLength: 1, maxLength: 50 },
} as const

export const vatReconciliationQuery = {
  type: 'object',
  required: ['end_customer_id', 'fiscal_year_id'],
  additionalProperties: false,
  properties: { ...yearOfCustomer, locale: { enum: LOCALES } },
} as const
export type VatReconciliationQuery = FromSchema<typeof vatReconciliationQuery>
