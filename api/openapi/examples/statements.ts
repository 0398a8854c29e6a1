import type { Locale } from '../../../shared/contract/setup/settings.ts'
import { type Example, ours } from './example.ts'

const year = { ...ours, fiscal_year_id: 'FY2026' } as const
const owedToSuppliers = { ...ours, side: 'payables', date: '2026-01-20', limit: 1 } as const

/** The statements of 2026 as they stand now. */
export const STATEMENTS: readonly Example[] = [
  {
    name: 'or-balance-sheet',
    operation_id: 'getOrBalanceSheet',
    summary: 'With the prior year',
    request: () => ({ query: { ...year, comparison: 'prior_fiscal_year', locale: 'de' satisfies Locale } }),
  },
  {
    name: 'or-balance-sheet-of-a-year-that-is-not',
    operation_id: 'getOrBalanceSheet',
    summary: 'There is no such fiscal year',
    status: 404,
    request: () => ({ query: { ...year, fiscal_year_id: 'FY1999' } }),
  },
  {
    name: 'or-income-statement',
    operation_id: 'getOrIncomeStatement',
    summary: 'By nature of expense',
    request: () => ({ query: { ...year, format: 'nature_of_expense', locale: 'fr' } }),
  },
  {
    name: 'balance-sheet',
    operation_id: 'getBalanceSheet',
    summary: 'Account by account',
    request: () => ({ query: year }),
  },
  {
    name: 'income-statement',
    operation_id: 'getIncomeStatement',
    summary: 'Account by account, with a series of quarters',
    request: () => ({ query: { ...year, granularity: 'quarter' } }),
  },
  {
    name: 'trial-balance',
    operation_id: 'getTrialBalance',
    summary: 'Every account with its turnover',
    request: () => ({ query: year }),
  },
  {
    name: 'trial-balance-as-csv',
    operation_id: 'getTrialBalance',
    summary: 'For a spreadsheet',
    media_type: 'text/csv',
    request: () => ({ query: { ...year, locale: 'en' } }),
  },
  {
    name: 'account-ledger',
    operation_id: 'getAccountLedger',
    summary: 'The bank account line by line',
    request: () => ({ query: { ...year, account_code: '1020', limit: 10 } }),
  },
  {
    name: 'open-items-of-customers',
    operation_id: 'getOpenItems',
    summary: 'What customers owed on 20 January',
    request: () => ({ query: { ...ours, side: 'receivables', date: '2026-01-20', locale: 'de', limit: 10 } }),
  },
  {
    name: 'open-items-of-suppliers',
    operation_id: 'getOpenItems',
    summary: 'The first page of what was owed to suppliers on that day',
    request: () => ({ query: owedToSuppliers }),
  },
  {
    name: 'open-items-of-suppliers-next-page',
    operation_id: 'getOpenItems',
    summary: 'The page behind it',
    request: (of) => ({ query: { ...owedToSuppliers, starting_after: of('open-items-of-suppliers', '/next_cursor') } }),
  },
  {
    name: 'open-items-of-suppliers-as-csv',
    operation_id: 'getOpenItems',
    summary: 'What was owed to suppliers on that day, for a spreadsheet',
    media_type: 'text/csv',
    request: () => ({ query: { ...ours, side: 'payables', date: '2026-01-20' } }),
  },
  {
    name: 'tax-records',
    operation_id: 'listTaxRecords',
    summary: 'The first records of a quarter',
    request: () => ({ query: { ...ours, from_date: '2026-01-01', to_date: '2026-03-31', limit: 3 } }),
  },
  {
    name: 'vat-return',
    operation_id: 'getVatReturn',
    summary: 'The first quarter, with its tie and its checks',
    request: () => ({ query: ours, path: { period: '2026-Q1' } }),
  },
  {
    name: 'vat-return-as-file',
    operation_id: 'getVatReturn',
    summary: 'The eCH-0217 file for the portal of the tax administration',
    media_type: 'application/xml',
    request: () => ({ query: ours, path: { period: '2026-Q1' } }),
  },
  {
    name: 'acquisition-tax',
    operation_id: 'getAcquisitionTax',
    summary: 'Services from abroad that count against the limit',
    request: () => ({ query: { ...ours, year: '2026' } }),
  },
  {
    name: 'vat-reconciliation',
    operation_id: 'getVatReconciliation',
    summary: 'Turnover and tax of the fiscal year beside its returns',
    request: () => ({ query: { ...ours, fiscal_year_id: 'FY2026' } }),
  },
  {
    name: 'vat-reconciliation-entries',
    operation_id: 'listReconciledVatEntries',
    summary: 'The first entries of recorded turnover',
    request: () => ({ query: { ...ours, fiscal_year_id: 'FY2026', category: 'recorded', limit: 2 } }),
  },
]
