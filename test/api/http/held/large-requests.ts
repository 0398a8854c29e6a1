import { asNotification } from '../../../camt053/messages.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { longTexts } from './bank-books.ts'
import { evidenceBatch } from './evidence-batch.ts'
import { order, ordered, reported, trial } from './large-orders.ts'
import { batch, type Cases, inAll, largest, ledger, one, openItems, page, statement, sums } from './large-request.ts'
import { vatReturn } from './large-vat-returns.ts'
import { NEVER_LARGE, ONE_CHANGE } from './never-large.ts'
import { veryManyPaymentsInDoubt } from './very-many-repeats.ts'

export const LARGE_REQUESTS: Readonly<Record<string, Cases>> = {
  recordExpenseDocument: 'a body of one document; a voucher is larger',
  recordCustomerInvoice: 'a body of one document; a voucher is larger',
  recordJournalVoucher: [largest('a voucher of 1000 lines')],
  recordSourceFacts: [
    largest('vouchers of 1000 lines, as many as a batch has room for'),
    async () => batch(await newEndCustomer()),
    async () => evidenceBatch(await newEndCustomer()),
    async () => ({ ...evidenceBatch(await newEndCustomer()), wait: 20 }),
    ({ replayed }) => replayed,
    (books) => ({ ...batch(books.taxed.end_customer_id, 'same'), idempotency_key: 'held' }),
  ],
  listSourceFacts: [...page('source-facts', 'blocked'), ...page('source-facts', 'taxed')],
  getSourceFact: one(({ blocked }) => `/v1/source-facts/${blocked.fact}`),
  reverseSourceFact: ONE_CHANGE,
  withdrawSourceFact: ONE_CHANGE,
  listEvents: [...page('events'), ...page('events', 'taxed')],
  putAccounts: [largest('a chart of 3000 accounts'), largest('a chart that lists two accounts 1500 times')],
  listAccounts: page('accounts', 'wide'),
  listAccountMappings: page('account-mappings', 'wide'),
  putAccountMappings: [largest('500 mappings'), largest('500 mappings of unknown accounts')],
  listEndCustomers: 'five hundred rows of a few short members',
  getEndCustomer: 'an end customer',
  putEndCustomer: ONE_CHANGE,
  listPartnerRelations: page('partner-relations', 'wide'),
  putPartnerRelations: [largest('500 related partners')],
  listFiscalYears: one(({ many }) => `/v1/fiscal-years?end_customer_id=${many.end_customer_id}`),
  getFiscalYear: 'a year',
  putFiscalYear: ONE_CHANGE,
  closeFiscalYear: [
    ({ wide: { end_customer_id } }) => ({
      path: '/v1/fiscal-years/FY2025/close',
      body: JSON.stringify({ end_customer_id, reason: 'x' }),
    }),
  ],
  reopenFiscalYear: ONE_CHANGE,
  getPeriodLocks: page('period-locks'),
  putPeriodLock: ONE_CHANGE,
  listExchangeRates: page('exchange-rates', 'wide'),
  putExchangeRates: [largest('1000 exchange rates')],
  listJournalEntries: (['taxed', 'wide', 'longest'] as const).flatMap((of) =>
    inAll(
      (books) => `/v1/journal-entries?end_customer_id=${books[of].end_customer_id}&limit=500`,
      ['application/json', 'text/csv', 'text/x-ledger'],
    ),
  ),
  getJournalEntry: one(({ wide }) => `/v1/journal-entries/${wide.entry}`),
  listSupplierPayables: [...page('supplier-payables'), ...page('supplier-payables', 'taxed')],
  getSupplierPayable: 'an open item',
  listDocuments: [...page('documents'), ...page('documents', 'taxed')],
  getDocument: 'an open item',
  ...NEVER_LARGE,
  getPaymentPart: 'one bill; a thread of its own draws it',
  readQrBill: 'a text of 2,000 characters at most',
  importBankStatement: [
    async (books) => ({
      path: `/v1/camt-053/imports?end_customer_id=${await newEndCustomer()}`,
      body: books.bank.xml,
      content_type: 'application/xml',
    }),
    async () => ({
      path: `/v1/camt-053/imports?end_customer_id=${await newEndCustomer()}`,
      body: longTexts(),
      content_type: 'application/xml',
    }),
  ],
  getBankStatementImport: sums(({ bank }) => `/v1/camt-053/imports/${bank.import}`, ['application/json']),
  acceptImportDifference: ONE_CHANGE,
  listBankEntries: [
    ...page('camt-053/entries', 'bank'),
    ...page('camt-053/entries'),
    ...page('camt-053/entries', 'long'),
  ],
  getBankEntry: [
    ...one(({ bank }) => `/v1/camt-053/entries/${bank.entry}`),
    ...one(({ bank }) => `/v1/camt-053/entries/${bank.very_many.entry}`),
  ],
  listBankEntryUses: one(({ many }) => `/v1/camt-053/entries/${many.bank_entry}/uses?limit=500`),
  linkBankEntry: ONE_CHANGE,
  reverseBankEntryLink: ONE_CHANGE,
  dismissBankEntry: ONE_CHANGE,
  undismissBankEntry: ONE_CHANGE,
  reviewRepeat: (['new', 'repeat'] as const).map((decision) => async ({ in_doubt: { end_customer_id } }) => ({
    path: `/v1/camt-053/entries/${await veryManyPaymentsInDoubt(end_customer_id)}/repeat-review`,
    body: JSON.stringify({ end_customer_id, decision, reason: 'x' }),
    is_short: true,
  })),
  reverseRepeatReview: ONE_CHANGE,
  importNotification: [
    async (books) => ({
      path: `/v1/camt-054/imports?end_customer_id=${await newEndCustomer()}`,
      body: asNotification(books.bank.xml),
      content_type: 'application/xml',
    }),
  ],
  getNotificationImport: 'the sums of its notifications, as getBankStatementImport has those of its bank statements',
  listNotifications: page('camt-054/entries', 'bank'),
  getNotification: [
    ...one(({ bank }) => `/v1/camt-054/entries/${bank.notification}`),
    ...one(({ bank }) => `/v1/camt-054/entries/${bank.very_many.notification}`),
  ],
  listPayments: [...page('payments', 'bank'), ...page('payments')],
  getPayment: 'a payment',
  listSettlementCandidates: [...page('settlement-candidates'), ...page('settlement-candidates')],
  getSettlementCandidate: 'a candidate',
  listBankRules: page('bank-rules'),
  switchBankRule: ONE_CHANGE,
  tryBankRule: sums(
    ({ long }) => `/v1/bank-rules/${long.rule}/trial?end_customer_id=${long.end_customer_id}`,
    ['application/json'],
  ),
  handOffAllocation: ONE_CHANGE,
  listAllocationHandoffs: one(
    ({ many }) => `/v1/settlement-candidates/${many.candidate}/allocation-handoffs?limit=500`,
  ),
  getAllocationHandoff: 'a handoff',
  allocatePayment: 'a body of 200 lines of two members, and an answer with them',
  listAllocations: page('allocations'),
  getAllocation: 'an allocation of 200 lines at most',
  reverseAllocation: ONE_CHANGE,
  settleSupplierPayable: ONE_CHANGE,
  listSettlements: one(({ many }) => `/v1/supplier-payables/${many.payable}/settlements?limit=500`),
  reverseSettlement: ONE_CHANGE,
  recordManualPayment: ONE_CHANGE,
  listManualPayments: page('manual-payments'),
  getManualPayment: 'a payment',
  reverseManualPayment: ONE_CHANGE,
  orderPayments: [order, trial],
  listPaymentOrders: page('payment-orders'),
  getPaymentOrder: [async (books) => ({ path: `/v1/payment-orders/${await ordered(books)}` })],
  getPaymentOrderFile: ['application/json', 'application/xml'].map((accept) => async (books) => ({
    path: `/v1/payment-orders/${await ordered(books)}/file`,
    accept,
  })),
  reportStatus: [
    async (books) => ({
      path: `/v1/payment-orders/${await ordered(books)}/status-reports?end_customer_id=${books.many.end_customer_id}`,
      body: await reported(books),
      content_type: 'application/xml',
    }),
  ],
  withdrawPayments: [
    async (books) => ({
      path: `/v1/payment-orders/${await ordered(books)}/withdraw`,
      body: JSON.stringify({ end_customer_id: books.many.end_customer_id, reason: 'x' }),
    }),
  ],
  getOrBalanceSheet: statement('or-balance-sheet'),
  getOrIncomeStatement: statement('or-income-statement'),
  getBalanceSheet: statement('balance-sheet'),
  getIncomeStatement: statement('income-statement'),
  getTrialBalance: statement('trial-balance'),
  getAccountLedger: [
    ...inAll(({ taxed }) => ledger(taxed.end_customer_id, '3400')),
    ...inAll(({ taxed }) => ledger(taxed.end_customer_id, '3400', '&limit=500')),
  ],
  getOpenItems: [
    ...openItems('&limit=500&partner_limit=500', ['application/json']),
    ...openItems('', ['text/csv', 'text/html']),
  ],
  getBankReconciliation: inAll(
    ({ bank }) =>
      `/v1/statements/bank-reconciliation?end_customer_id=${bank.end_customer_id}&bank_account=${bank.account}&date=2026-03-31`,
  ),
  getVatRegistrations: one(({ many }) => `/v1/vat-registrations?end_customer_id=${many.end_customer_id}&limit=100`),
  putVatRegistration: 'a body of 20 activities and 2,000 account codes at most, and an answer with it',
  listSupplierUids: one(({ many }) => `/v1/supplier-uids?end_customer_id=${many.end_customer_id}&limit=100`),
  putSupplierUid: ONE_CHANGE,
  listTaxRecords: inAll(
    ({ taxed }) => `/v1/tax-records?end_customer_id=${taxed.end_customer_id}&limit=500`,
    ['application/json', 'text/csv'],
  ),
  listTaxNotDue: page('tax-not-due', 'not_due', '&date=2026-06-30'),
  getVatReturn: [...vatReturn('submission=correction'), ...vatReturn('filing_number=1')],
  getAcquisitionTax: 'sums of a year',
  getVatReconciliation: sums(
    ({ taxed }) => `/v1/statements/vat-reconciliation?end_customer_id=${taxed.end_customer_id}&fiscal_year_id=FY2026`,
  ),
  listReconciledVatEntries: page(
    'statements/vat-reconciliation/entries',
    'taxed',
    '&fiscal_year_id=FY2026&category=recorded',
  ),
  fileVatReturn: 'sums of a period; its answer is short',
  listVatFilings: 'hashes and sums of each filing; a page of 500 is some hundred kB',
}
