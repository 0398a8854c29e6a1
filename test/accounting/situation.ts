import type { Situation } from '../../shared/accounting/blockers.ts'
import type { Books } from '../../shared/accounting/books.ts'
import { defaultMappings } from '../../shared/accounting/default-mappings.ts'
import type { ExpenseDocument } from '../../shared/accounting/expense-document.ts'
import { ACCOUNTS } from '../support/examples.ts'

const accounts = ACCOUNTS.map((account) => ({ ...account, status: 'active' as const }))

/** Books in which nothing stands in the way. */
export const BOOKS: Books = {
  base_currency: 'CHF',
  vat_method: 'effective',
  fiscal_years: [{ fiscal_year_id: 'FY2026', start_date: '2026-01-01', end_date: '2026-12-31', state: 'open' }],
  locked_through: null,
  chart_versions: ['2020-01-01'],
  chart_accounts: accounts.map(({ account_code, status }) => ({ account_code, valid_from: '2020-01-01', status })),
  mappings: defaultMappings(accounts as Parameters<typeof defaultMappings>[0]).map((mapping) => ({
    ...mapping,
    valid_from: '2020-01-01',
    valid_to: null,
  })),
}

export const amount = (amount_minor: number, currency = 'CHF') => ({ amount_minor: BigInt(amount_minor), currency })

export const line = (
  tax_code: string,
  net: number,
  tax: number,
  expense_category: string | null = null,
  currency = 'CHF',
) => ({
  tax_code,
  net: amount(net, currency),
  tax: amount(tax, currency),
  expense_category,
})

/** A document of 108.10 that nothing blocks. */
export const DOCUMENT: ExpenseDocument = {
  business_date: '2026-03-15',
  document_date: '2026-03-14',
  supply_date: '2026-03-14',
  due_date: null,
  document_number: null,
  payment_reference: null,
  currency: 'CHF',
  gross: amount(10_810),
  supplier_name: 'Papeterie Muster AG',
  supplier_reference: 'S-1',
  supplier_uid: 'CHE-116.281.710 MWST',
  expense_category: null,
  receipt_required: true,
  has_receipt: true,
  has_receipt_exception: false,
  tax_lines: [line('I81', 10_000, 810)],
}

export function situation(
  document: Partial<ExpenseDocument> = {},
  rest: Partial<Omit<Situation, 'document'>> = {},
): Situation {
  return {
    document: { ...DOCUMENT, ...document },
    books: BOOKS,
    today: '2026-11-21',
    rate_e8: null,
    posted_twin: null,
    duplicate_of: null,
    ...rest,
  }
}
