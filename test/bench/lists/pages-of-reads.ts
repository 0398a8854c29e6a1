import { todayInSwitzerland } from '../../../shared/process/clock.ts'

const TODAY = todayInSwitzerland()
const YEAR = TODAY.slice(0, 4)

/** What the benchmark has of one end customer: ids of its first ones. */
export type Known = {
  readonly customer: string
  readonly entry: string
  readonly fact: string
  readonly document: string
  readonly payable: string
  readonly bank_entry: string
  readonly payment: string
  readonly iban: string
}
type Page = readonly [what: string, path: (known: Known) => string]

const of = ({ customer }: Known) => `end_customer_id=${customer}`
const ofYear = (known: Known) => `${of(known)}&fiscal_year_id=FY${YEAR}`
const list =
  (path: string, more = '') =>
  (known: Known) =>
    `/v1/${path}?${of(known)}${more}`
const ofStatement =
  (name: string, more = '') =>
  (known: Known) =>
    `/v1/statements/${name}?${ofYear(known)}${more}`
const FORMS = '&comparison=prior_fiscal_year&granularity=month'

/** Pages that a fiduciary opens, each with as much as fills it. */
export const PAGES: readonly Page[] = [
  ['list of end customers', () => '/v1/end-customers'],
  ['an end customer', ({ customer }) => `/v1/end-customers/${customer}`],
  ['list of facts', list('source-facts')],
  ['a fact', ({ fact }) => `/v1/source-facts/${fact}`],
  ['journal', list('journal-entries')],
  ['journal of an account', list('journal-entries', '&account_code=2000')],
  ['a journal entry', ({ entry }) => `/v1/journal-entries/${entry}`],
  ['OR balance sheet with the year before and months', ofStatement('or-balance-sheet', FORMS)],
  ['OR income statement with the year before and months', ofStatement('or-income-statement', FORMS)],
  ['balance sheet by accounts', ofStatement('balance-sheet')],
  ['trial balance', ofStatement('trial-balance')],
  ['account ledger, 100 lines', ofStatement('account-ledger', '&account_code=2000&limit=100')],
  ['chart of accounts', list('accounts')],
  ['fiscal years', list('fiscal-years')],
  ['a fiscal year', (known) => `/v1/fiscal-years/FY${YEAR}?${of(known)}`],
  ['documents', list('documents')],
  ['a document', ({ document }) => `/v1/documents/${document}`],
  ['supplier payables', list('supplier-payables')],
  ['a supplier payable', ({ payable }) => `/v1/supplier-payables/${payable}`],
  ['settlements of a payable', ({ payable }) => `/v1/supplier-payables/${payable}/settlements`],
  ['open items of suppliers', list('statements/open-items', `&side=payables&date=${TODAY}`)],
  ['bank entries', list('camt-053/entries')],
  ['a bank entry', ({ bank_entry }) => `/v1/camt-053/entries/${bank_entry}`],
  ['payments', list('payments')],
  ['a payment', ({ payment }) => `/v1/payments/${payment}`],
  ['settlement candidates', list('settlement-candidates')],
  ['tax records', list('tax-records')],
  ['VAT return of a quarter', (known) => `/v1/vat-returns/${YEAR}-Q3?${of(known)}`],
  ['reconciliation of VAT', ofStatement('vat-reconciliation')],
  ['entries of the reconciliation of VAT', ofStatement('vat-reconciliation/entries', '&category=recorded')],
  ['VAT filings', list('vat-filings')],
  ['events', list('events')],
]
