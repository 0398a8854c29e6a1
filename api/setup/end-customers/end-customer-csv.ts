import type { EndCustomerListQuery } from '../../../shared/contract/setup/end-customer-list.ts'
import type { Format } from '../../http/endpoint.ts'
import { csvLines, harmless } from '../../print/csv.ts'
import { readEndCustomers } from './read-end-customers.ts'

const COLUMNS = [
  'end_customer_id',
  'name',
  'uid',
  'base_currency',
  'blocked_facts',
  'unbooked_bank_entries',
  'overdue_receivables',
  'next_receivable_due_date',
  'overdue_payables',
  'next_payable_due_date',
  'next_vat_period_end',
  'is_vat_return_due',
  'open_year_end',
  'is_fiscal_year_ended',
] as const

/** The same page of the list, a line for each end customer. */
export const END_CUSTOMER_CSV: Format<EndCustomerListQuery> = {
  media_type: 'text/csv',
  read: async (deps, request) => {
    const { data } = await readEndCustomers(deps, request)
    const lines = data.map((listed) => COLUMNS.map((column) => fieldOf(listed[column])))
    const headers = { 'Content-Disposition': 'attachment; filename="end-customers.csv"' }
    return { body: csvLines([COLUMNS, ...lines]), headers }
  },
}

function fieldOf(value: string | number | boolean | null): string | null {
  return value === null ? null : harmless(String(value))
}
