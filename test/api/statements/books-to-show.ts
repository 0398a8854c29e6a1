import { post, put } from '../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  VOUCHERS,
  voucher,
} from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { service } from '../../support/service.ts'

export const fetchAs = (path: string, accept: string, headers: Record<string, string> = {}) =>
  fetch(service().base_url + path, {
    headers: { Authorization: `Bearer ${service().key}`, Accept: accept, ...headers },
  })

/** A CSV text as rows of cells; enough of RFC 4180 for what a test reads. */
export function cellsOf(csv: string): string[][] {
  const unquoted = (cell: string) => cell.replace(/^"|"$/g, '').replaceAll('""', '"')
  return csv
    .trimEnd()
    .split('\r\n')
    .map((line) => [...`${line},`.matchAll(/("(?:[^"]|"")*"|[^,]*),/g)].map(([, cell = '']) => unquoted(cell)))
}

/** Books of a company whose names and texts are hard to write as CSV or HTML, and the paths of its statements. */
export function booksToShow() {
  let customer: string
  const path = <const Name extends string>(name: Name, more = '', year = 'FY2026') =>
    `/v1/statements/${name}?end_customer_id=${customer}&fiscal_year_id=${year}${name === 'account-ledger' ? '&account_code=1020' : ''}${more}` as const

  before(async () => {
    customer = await newKmuCustomer()
    await put(`/v1/end-customers/${customer}`, { name: 'Muster & <Söhne> AG' })
    await post(INVOICES, invoice(customer, { business_date: '2025-12-31' }))
    await post(INVOICES, invoice(customer, { payload: { gross_amount: chf(123_456_789), tax_lines: [] } }))
    await post(EXPENSES, expense(customer, { payload: { supplier: { name: '=cmd|"x"; Lieferant\nAG' } } }), {
      wait: 10,
    })
    const lines = [debit('5000', 700_050), credit('1020', 700_050, { text: '-Lohn, "brutto"' })]
    await post(VOUCHERS, voucher(customer, { payload: { text: 'Löhne', lines } }), { wait: 10 })
  })

  return { customer: () => customer, path }
}
