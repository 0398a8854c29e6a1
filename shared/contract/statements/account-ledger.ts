import { ENTRY_TYPES } from '../journal/journal-entries.ts'
import { date, evidenceHashes, moneyAnswer, page } from '../primitives.ts'
import { exactly, type FromSchema, orNull } from '../schema.ts'

import { header, parameters, turnover, turnoverAnswer } from './statements.ts'

const ledgerLine = exactly('AccountLedgerLine', {
  id: { type: 'string' },
  entry_number: { type: 'integer' },
  line_number: { type: 'integer' },
  journal_entry_id: { type: 'string' },
  posting_date: date,
  document_date: date,
  description: { type: 'string' },
  text: { type: ['string', 'null'] },
  entry_type: { enum: ENTRY_TYPES },
  prior_fiscal_year_id: {
    type: ['string', 'null'],
    description: 'Of a reversal: the earlier fiscal year whose entry it takes back; else null',
  },
  counter_accounts: { type: 'array', items: { type: 'string' } },
  tax_code: { type: ['string', 'null'] },
  debit: orNull(moneyAnswer),
  credit: orNull(moneyAnswer),
  balance: { ...moneyAnswer, description: 'Of the account after this line; debit is positive' },
  transaction_amount: moneyAnswer,
  source: exactly('AccountLedgerSource', { type: { type: 'string' }, id: { type: 'string' } }),
  evidence_hashes: evidenceHashes,
  entry_hash: { type: 'string' },
})

export const accountLedger = exactly('AccountLedger', {
  object: { const: 'account_ledger' },
  ...header,
  account_code: { type: 'string' },
  account_name: { type: 'string' },
  account_type: { type: 'string' },
  carried_forward: {
    ...moneyAnswer,
    description: 'Balance of the account before the first line of the year, or before `from_date`',
  },
  ...turnover,
  movement: {
    ...moneyAnswer,
    description:
      'debit - credit without closing entries: of revenue and expense the amount of an income statement, whose sign is the other one',
  },
  closing_entries: {
    ...moneyAnswer,
    description: 'debit - credit of closing entries; opening_balance + movement + closing_entries = closing_balance',
  },
  prior: orNull(turnoverAnswer),
  period_series: {
    type: ['array', 'null'],
    items: exactly('AccountLedgerBucket', { period_start: date, period_end: date, ...turnover }),
  },
  lines: { type: 'array', items: ledgerLine, description: 'By posting date, then in the order of the journal' },
  has_more: { type: 'boolean' },
})

export const accountLedgerQuery = {
  type: 'object',
  required: ['end_customer_id', 'fiscal_year_id', 'account_code'],
  additionalProperties: false,
  properties: {
    ...parameters,
    account_code: { type: 'string', minLength: 1, maxLength: 20 },
    from_date: {
      ...date,
      description:
        'The ledger from this day of the year on: the balance before it is carried forward, and lines and turnover begin with it. Not together with comparison or granularity',
    },
    to_date: {
      ...date,
      description:
        'The ledger as it stands at the end of this day of the year: its lines up to it, and its turnover and closing balance then. Not together with comparison or granularity',
    },
    limit: page.limit,
    starting_after: { ...page.starting_after, description: 'Id of the last line of the page before' },
  },
} as const
export type AccountLedgerQuery = FromSchema<typeof accountLedgerQuery>
