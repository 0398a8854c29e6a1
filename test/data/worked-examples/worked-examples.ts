import { CUSTOMER_INVOICES } from './customer-invoices.ts'
import { EXPENSE_DOCUMENTS } from './expense-documents.ts'
import { FOREIGN_CURRENCY } from './foreign-currency.ts'
import { JOURNAL_VOUCHERS } from './journal-vouchers.ts'
import type { WorkedExample } from './worked-example.ts'

/** Worked examples of a Swiss fiduciary in Rappen, with the accounts of the SME chart. */
export const WORKED_EXAMPLES: readonly WorkedExample[] = [
  ...EXPENSE_DOCUMENTS,
  ...FOREIGN_CURRENCY,
  ...CUSTOMER_INVOICES,
  ...JOURNAL_VOUCHERS,
]
