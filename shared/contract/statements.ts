import { date, endCustomerId, moneyAnswer } from './common.ts'
import { exactly, type FromSchema, orNull } from './schema.ts'

const sourceAccount = exactly('SourceAccount', {
  account_code: { type: ['string', 'null'], description: 'Null for the computed result of a year' },
  account_name: { type: 'string' },
  amount: moneyAnswer,
  prior_amount: orNull(moneyAnswer),
})

const row = exactly('StatementRow', {
  row_key: { type: 'string' },
  parent_key: { type: ['string', 'null'] },
  label: { type: 'string' },
  law: { type: 'string' },
  level: { type: 'integer' },
  kind: { enum: ['total', 'subtotal', 'line'] },
  amount: moneyAnswer,
  prior_amount: { ...orNull(moneyAnswer), description: 'Vorjahr; null without comparison or without a prior year' },
  source_accounts: { type: 'array', items: sourceAccount },
})

const period = exactly('StatementPeriod', { fiscal_year_id: { type: 'string' }, period_start: date, period_end: date })

const statement = {
  end_customer_id: endCustomerId,
  fiscal_year_id: { type: 'string' },
  period_start: date,
  period_end: date,
  currency: { type: 'string' },
  locale: { enum: ['de', 'fr', 'it', 'en'] },
  comparison: orNull(period),
  granularity: { enum: ['month', 'quarter', null] },
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
  ledger_position: exactly('LedgerPosition', {
    entry_number: { type: 'integer', description: 'Last entry that the statement contains; 0 in an empty ledger' },
    entry_hash: { type: 'string' },
  }),
  checks: exactly('StatementChecks', {
    assets_equal_liabilities_and_equity: { type: 'boolean' },
    result_equals_income_statement: { type: 'boolean' },
    every_account_has_a_row: { type: 'boolean' },
    closing_accounts_are_zero: { type: 'boolean' },
  }),
} as const

/** Contract, "Statement reads": OR Art. 959a balance sheet and OR Art. 959b income statement. */
export const orBalanceSheet = exactly('OrBalanceSheet', { object: { const: 'or_balance_sheet' }, ...statement })
export const orIncomeStatement = exactly('OrIncomeStatement', {
  object: { const: 'or_income_statement' },
  ...statement,
})

export const statementQuery = {
  type: 'object',
  required: ['end_customer_id', 'fiscal_year_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    fiscal_year_id: { type: 'string', minLength: 1, maxLength: 50 },
    comparison: { enum: ['prior_fiscal_year'] },
    granularity: { enum: ['month', 'quarter'] },
    locale: { enum: ['de', 'fr', 'it', 'en'], description: "Default: the end customer's" },
    as_of_entry_number: {
      type: 'integer',
      minimum: 0,
      description: 'The statement as it stood when this entry was the last one',
    },
  },
} as const
export type StatementQuery = FromSchema<typeof statementQuery>
