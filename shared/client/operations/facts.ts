import type { customerInvoiceRequest } from '../../contract/facts/customer-invoices.ts'
import type { expenseDocumentRequest } from '../../contract/facts/expense-documents.ts'
import type { journalVoucherRequest } from '../../contract/facts/journal-vouchers.ts'
import type { sourceFactBatch, sourceFactBatchRequest } from '../../contract/facts/source-fact-batches.ts'
import type {
  oneQuery,
  reversalRequest,
  sourceFact,
  sourceFactList,
  sourceFactQuery,
  withdrawalRequest,
} from '../../contract/facts/source-facts.ts'
import { posts, reads } from '../operation.ts'

// biome-ignore format: one line for each operation
export const factCalls = {
  recordExpenseDocument: posts<typeof expenseDocumentRequest, typeof sourceFact>('/v1/source-facts/expense-documents'),
  recordCustomerInvoice: posts<typeof customerInvoiceRequest, typeof sourceFact>('/v1/source-facts/customer-invoices'),
  recordJournalVoucher: posts<typeof journalVoucherRequest, typeof sourceFact>('/v1/source-facts/journal-vouchers'),
  recordSourceFacts: posts<typeof sourceFactBatchRequest, typeof sourceFactBatch>('/v1/source-facts/batch'),
  listSourceFacts: reads<typeof sourceFactQuery, typeof sourceFactList>('/v1/source-facts'),
  getSourceFact: reads<typeof oneQuery, typeof sourceFact, 'source_fact_id'>('/v1/source-facts/:source_fact_id'),
  reverseSourceFact: posts<typeof reversalRequest, typeof sourceFact, 'source_fact_id'>('/v1/source-facts/:source_fact_id/reverse'),
  withdrawSourceFact: posts<typeof withdrawalRequest, typeof sourceFact, 'source_fact_id'>('/v1/source-facts/:source_fact_id/withdraw'),
} as const
