import { randomUUID } from 'node:crypto'
import type { Body } from '../client.ts'
import { statementOfTax } from '../company/bank-statement.ts'
import { ACCOUNTS } from '../company/company.ts'
import {
  PAYMENTS,
  paymentOf,
  purchaseOf,
  RETURN_YEAR,
  saleOf,
  taxPaidOf,
  VAT_CLIENTS,
  type VatClient,
} from '../company/vat-clients.ts'
import { type Demo, expectEqual, PATHS, say } from '../demo.ts'
import { waitUntil } from '../queries.ts'
import { francs, printRows } from '../tables.ts'

/** Four end customers of a fiduciary, each with the VAT returns of a year, which have the tax that was computed by hand. */
export async function showVatReturns({ client }: Demo): Promise<void> {
  say(
    `\n9. VAT returns of ${RETURN_YEAR}: effective and net tax rate, by agreed and received consideration, filed and the last one paid.`,
  )
  const rows = await Promise.all(VAT_CLIENTS.map((vat) => returnsOf({ client, customer: randomUUID() }, vat)))
  printRows(
    'VAT returns',
    ['end customer', 'period', 'payable tax', 'not due yet', 'filed as', 'owed afterwards'],
    rows.flat(),
    [2, 3, 4, 5],
  )
}

async function returnsOf(demo: Demo, vat: VatClient): Promise<(string | number)[][]> {
  await bookYear(demo, vat)
  const found: Body[] = []
  const filings: Body[] = []
  for (const [period, payable_minor] of vat.returns) {
    const body = await demo.client.get(`/v1/vat-returns/${period}?end_customer_id=${demo.customer}`)
    expectEqual(`the tax of ${period} of ${vat.name}`, body.payable_tax.amount_minor, payable_minor)
    expectEqual(`whether the tax accounts of ${period} of ${vat.name} are explained`, body.tie.is_explained, true)
    expectEqual(`whether ${period} of ${vat.name} can be filed`, body.can_be_filed, true)
    found.push(body)
    filings.push(await file(demo, period, payable_minor))
  }
  const not_due = found.map(({ tie }) => minorOf(tie.steps.find(({ kind }: Body) => kind === 'not_due')))
  expectEqual(`the tax of ${vat.name} that is not due yet`, sumOf(not_due), vat.not_due_minor)
  const owed = vat.returns.map((_, index) => sumOf(vat.returns.slice(0, index + 1).map(([, minor]) => minor)))
  await payLast(demo, vat, filings.at(-1))
  return found.map(({ period, payable_tax }, index) => [
    vat.name,
    period,
    francs(payable_tax.amount_minor),
    francs(not_due[index] ?? 0),
    `no. ${filings[index].filing_number}`,
    francs(owed[index] ?? 0),
  ])
}

/** Files a return, whose figures answer the same from then on. */
async function file({ client, customer }: Demo, period: string, payable_minor: number): Promise<Body> {
  const path = `/v1/vat-returns/${period}`
  const { body } = await client.send('POST', `${path}/file`, { end_customer_id: customer })
  expectEqual(`the tax of ${period} that is filed`, body.payable_tax.amount_minor, payable_minor)
  const kept = await client.get(`${path}?end_customer_id=${customer}`)
  expectEqual(`the filing of ${period}`, kept.filing.id, body.id)
  return body
}

/** The tax of the last return leaves the bank account: the matcher proposes its filing, and a voucher books it. */
async function payLast({ client, customer }: Demo, { name, returns }: VatClient, filing: Body): Promise<void> {
  const amount = filing.added_tax.amount_minor
  await client.upload(`/v1/camt-053/imports?end_customer_id=${customer}`, statementOfTax(filing.period, amount))
  let candidate: Body
  await waitUntil(async () => {
    const { data } = await client.get(`/v1/settlement-candidates?end_customer_id=${customer}&target_type=vat_filing`)
    candidate = data[0]
    return candidate !== undefined
  }, `the tax of ${name} is proposed`)
  expectEqual('the filing that is proposed', candidate.target_vat_filing_id, filing.id)
  const paid = taxPaidOf(customer, filing.period, amount, candidate.entry_id)
  requirePosted(await client.send('POST', PATHS.vouchers, paid, { wait: 10 }))
  const year = `FY${Number(filing.period.slice(0, 4)) + 1}`
  const { rows } = await client.get(`/v1/statements/trial-balance?end_customer_id=${customer}&fiscal_year_id=${year}`)
  const account = rows.find(({ account_code }: Body) => account_code === '2201')
  const left = sumOf(returns.slice(0, -1).map(([, minor]) => minor))
  expectEqual(`what ${name} still owes`, -(account?.closing_balance.amount_minor ?? 0), left)
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, minor) => sum + minor, 0)
}

async function bookYear({ client, customer }: Demo, { name, registration }: VatClient): Promise<void> {
  const end_customer_id = customer
  await client.send('PUT', `/v1/end-customers/${customer}`, { name, uid: 'CHE-123.456.788 MWST' })
  const chart = { end_customer_id, valid_from: '2020-01-01', source_reference: 'demo', accounts: ACCOUNTS }
  await client.send('PUT', '/v1/accounts', chart)
  const dated = { end_customer_id, valid_from: `${RETURN_YEAR}-01-01`, ...registration, reason: 'Anmeldung' }
  await client.send('PUT', '/v1/vat-registrations', dated)
  const book = (path: string, fact: object) => client.send('POST', path, fact, { wait: 10 }).then(requirePosted)
  await Promise.all(
    [0, 1, 2, 3].flatMap((quarter) => [
      book(PATHS.invoices, saleOf(customer, quarter)),
      book(PATHS.expenses, purchaseOf(customer, quarter)),
    ]),
  )
  const items = {
    '1100': await idsByNumber(client, `/v1/documents?end_customer_id=${customer}`, 'document_id'),
    '2000': await idsByNumber(client, `/v1/supplier-payables?end_customer_id=${customer}`, 'supplier_payable_id'),
  }
  const numberOf = (account: '1100' | '2000', quarter: number) => `${account === '1100' ? 'R' : 'E'}-${quarter + 1}`
  const vouchers = PAYMENTS.map((payment) => {
    const { account, quarter } = payment
    return paymentOf(customer, payment, items[account].get(numberOf(account, quarter)) ?? {})
  })
  await Promise.all(vouchers.map((voucher) => book(PATHS.vouchers, voucher)))
}

/** What names each open item in a voucher, by the number of its document. */
async function idsByNumber(client: Demo['client'], path: string, member: string): Promise<Map<string, object>> {
  const { data } = await client.get(path)
  return new Map(data.map(({ document_number, id }: Body) => [document_number, { [member]: id }]))
}

function requirePosted({ body }: { body: Body }): void {
  expectEqual(`${body.external_reference} ${JSON.stringify(body.blockers)}`, body.state, 'posted')
}

function minorOf(step: Body): number {
  return step?.amount.amount_minor ?? 0
}
