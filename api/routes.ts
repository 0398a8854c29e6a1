import {
  camt053Entry,
  camt053EntryList,
  camt053EntryQuery,
  camt053Import,
  camt053ImportQuery,
} from '../shared/contract/bank/bank-evidence.ts'
import {
  payment,
  paymentList,
  paymentQuery,
  settlementCandidate,
  settlementCandidateList,
  settlementCandidateQuery,
} from '../shared/contract/bank/payments.ts'
import { customerInvoiceRequest } from '../shared/contract/facts/customer-invoices.ts'
import { expenseDocumentRequest } from '../shared/contract/facts/expense-documents.ts'
import { journalVoucherRequest } from '../shared/contract/facts/journal-vouchers.ts'
import { sourceFactBatch, sourceFactBatchRequest } from '../shared/contract/facts/source-fact-batches.ts'
import {
  oneQuery,
  reversalRequest,
  sourceFact,
  sourceFactList,
  sourceFactQuery,
} from '../shared/contract/facts/source-facts.ts'
import { journalEntry, journalEntryList, journalEntryQuery } from '../shared/contract/journal/journal-entries.ts'
import {
  document,
  documentList,
  documentQuery,
  supplierPayable,
  supplierPayableList,
  supplierPayableQuery,
} from '../shared/contract/open-items/open-items.ts'
import { eventList, eventQuery } from '../shared/contract/platform/events.ts'
import type { Schema } from '../shared/contract/schema.ts'
import {
  allocationHandoff,
  allocationHandoffList,
  allocationHandoffQuery,
  allocationHandoffRequest,
  allocationRequest,
  paymentAllocation,
  paymentAllocationList,
  paymentAllocationQuery,
} from '../shared/contract/settlement/allocations.ts'
import {
  manualPayment,
  manualPaymentList,
  manualPaymentQuery,
  manualPaymentRequest,
  manualPaymentReversal,
} from '../shared/contract/settlement/manual-payments.ts'
import {
  settlementQuery,
  settlementRequest,
  supplierPayableSettlement,
  supplierPayableSettlementList,
} from '../shared/contract/settlement/settlements.ts'
import {
  accountChartRequest,
  accountList,
  accountMappingList,
  accountMappingQuery,
  accountMappingsRequest,
  accountQuery,
} from '../shared/contract/setup/accounts.ts'
import {
  customerQuery,
  endCustomer,
  endCustomerRequest,
  exchangeRateList,
  exchangeRateQuery,
  exchangeRatesRequest,
  fiscalYear,
  fiscalYearList,
  fiscalYearRequest,
  noQuery,
  periodLockRequest,
  periodLocks,
  yearStateRequest,
} from '../shared/contract/setup/settings.ts'
import {
  accountLedger,
  accountLedgerQuery,
  balanceSheet,
  incomeStatement,
  orBalanceSheet,
  orIncomeStatement,
  orIncomeStatementQuery,
  statementQuery,
  trialBalance,
} from '../shared/contract/statements/statements.ts'
import { importStatement } from './bank/imports/import-bank-statement.ts'
import { dispose, receiveStatement } from './bank/imports/receive-bank-statement.ts'
import { readBankEntries, readBankEntry, readImport } from './bank/read-bank-evidence.ts'
import {
  readAllocation,
  readAllocations,
  readCandidate,
  readCandidates,
  readHandoff,
  readHandoffs,
  readPayment,
  readPayments,
  readSettlements,
} from './bank/read-payments.ts'
import { readSourceFact, readSourceFacts } from './facts/read-source-facts.ts'
import { recordSourceFact } from './facts/record-source-fact.ts'
import { recordSourceFacts } from './facts/record-source-facts.ts'
import { reverseSourceFact } from './facts/reverse-source-fact.ts'
import type { Endpoint, Etag, Read } from './http/endpoint.ts'
import { inTransaction } from './http/in-transaction.ts'
import { get, type Known, post, put, upload } from './http/route.ts'
import { JOURNAL_FORMATS } from './journal/export-journal.ts'
import { readJournalEntries, readJournalEntry } from './journal/read-journal-entries.ts'
import { readDocuments, readOpenItem, readSupplierPayables } from './open-items/read-open-items.ts'
import { readEvents } from './platform/read-events.ts'
import { printable } from './print/formats.ts'
import type { Table } from './print/table.ts'
import { allocatePayment } from './settlement/allocations/allocate-payment.ts'
import { reverseAllocation } from './settlement/allocations/reverse-allocation.ts'
import { handOffAllocation } from './settlement/handoffs/hand-off-allocation.ts'
import { readManualPayment, readManualPayments } from './settlement/manual-payments/read-manual-payments.ts'
import { recordManualPayment } from './settlement/manual-payments/record-manual-payment.ts'
import { reverseManualPaymentCommand } from './settlement/manual-payments/reverse-manual-payment.ts'
import { reverseSettlement } from './settlement/settlements/reverse-settlement.ts'
import { settlePayable } from './settlement/settlements/settle-payable.ts'
import { putAccountChart } from './setup/accounts/put-account-chart.ts'
import { putAccountMappings } from './setup/accounts/put-account-mappings.ts'
import { readAccountMappings } from './setup/accounts/read-account-mappings.ts'
import { readAccounts } from './setup/accounts/read-accounts.ts'
import { closeFiscalYear, reopenFiscalYear } from './setup/fiscal-years/change-fiscal-year-state.ts'
import { putFiscalYear } from './setup/fiscal-years/put-fiscal-year.ts'
import { putEndCustomer } from './setup/put-end-customer.ts'
import { putExchangeRates } from './setup/put-exchange-rates.ts'
import { putPeriodLock } from './setup/put-period-lock.ts'
import { readEndCustomer, readExchangeRates, readFiscalYears, readPeriodLocks } from './setup/read-settings.ts'
import { readAccountLedger, readWholeAccountLedger } from './statements/account-ledger/read-account-ledger.ts'
import { readStatement, statementEtag } from './statements/read-statement.ts'
import {
  BALANCE_SHEET,
  INCOME_STATEMENT,
  OR_BALANCE_SHEET,
  OR_INCOME_STATEMENT,
  TRIAL_BALANCE,
} from './statements/statement-kinds.ts'
import type { StatementKind } from './statements/statement-snapshot.ts'
import { tableOfAccountLedger, tableOfRows, tableOfTrialBalance } from './statements/statement-tables.ts'

