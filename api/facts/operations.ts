import { sourceFactBatch } from '../../shared/contract/facts/source-fact-batches.ts'
import { sourceFact, sourceFactList } from '../../shared/contract/facts/source-facts.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const factOperations = {
  recordExpenseDocument: { response: sourceFact, summary: 'Send an expense document; it is evaluated and booked asynchronously' },
  recordCustomerInvoice: { response: sourceFact, summary: 'Send an invoice to a customer; once booked it opens a receivable document' },
  recordJournalVoucher: { response: sourceFact, summary: 'Send a voucher with free lines: opening balances, payroll, depreciation, accruals, closing' },
  recordSourceFacts: { response: sourceFactBatch, summary: 'Send up to 500 facts of any type at once; each has its own outcome' },
  listSourceFacts: { response: sourceFactList, summary: 'Source facts of an end customer, newest first' },
  getSourceFact: { response: sourceFact, summary: 'One source fact: state, blockers and entry' },
  reverseSourceFact: { response: sourceFact, summary: 'Reverse a posted source fact (Storno)' },
  withdrawSourceFact: { response: sourceFact, summary: 'Withdraw a source fact that waits or is blocked: it is never booked' },
} as const satisfies Operations
