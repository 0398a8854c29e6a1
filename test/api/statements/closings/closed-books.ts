import { expect } from 'chai'
import { get, post, put } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { KMU_ACCOUNTS, newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { fetchAs } from '../books-to-show.ts'

type Lines = (ReturnType<typeof debit> | ReturnType<typeof credit>)[]

/** Books a voucher and expects it to be posted. */
export async function book(customer: string, business_date: string, lines: Lines, entry_type = 'standard') {
  const request = voucher(customer, { business_date, payload: { entry_type, lines } })
  const { body } = await post(VOUCHERS, request, { wait: 10 })
  expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  return body
}

/**
 * A company with two years: capital of 100'000.00, a machine that loses 20'000.00 of its value, income and expense.
 *
 * @param price of the machine; the usual one leaves the bank account overdrawn for some months
 */
export async function twoYears(price = 12_000_000): Promise<string> {
  const customer = await newKmuCustomer()
  for (const account_code of ['6500', '6800'])
    await mapTo(customer, 'or.af_verwaltungs_vertriebsaufwand', account_code, '2020-01-01')
  await book(customer, '2024-01-15', [debit('1020', 10_000_000), credit('2800', 10_000_000)])
  await book(customer, '2024-02-01', [debit('1530', price), credit('1020', price)])
  await book(customer, '2024-06-30', [debit('1020', 6_000_000), credit('3400', 6_000_000)])
  await book(customer, '2024-12-31', [debit('6800', 2_000_000), credit('1530', 2_000_000)])
  await book(customer, '2025-03-31', [debit('1020', 3_000_000), credit('3400', 3_000_000)])
  await book(customer, '2025-04-30', [debit('6500', 70_000), credit('1020', 70_000)])
  await book(customer, '2026-01-31', [debit('1020', 500_000), credit('3400', 500_000)])
  return customer
}

export function changeYear(customer: string, fiscal_year_id: string, verb: 'close' | 'reopen', reason = 'Abschluss') {
  return post(`/v1/fiscal-years/${fiscal_year_id}/${verb}`, { end_customer_id: customer, reason }, { wait: 10 })
}

export async function expectClosed(customer: string, ...years: readonly string[]): Promise<void> {
  for (const year of years) {
    const { status, text } = await changeYear(customer, year, 'close')
    expect(status, text).to.equal(202)
  }
}

const NAMES = ['or-balance-sheet', 'or-income-statement', 'balance-sheet', 'income-statement', 'trial-balance']
const FORMS = ['', '&granularity=month', '&granularity=quarter', '&comparison=prior_fiscal_year', '&locale=fr']

/** Every statement of a year, byte by byte, and all of them in print, by path without the closing. */
export async function everyText(
  customer: string,
  fiscal_year_id: string,
  closing = '',
): Promise<Record<string, string>> {
  const paths = NAMES.flatMap((name) =>
    [...FORMS, ...(name === 'or-income-statement' ? ['&format=function_of_expense'] : [])].map(
      (form) => `/v1/statements/${name}?end_customer_id=${customer}&fiscal_year_id=${fiscal_year_id}${form}`,
    ),
  )
  const texts: Record<string, string> = {}
  // A form that the chart does not allow is refused, and each refusal has the id of its request.
  for (const path of paths) texts[path] = (await get(`${path}${closing}`)).text.replace(/"request_id":"[^"]*"/, '')
  for (const accept of ['text/csv', 'text/html']) {
    for (const path of paths.filter((each) => /comparison=prior_fiscal_year$|granularity=quarter$/.test(each)))
      texts[`${accept} ${path}`] = withoutLinksTo(closing, await (await fetchAs(`${path}${closing}`, accept)).text())
  }
  return texts
}

/** A page of a named closing leads to its comparison and its course at this closing. */
function withoutLinksTo(closing: string, html: string): string {
  return closing === '' ? html : html.replaceAll(closing.replace('&', '&amp;'), '')
}

export async function mapTo(customer: string, mapping_key: string, account_code: string, valid_from: string) {
  const mappings = [{ mapping_key, account_code, valid_from }]
  const { status, text } = await put('/v1/account-mappings', { end_customer_id: customer, mappings }, { wait: 10 })
  expect(status, text).to.equal(202)
}

/** Another chart of the same accounts, from a day on. */
export function renameAccounts(customer: string, valid_from: string, nameOf: (name: string) => string) {
  const accounts = KMU_ACCOUNTS.map(({ or_row, account_name, ...account }) => ({
    ...account,
    account_name: nameOf(account_name),
  }))
  return put('/v1/accounts', { end_customer_id: customer, valid_from, accounts }, { wait: 10 })
}
