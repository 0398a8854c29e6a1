import { date, endCustomerId, LOCALES, moneyAnswer } from '../primitives.ts'
import { exactly, type FromSchema, orNull } from '../schema.ts'
import { vatReturnWarning } from './open-work.ts'
import { CONSIDERATIONS, FILING_PERIODS } from './registrations.ts'
import { SUBMISSIONS, vatFiling } from './vat-filings.ts'

const textOrNull = { type: ['string', 'null'] } as const
const rate = { type: ['integer', 'null'], description: 'Basis points: 8.1 % is 810' } as const

const returnLine = exactly('VatReturnLine', {
  figure: { ...textOrNull, description: 'Line of the form; null for the turnover of an activity' },
  activity_id: { ...textOrNull, description: 'Of the net tax rate method' },
  label: { type: 'string' },
  kind: { enum: ['line', 'subtotal', 'total'] },
  rate_bp: {
    ...rate,
    description: 'Basis points: 8.1 % is 810. An activity has a line for each rate that its supplies were taxed at',
  },
  base_amount: orNull(moneyAnswer),
  tax_amount: orNull(moneyAnswer),
  booked_tax_amount: {
    ...orNull(moneyAnswer),
    description: 'The tax of the records; the tax of a rate is computed on the sum of their bases',
  },
  records: {
    type: 'array',
    items: { type: 'string' },
    description: 'GET these to read the tax records of the line',
  },
})

const TIE_STEPS = [
  'payable_tax',
  'rounding',
  'net_tax_rate',
  'not_in_return',
  'not_due',
  'other_period',
  'other',
  'unexplained',
] as const

const tieStep = exactly('VatTieStep', {
  kind: {
    enum: TIE_STEPS,
    description:
      'rounding: the tax of the records less that of the return; net_tax_rate: the same, as tax at a net rate is not booked with sales; not_due: the change of tax that becomes due with payments; other_period: tax of these days that counts in other returns, less tax of others that counts in this one; other: lines without a tax record, such as transfers; unexplained is never there where the records and the accounts agree',
  },
  figure: textOrNull,
  rate_bp: rate,
  activity_id: textOrNull,
  account_code: textOrNull,
  amount: moneyAnswer,
})

const tieAccount = exactly(
  'VatTieAccount',
  {
    account_code: { type: 'string' },
    account_name: { type: 'string' },
    opening_balance: { ...moneyAnswer, description: 'What is owed is positive' },
    recorded: { ...moneyAnswer, description: 'By lines with a tax record' },
    other: { ...moneyAnswer, description: 'By lines without one' },
    closing_balance: moneyAnswer,
    taken_over: {
      ...moneyAnswer,
      description:
        'Only where there is any: tax that was taken over with items by the last day, for payments to declare. The opening balance has it',
    },
  },
  ['taken_over'],
)

const returnCheck = exactly('VatReturnCheck', {
  code: { type: 'string', description: 'MWST-…: as the portal of the tax administration reports it' },
  rule: { type: 'string' },
  holds: { type: 'boolean' },
  findings: {
    type: 'array',
    items: exactly('VatReturnFinding', { message: { type: 'string' }, remedy: { type: 'string' } }),
  },
})

const taxNotDue = exactly('VatTaxNotDue', {
  amount: { ...moneyAnswer, description: 'What is owed less what is deducted' },
  codes: {
    type: 'array',
    items: exactly('VatTaxNotDueOfCode', {
      tax_code: { type: 'string' },
      rate_bp: {
        type: 'integer',
        description: 'Basis points: 8.1 % is 810; of an activity its net tax rate on the day of supply',
      },
      direction: { type: 'string' },
      activity_id: textOrNull,
      base_amount: moneyAnswer,
      tax_amount: moneyAnswer,
      records: { type: 'string', description: 'GET it to read the records of documents, paid and unpaid' },
    }),
  },
})

export const vatReturn = exactly(
  'VatReturn',
  {
    object: { const: 'vat_return' },
    end_customer_id: endCustomerId,
    end_customer_name: textOrNull,
    uid: textOrNull,
    locale: { enum: LOCALES },
    period: { type: 'string' },
    period_start: { ...date, description: 'First day of the period on which the end customer is registered' },
    period_end: date,
    method: { enum: ['effective', 'net_tax_rate'] },
    consideration: { enum: CONSIDERATIONS },
    filing_period: { enum: FILING_PERIODS },
    currency: { type: 'string' },
    submission: { enum: SUBMISSIONS },
    reconciliation: {
      ...exactly('VatReturnReconciliation', {
        due_with: {
          type: 'string',
          description: 'The period in which the 180th day falls: file it with its return at the latest',
        },
        day_180: { ...date, description: 'The 180th day after the end of the year' },
        day_240: { ...date, description: 'The 240th day: afterwards the year counts as final' },
      }),
      description: 'Only of an annual_reconciliation',
    },
    filing: { ...orNull(vatFiling), description: 'Null while it is a preview, which changes with the books' },
    ledger_position: exactly('VatReturnPosition', {
      entry_number: { type: 'integer' },
      entry_hash: { type: 'string' },
    }),
    records: { type: 'string', description: 'GET it to read all tax records of the return' },
    lines: { type: 'array', items: returnLine, description: 'In the order of the form' },
    payable_tax: { ...moneyAnswer, description: 'Figure 500, or 510 with a negative sign' },
    tie: exactly('VatReturnTie', {
      opening_balance: { ...moneyAnswer, description: 'Of all accounts of tax; what is owed is positive' },
      steps: { type: 'array', items: tieStep },
      change: { ...moneyAnswer, description: 'The sum of the steps' },
      closing_balance: moneyAnswer,
      is_explained: { type: 'boolean' },
      accounts: { type: 'array', items: tieAccount },
    }),
    tax_not_due: {
      ...taxNotDue,
      description:
        'At the end of the period; only where consideration is reported as received, or something is left of that',
    },
    warnings: {
      type: 'array',
      items: vatReturnWarning,
      description: 'What of the days of the return is not booked; of a filed return as it was then',
    },
    checks: { type: 'array', items: returnCheck },
    can_be_filed: { type: 'boolean', description: 'Every check holds, so the eCH-0217 file is given out' },
  },
  ['tax_not_due', 'reconciliation'],
)

export const vatReturnQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    locale: { enum: LOCALES },
    submission: {
      enum: SUBMISSIONS,
      description:
        'Default: first, or the correction that was filed last; correction: a preview of the next one; annual_reconciliation: that of a year',
    },
    filing_number: {
      type: 'integer',
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'One of the filings of the period; default: the last one, or a preview while there is none',
    },
  },
} as const
export type VatReturnQuery = FromSchema<typeof vatReturnQuery>
