import { date, endCustomerId, id, moneyAnswer, SAFE_MAX } from '../primitives.ts'
import { exactly, type FromSchema, orNull } from '../schema.ts'
import { closing } from '../setup/closing.ts'
import { LOCALES } from '../setup/settings.ts'
import { checkDetail, statementChecks } from './checks.ts'
import { statementWarning } from './statement-warning.ts'

const ROW_KINDS = ['total', 'subtotal', 'line', 'of_which'] as const
export type RowKind = (typeof ROW_KINDS)[number]
const GRANULARITIES = ['month', 'quarter'] as const
export type Granularity = (typeof GRANULARITIES)[number]

const PLACED_BY = ['sign', 'net_position', 'partner'] as const
export type PlacedBy = (typeof PLACED_BY)[number]

const sourcePartner = exactly('SourcePartner', {
  partner_reference: { type: ['string', 'null'] },
  partner_name: { type: 'string', description: 'Empty for credit whose payer is unknown' },
  amount: moneyAnswer,
})

const sourceAccount = exactly('SourceAccount', {
  account_code: { type: ['string', 'null'], description: 'Null for the computed result of a year' },
  account_name: { type: 'string' },
  amount: moneyAnswer,
  prior_amount: orNull(moneyAnswer),
  placed_by: {
    enum: [...PLACED_BY, null],
    description:
      'Why the amount stands on another row than that of its account: the balance of the account is on the other side, that of the whole position towards the tax administration is, or that of some partners; null on its usual row',
  },
  partners: {
    type: 'array',
    items: sourcePartner,
    description: 'With `placed_by` partner: the partners whose balances these are, the largest first, at most 100',
  },
})

const row = exactly('StatementRow', {
  row_key: { type: 'string' },
  parent_key: { type: ['string', 'null'] },
  label: { type: 'string' },
  law: { type: ['string', 'null'], description: 'Null for a row that no law asks for' },
  level: { type: 'integer' },
  kind: { enum: ROW_KINDS, description: '`of_which`: part of the row above it, and of no sum' },
  amount: moneyAnswer,
  prior_amount: { ...orNull(moneyAnswer), description: 'Vorjahr; null without comparison or without a prior year' },
  source_accounts: { type: 'array', items: sourceAccount },
})

const period = exactly('StatementPeriod', { fiscal_year_id: { type: 'string' }, period_start: date, period_end: date })

export const ledgerPosition = exactly('LedgerPosition', {
  entry_number: { type: 'integer', description: 'Last entry that the statement contains; 0 in an empty ledger' },
  entry_hash: { type: 'string' },
})

export const header = {
  end_customer_id: endCustomerId,
  end_customer_name: { type: ['string', 'null'] },
  fiscal_year_id: { type: 'string' },
  period_start: date,
  period_end: date,
  currency: { type: 'string' },
  locale: { enum: LOCALES },
  comparison: orNull(period),
  granularity: { enum: [...GRANULARITIES, null] },
  ledger_position: ledgerPosition,
  closing: {
    ...orNull(closing),
    description:
      'What was kept when the year was closed, of which alone the statement is made; null for a year that is open, unless the query names a closing',
  },
  warnings: { type: 'array', items: statementWarning },
  checks: statementChecks,
  check_details: { type: 'array', items: checkDetail, description: 'The figures that the checks have compared' },
} as const

const rows = {
  rows: { type: 'array', items: row },
  period_series: {
    type: ['array', 'null'],
    description: 'One bucket for each month or quarter: activity in it, or the balance at its end',
    items: exactly('PeriodBucket', {
      period_start: date,
      period_end: date,
      rows: {
        type: 'array',
        items: exactly('BucketRow', { row_key: { type: 'string' }, amount: moneyAnswer }),
      },
    }),
  },
} as const

/** Contract, "Statement reads": OR Art. 959a balance sheet and OR Art. 959b income statement. */
export const orBalanceSheet = exactly('OrBalanceSheet', {
  object: { const: 'or_balance_sheet' },
  ...header,
  assets_by_account: {
    ...moneyAnswer,
    description:
      'Total of the assets on balance-sheet, where every account stands as a whole; it differs from the one here by what stands on the other side',
  },
  ...rows,
})
export const orIncomeStatement = exactly('OrIncomeStatement', {
  object: { const: 'or_income_statement' },
  ...header,
  ...rows,
})

/** The same figures account by account. */
export const balanceSheet = exactly('BalanceSheet', { object: { const: 'balance_sheet' }, ...header, ...rows })
export const incomeStatement = exactly('IncomeStatement', { object: { const: 'income_statement' }, ...header, ...rows })

export const turnover = {
  opening_balance: { ...moneyAnswer, description: 'Debit is positive; opening entries are part of it' },
  debit: { ...moneyAnswer, description: 'Turnover, without opening entries' },
  credit: moneyAnswer,
  closing_balance: { ...moneyAnswer, description: 'opening_balance + debit - credit' },
} as const
export const turnoverAnswer = exactly('Turnover', turnover)

export const trialBalance = exactly('TrialBalance', {
  object: { const: 'trial_balance' },
  ...header,
  rows: {
    type: 'array',
    items: exactly('TrialBalanceRow', {
      account_code: { type: ['string', 'null'], description: 'Null for the unclosed result of an earlier year' },
      account_name: { type: 'string' },
      account_type: { type: 'string' },
      ...turnover,
      prior: orNull(turnoverAnswer),
    }),
  },
  totals: exactly('TrialBalanceTotals', { ...turnover, prior: orNull(turnoverAnswer) }),
  period_series: {
    type: ['array', 'null'],
    items: exactly('TrialBalanceBucket', {
      period_start: date,
      period_end: date,
      rows: {
        type: 'array',
        items: exactly('TrialBalanceBucketRow', { account_code: { type: 'string' }, ...turnover }),
      },
    }),
  },
})

export const parameters = {
  end_customer_id: endCustomerId,
  fiscal_year_id: { type: 'string', minLength: 1, maxLength: 50 },
  comparison: { enum: ['prior_fiscal_year'] },
  granularity: { enum: GRANULARITIES },
  locale: { enum: LOCALES, description: "Default: the end customer's" },
  as_of_entry_number: {
    type: 'integer',
    minimum: 0,
    maximum: SAFE_MAX,
    description: 'The statement as it stood when this entry was the last one',
  },
} as const

const yearParameters = {
  ...parameters,
  closing: {
    ...id,
    description:
      'The statement as this closing has kept it, also when the year is open again: an id of the `changes` of the fiscal year. Not together with as_of_entry_number',
  },
} as const

export const statementQuery = {
  type: 'object',
  required: ['end_customer_id', 'fiscal_year_id'],
  additionalProperties: false,
  properties: yearParameters,
} as const
export type StatementQuery = FromSchema<typeof statementQuery>

export const orIncomeStatementQuery = {
  type: 'object',
  required: ['end_customer_id', 'fiscal_year_id'],
  additionalProperties: false,
  properties: {
    ...yearParameters,
    format: {
      enum: ['nature_of_expense', 'function_of_expense'],
      description: 'OR Art. 959b Abs. 2 (default) or Abs. 3; the latter where the chart allows it',
    },
  },
} as const
