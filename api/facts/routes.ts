import { customerInvoiceRequest } from '../../shared/contract/facts/customer-invoices.ts'
import { expenseDocumentRequest } from '../../shared/contract/facts/expense-documents.ts'
import { journalVoucherRequest } from '../../shared/contract/facts/journal-vouchers.ts'
import { sourceFactBatchRequest } from '../../shared/contract/facts/source-fact-batches.ts'
import {
  oneQuery,
  reversalRequest,
  sourceFactQuery,
  withdrawalRequest,
} from '../../shared/contract/facts/source-facts.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { get, post, postItems, routes } from '../http/route.ts'
import { withPlaces } from './batches/batch-places.ts'
import { reverseSourceFact } from './corrections/reverse-source-fact.ts'
import { withdrawSourceFact } from './corrections/withdraw-source-fact.ts'
import { factOperations } from './operations.ts'
import { readBatchItem } from './read-batch-item.ts'
import { readSourceFact } from './read-source-fact.ts'
import { readSourceFacts, readSourceFactsPage } from './read-source-facts.ts'
import { recordSourceFact } from './record-source-fact.ts'
import { recordSourceFacts } from './record-source-facts.ts'
import { showCovered } from './show-covered.ts'
import { reversalTrial, withdrawalTrial } from './trials/try-correction.ts'
import { trySourceFact } from './trials/try-fact.ts'
import { trySourceFacts } from './trials/try-facts.ts'

const recordBatch = { accept: showCovered(withPlaces(inTransaction(202, recordSourceFacts))) }

// biome-ignore format: one line for each endpoint
export const factRoutes = routes(factOperations, {
  recordExpenseDocument: post('/v1/source-facts/expense-documents', 202, expenseDocumentRequest, recordSourceFact('expense_document'), { trial: trySourceFact('expense_document') }),
  recordCustomerInvoice: post('/v1/source-facts/customer-invoices', 202, customerInvoiceRequest, recordSourceFact('customer_invoice'), { trial: trySourceFact('customer_invoice') }),
  recordJournalVoucher: post('/v1/source-facts/journal-vouchers', 202, journalVoucherRequest, recordSourceFact('journal_voucher'), { trial: trySourceFact('journal_voucher') }),
  recordSourceFacts: postItems('/v1/source-facts/batch', 202, sourceFactBatchRequest, readBatchItem, recordBatch, { trial: trySourceFacts }),
  listSourceFacts: get('/v1/source-facts', sourceFactQuery, readSourceFacts, { cost: 'expensive', shown: readSourceFactsPage }),
  getSourceFact: get('/v1/source-facts/:source_fact_id', oneQuery, readSourceFact),
  reverseSourceFact: post('/v1/source-facts/:source_fact_id/reverse', 202, reversalRequest, reverseSourceFact, { trial: reversalTrial }),
  withdrawSourceFact: post('/v1/source-facts/:source_fact_id/withdraw', 201, withdrawalRequest, withdrawSourceFact, { trial: withdrawalTrial }),
})