/** The interface, one entry for each endpoint. Router, validation and OpenAPI document are made from it. */
export const endpoints = [
  post({
    path: '/v1/source-facts/expense-documents',
    operation_id: 'recordExpenseDocument',
    summary: 'Send an expense document; it is evaluated and booked asynchronously',
    status: 202,
    body: expenseDocumentRequest,
    response: sourceFact,
    accept: recordSourceFact('expense_document'),
  }),
  post({
    path: '/v1/source-facts/customer-invoices',
    operation_id: 'recordCustomerInvoice',
    summary: 'Send an invoice to a customer; once booked it opens a receivable document',
    status: 202,
    body: customerInvoiceRequest,
    response: sourceFact,
    accept: recordSourceFact('customer_invoice'),
  }),
  post({
    path: '/v1/source-facts/journal-vouchers',
    operation_id: 'recordJournalVoucher',
    summary: 'Send a voucher with free lines: opening balances, payroll, depreciation, accruals, closing',
    status: 202,
    body: journalVoucherRequest,
    response: sourceFact,
    accept: recordSourceFact('journal_voucher'),
  }),
  post({
    path: '/v1/source-facts/batch',
    operation_id: 'recordSourceFacts',
    summary: 'Send up to 500 facts of any type at once; each has its own outcome',
    status: 202,
    body: sourceFactBatchRequest,
    is_batch: true,
    response: sourceFactBatch,
    accept: inTransaction(202, recordSourceFacts),
  }),
  get({
    path: '/v1/source-facts',
    operation_id: 'listSourceFacts',
    summary: 'Source facts of an end customer, newest first',
    query: sourceFactQuery,
    response: sourceFactList,
    read: readSourceFacts,
  }),
  get({
    path: '/v1/source-facts/:source_fact_id',
    operation_id: 'getSourceFact',
    summary: 'One source fact: state, blockers and entry',
    query: oneQuery,
    response: sourceFact,
    read: readSourceFact,
  }),
  post({
    path: '/v1/source-facts/:source_fact_id/reverse',
    operation_id: 'reverseSourceFact',
    summary: 'Reverse a posted source fact (Storno)',
    status: 202,
    body: reversalRequest,
    response: sourceFact,
    accept: inTransaction(202, reverseSourceFact),
  }),
  get({
    path: '/v1/events',
    operation_id: 'listEvents',
    summary: 'What has happened, in order and without gaps; wait holds the answer until there is something new',
    query: eventQuery,
    response: eventList,
    read: readEvents,
  }),
  put({
    path: '/v1/accounts',
    operation_id: 'putAccounts',
    summary: 'Replace the chart of accounts as of a date',
    status: 202,
    body: accountChartRequest,
    response: accountList,
    accept: inTransaction(202, putAccountChart),
  }),
  get({
    path: '/v1/accounts',
    operation_id: 'listAccounts',
    summary: 'The chart of accounts with the active mappings',
    query: accountQuery,
    response: accountList,
    read: readAccounts,
  }),
  get({
    path: '/v1/account-mappings',
    operation_id: 'listAccountMappings',
    summary: 'Which account plays which role, with every version',
    query: accountMappingQuery,
    response: accountMappingList,
    read: readAccountMappings,
  }),
  put({
    path: '/v1/account-mappings',
    operation_id: 'putAccountMappings',
    summary: 'Say from a day on which account plays a role, or which row an account stands on',
    status: 202,
    body: accountMappingsRequest,
    response: accountMappingList,
    accept: inTransaction(202, putAccountMappings),
  }),
  get({
    path: '/v1/end-customers/:end_customer_id',
    operation_id: 'getEndCustomer',
    summary: 'Settings of an end customer',
    query: noQuery,
    response: endCustomer,
    read: readEndCustomer,
  }),
  put({
    path: '/v1/end-customers/:end_customer_id',
    operation_id: 'putEndCustomer',
    summary: 'Change settings of an end customer: name, UID, base currency, VAT method, locale',
    status: 202,
    body: endCustomerRequest,
    response: endCustomer,
    accept: inTransaction(202, putEndCustomer),
  }),
  get({
    path: '/v1/fiscal-years',
    operation_id: 'listFiscalYears',
    summary: 'Fiscal years of an end customer, oldest first',
    query: customerQuery,
    response: fiscalYearList,
    read: readFiscalYears,
  }),
  put({
    path: '/v1/fiscal-years/:fiscal_year_id',
    operation_id: 'putFiscalYear',
    summary: 'Set a fiscal year: long, short or shifted, without gap or overlap',
    status: 202,
    body: fiscalYearRequest,
    response: fiscalYear,
    accept: inTransaction(202, putFiscalYear),
  }),
  post({
    path: '/v1/fiscal-years/:fiscal_year_id/close',
    operation_id: 'closeFiscalYear',
    summary: 'Close a fiscal year',
    status: 202,
    body: yearStateRequest,
    response: fiscalYear,
    accept: inTransaction(202, closeFiscalYear),
  }),
  post({
    path: '/v1/fiscal-years/:fiscal_year_id/reopen',
    operation_id: 'reopenFiscalYear',
    summary: 'Reopen a closed fiscal year',
    status: 202,
    body: yearStateRequest,
    response: fiscalYear,
    accept: inTransaction(202, reopenFiscalYear),
  }),
  get({
    path: '/v1/period-locks',
    operation_id: 'getPeriodLocks',
    summary: 'The period lock in force and every change of it',
    query: customerQuery,
    response: periodLocks,
    read: readPeriodLocks,
  }),
  put({
    path: '/v1/period-locks',
    operation_id: 'putPeriodLock',
    summary: 'Move the period lock: nothing is posted on or before its day',
    status: 202,
    body: periodLockRequest,
    response: periodLocks,
    accept: inTransaction(202, putPeriodLock),
  }),
  get({
    path: '/v1/exchange-rates',
    operation_id: 'listExchangeRates',
    summary: 'Exchange rates by currency and day',
    query: exchangeRateQuery,
    response: exchangeRateList,
    read: readExchangeRates,
  }),
  put({
    path: '/v1/exchange-rates',
    operation_id: 'putExchangeRates',
    summary: 'Set exchange rates: base currency for one unit of a foreign one',
    status: 202,
    body: exchangeRatesRequest,
    response: exchangeRateList,
    accept: inTransaction(202, putExchangeRates),
  }),
  get({
    path: '/v1/journal-entries',
    operation_id: 'listJournalEntries',
    summary: 'Posted entries in the order of the journal',
    query: journalEntryQuery,
    response: journalEntryList,
    read: readJournalEntries,
    formats: JOURNAL_FORMATS,
  }),
  get({
    path: '/v1/journal-entries/:journal_entry_id',
    operation_id: 'getJournalEntry',
    summary: 'One posted entry with its hash and the hash before it',
    query: oneQuery,
    response: journalEntry,
    read: readJournalEntry,
  }),
  get({
    path: '/v1/supplier-payables',
    operation_id: 'listSupplierPayables',
    summary: 'Open items of suppliers, oldest first',
    query: supplierPayableQuery,
    response: supplierPayableList,
    read: readSupplierPayables,
  }),
  get({
    path: '/v1/supplier-payables/:supplier_payable_id',
    operation_id: 'getSupplierPayable',
    summary: 'One open item of a supplier',
    query: oneQuery,
    response: supplierPayable,
    read: readOpenItem('supplier_payable'),
  }),
  get({
    path: '/v1/documents',
    operation_id: 'listDocuments',
    summary: 'Open items of customers, oldest first',
    query: documentQuery,
    response: documentList,
    read: readDocuments,
  }),
  get({
    path: '/v1/documents/:document_id',
    operation_id: 'getDocument',
    summary: 'One open item of a customer',
    query: oneQuery,
    response: document,
    read: readOpenItem('document'),
  }),
  upload({
    path: '/v1/camt-053/imports',
    operation_id: 'importBankStatement',
    summary: 'Import a bank statement (camt.053 of any version) as evidence',
    status: 202,
    query: camt053ImportQuery,
    response: camt053Import,
    upload: {
      media_type: 'application/xml',
      receive: ({ config }, request) => receiveStatement(request, config.import_limit_bytes),
      dispose,
    },
    accept: inTransaction(202, importStatement),
  }),
  get({
    path: '/v1/camt-053/imports/:import_id',
    operation_id: 'getBankStatementImport',
    summary: 'One import: its statements with their figures, and what became of it',
    query: oneQuery,
    response: camt053Import,
    read: readImport,
  }),
  get({
    path: '/v1/camt-053/entries',
    operation_id: 'listBankEntries',
    summary: 'Bookings of the bank, each once, in the order in which they came',
    query: camt053EntryQuery,
    response: camt053EntryList,
    read: readBankEntries,
  }),
  get({
    path: '/v1/camt-053/entries/:entry_id',
    operation_id: 'getBankEntry',
    summary: 'One booking of the bank with its canonical hash',
    query: oneQuery,
    response: camt053Entry,
    read: readBankEntry,
  }),
  get({
    path: '/v1/payments',
    operation_id: 'listPayments',
    summary: 'Payments that came in according to bank statements, oldest first',
    query: paymentQuery,
    response: paymentList,
    read: readPayments,
  }),
  get({
    path: '/v1/payments/:payment_id',
    operation_id: 'getPayment',
    summary: 'One payment with what of it is allocated and open',
    query: oneQuery,
    response: payment,
    read: readPayment,
  }),
  get({
    path: '/v1/settlement-candidates',
    operation_id: 'listSettlementCandidates',
    summary: 'What payments and debits may be for, with score and reasons',
    query: settlementCandidateQuery,
    response: settlementCandidateList,
    read: readCandidates,
  }),
  get({
    path: '/v1/settlement-candidates/:candidate_id',
    operation_id: 'getSettlementCandidate',
    summary: 'One proposal of the matcher',
    query: oneQuery,
    response: settlementCandidate,
    read: readCandidate,
  }),
  post({
    path: '/v1/settlement-candidates/:candidate_id/allocation-handoffs',
    operation_id: 'handOffAllocation',
    summary: "Record a reviewer's proposal to allocate a payment; it books nothing",
    status: 201,
    body: allocationHandoffRequest,
    response: allocationHandoff,
    accept: inTransaction(201, handOffAllocation),
  }),
  get({
    path: '/v1/settlement-candidates/:candidate_id/allocation-handoffs',
    operation_id: 'listAllocationHandoffs',
    summary: 'What reviewers have proposed for a candidate, and which allocation followed',
    query: allocationHandoffQuery,
    response: allocationHandoffList,
    read: readHandoffs,
  }),
  get({
    path: '/v1/allocation-handoffs/:handoff_id',
    operation_id: 'getAllocationHandoff',
    summary: 'One handoff; once its payload has been accepted it names the allocation',
    query: oneQuery,
    response: allocationHandoff,
    read: readHandoff,
  }),
  post({
    path: '/v1/allocations',
    operation_id: 'allocatePayment',
    summary: 'Allocate a payment to one or more documents',
    status: 201,
    body: allocationRequest,
    response: paymentAllocation,
    accept: inTransaction(201, allocatePayment),
  }),
  get({
    path: '/v1/allocations',
    operation_id: 'listAllocations',
    summary: 'Allocations of an end customer, oldest first',
    query: paymentAllocationQuery,
    response: paymentAllocationList,
    read: readAllocations,
  }),
  get({
    path: '/v1/allocations/:allocation_id',
    operation_id: 'getAllocation',
    summary: 'One allocation with its lines and its entry',
    query: oneQuery,
    response: paymentAllocation,
    read: readAllocation,
  }),
  post({
    path: '/v1/allocations/:allocation_id/reverse',
    operation_id: 'reverseAllocation',
    summary: 'Undo an allocation: a draft at once, a posted one by a reversing entry',
    status: 202,
    body: reversalRequest,
    response: paymentAllocation,
    accept: inTransaction(202, reverseAllocation),
  }),
  post({
    path: '/v1/supplier-payables/:supplier_payable_id/settlements',
    operation_id: 'settleSupplierPayable',
    summary: 'Settle a supplier payable, wholly or in part, on reviewed evidence',
    status: 201,
    body: settlementRequest,
    response: supplierPayableSettlement,
    accept: inTransaction(201, settlePayable),
  }),
  get({
    path: '/v1/supplier-payables/:supplier_payable_id/settlements',
    operation_id: 'listSettlements',
    summary: 'Settlements of one supplier payable, oldest first',
    query: settlementQuery,
    response: supplierPayableSettlementList,
    read: readSettlements,
  }),
  post({
    path: '/v1/supplier-payables/:supplier_payable_id/settlements/:settlement_id/reverse',
    operation_id: 'reverseSettlement',
    summary: 'Undo a settlement: a draft at once, a posted one by a reversing entry',
    status: 202,
    body: reversalRequest,
    response: supplierPayableSettlement,
    accept: inTransaction(202, reverseSettlement),
  }),
  post({
    path: '/v1/manual-payments',
    operation_id: 'recordManualPayment',
    summary: 'Record a payment as evidence; it is never posted or allocated',
    status: 202,
    body: manualPaymentRequest,
    response: manualPayment,
    accept: inTransaction(202, recordManualPayment),
  }),
  get({
    path: '/v1/manual-payments',
    operation_id: 'listManualPayments',
    summary: 'Manual payments of an end customer, oldest first',
    query: manualPaymentQuery,
    response: manualPaymentList,
    read: readManualPayments,
  }),
  get({
    path: '/v1/manual-payments/:payment_id',
    operation_id: 'getManualPayment',
    summary: 'One manual payment',
    query: oneQuery,
    response: manualPayment,
    read: readManualPayment,
  }),
  post({
    path: '/v1/manual-payments/:payment_id/reverse',
    operation_id: 'reverseManualPayment',
    summary: 'Take a manual payment back, with a correction in its place where there is one',
    status: 202,
    body: manualPaymentReversal,
    response: manualPayment,
    accept: inTransaction(202, reverseManualPaymentCommand),
  }),
  statement({
    path: '/v1/statements/or-balance-sheet',
    operation_id: 'getOrBalanceSheet',
    summary: 'Balance sheet in the structure of OR Art. 959a',
    query: statementQuery,
    response: orBalanceSheet,
    kind: OR_BALANCE_SHEET,
    table: tableOfRows,
  }),
  statement({
    path: '/v1/statements/or-income-statement',
    operation_id: 'getOrIncomeStatement',
    summary: 'Income statement in the structure of OR Art. 959b',
    query: orIncomeStatementQuery,
    response: orIncomeStatement,
    kind: OR_INCOME_STATEMENT,
    table: tableOfRows,
  }),
  statement({
    path: '/v1/statements/balance-sheet',
    operation_id: 'getBalanceSheet',
    summary: 'Balance sheet account by account',
    query: statementQuery,
    response: balanceSheet,
    kind: BALANCE_SHEET,
    table: tableOfRows,
  }),
  statement({
    path: '/v1/statements/income-statement',
    operation_id: 'getIncomeStatement',
    summary: 'Income statement account by account',
    query: statementQuery,
    response: incomeStatement,
    kind: INCOME_STATEMENT,
    table: tableOfRows,
  }),
  statement({
    path: '/v1/statements/trial-balance',
    operation_id: 'getTrialBalance',
    summary: 'Trial balance: every account with opening balance, turnover and closing balance',
    query: statementQuery,
    response: trialBalance,
    kind: TRIAL_BALANCE,
    table: tableOfTrialBalance,
  }),
  get({
    path: '/v1/statements/account-ledger',
    operation_id: 'getAccountLedger',
    summary: 'One account line by line with running balance, entry, fact and evidence hashes',
    query: accountLedgerQuery,
    response: accountLedger,
    read: readAccountLedger,
    etag: statementEtag({ object: 'account_ledger' }),
    formats: printable(readWholeAccountLedger, tableOfAccountLedger),
  }),
] as const satisfies readonly Endpoint[]

type StatementOptions<P extends string, R extends Schema> = {
  readonly path: P
  readonly operation_id: string
  readonly summary: string
  readonly query: Schema
  readonly response: R
  readonly kind: StatementKind
  readonly table: (body: never) => Table
}

/** A statement of a fiscal year, as JSON and in print. */
function statement<const P extends string, const R extends Schema>({
  kind,
  table,
  ...options
}: StatementOptions<P, R>): Known<'get', P, R> {
  const read = readStatement(kind) as Read<never>
  const etag = statementEtag(kind) as Etag<never>
  return { ...options, method: 'get', status: 200, read, etag, formats: printable(read, table) }
}
