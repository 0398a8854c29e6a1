import { randomUUID } from 'node:crypto'
import type { Body } from '../client.ts'
import { ACCOUNTS } from '../company/company.ts'
import {
  PAYMENTS,
  paymentOf,
  purchaseOf,
  RETURN_YEAR,
  saleOf,
  VAT_CLIENTS,
  type VatClient,
} from '../company/vat-clients.ts'
import { type Demo, expectEqual, PATHS, say } from '../demo.ts'
import { francs, printRows } from '../tables.ts'

/** Four end customers of a fiduciary, each with the VAT returns of a year, which have the tax that was computed by hand. */
export async function showVatReturns({ client }: Demo): Promise<void> {
  say(`\n9. VAT returns of ${RETURN_YEAR}: effective and net tax rate, by agreed and received consideration.`)
  const rows = await Promise.all(VAT_CLIENTS.map((vat) => returnsOf({ client, customer: randomUUID() }, vat)))
  printRows('VAT returns', ['end customer', 'period', 'payable tax', 'not due yet'], rows.flat(), [2, 3])
}

async function returnsOf(demo: Demo, vat: VatClient): Promise<(string | number)[][]> {
  await bookYear(demo, vat)
  const found: Body[] = []
  for (const [period, payable_minor] of vat.returns) {
    const body = await demo.client.get(`/v1/vat-returns/${period}?end_customer_id=${demo.customer}`)
    expectEqual(`the tax of ${period} of ${vat.name}`, body.payable_tax.amount_minor, payable_minor)
    expectEqual(`whether the tax accounts of ${period} of ${vat.name} are explained`, body.tie.is_explained, true)
    expectEqual(`whether ${period} of ${vat.name} can be filed`, body.can_be_filed, true)
    found.push(body)
  }
  const not_due = found.map(({ tie }) => minorOf(tie.steps.find(({ kind }: Body) => kind === 'not_due')))
  expectEqual(
    `the tax of ${vat.name} that is not due yet`,
    not_due.reduce((sum, minor) => sum + minor, 0),
    vat.not_due_minor,
  )
  return found.map(({ period, payable_tax }, index) => [
    vat.name,
    period,
    francs(payable_tax.amount_minor),
    francs(not_due[index] ?? 0),
  ])
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
