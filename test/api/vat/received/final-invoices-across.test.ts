import { expect } from 'chai'
import { get, itemsOf, post, put } from '../../../support/client.ts'
import { chf, INVOICES, invoice, taxLine } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksOfChange } from '../consideration/books-of-change.ts'
import { EFFECTIVE, NET_RATE } from '../register.ts'
import { booksOfReceived } from './books-of-received.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' }
const MAPPING = { mapping_key: 'posting.revenue.category.advance', account_code: '2030', valid_from: '2020-01-01' }

/** 1'081.00 of 2024 less an advance of 538.50 of 2023: 542.50 are left, with 40.65 of tax. */
async function finalInvoice(end_customer_id: string) {
  await put('/v1/account-mappings', { end_customer_id, mappings: [MAPPING] }, { wait: 10 })
  const tax_lines = [
    taxLine('V81', 100_000, 8_100),
    taxLine('V77', -50_000, -3_850, { revenue_category: 'advance', supply_date: '2023-12-31' }),
  ]
  const payload = { document_date: '2024-05-10', gross_amount: chf(54_250), tax_lines }
  const { body } = await post(INVOICES, invoice(end_customer_id, { business_date: '2024-05-10', payload }), {
    wait: 10,
  })
  expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  const items = await itemsOf('documents', end_customer_id, `&source_fact_id=${body.id}`)
  return there(items.find(({ kind }) => kind === 'receivable'))
}

async function pay(end_customer_id: string, document_id: string, posting_date: string) {
  const lines = [{ document_id, amount: chf(54_250) }]
  const request = { end_customer_id, posting_date, account_code: '1000', lines }
  const { body } = await post('/v1/allocations', request, { wait: 10 })
  expect(body.state, JSON.stringify(body)).to.equal('posted')
}

describe('a final invoice that takes an advance off, and a change of consideration', () => {
  const { customer, change } = booksOfChange(RECEIVED, RECEIVED)
  const payable = async (period: string) =>
    (await get(`/v1/vat-returns/${period}?end_customer_id=${customer()}`)).body.payable_tax.amount_minor

  it('transfers the rest alone: what the advance has paid was declared with money', async () => {
    const { id } = await finalInvoice(customer())
    await change(EFFECTIVE, '2025-01-01')
    await change(RECEIVED, '2026-01-01')
    await pay(customer(), id, '2026-04-10')
    const found = await Promise.all(['2024-Q2', '2025-Q1', '2026-Q1', '2026-Q2'].map(payable))
    expect(found).to.deep.equal([185, 4_065, -4_065, 4_065])
  })
})

describe('a final invoice that takes an advance off at a net tax rate', () => {
  const { customer, figures } = booksOfReceived({ ...NET_RATE, consideration: 'received' })

  it('declares the rest with its payment, gross', async () => {
    const { id } = await finalInvoice(customer())
    const first = await figures('2024-H1')
    expect(first.not_due).to.deep.equal([['V81', 54_250, 0]])
    expect(first.lines.filter(([figure]) => figure === '200')).to.deep.equal([])
    await pay(customer(), id, '2024-07-10')
    expect((await figures('2024-H2')).lines[0]).to.deep.equal(['200', 54_250, null])
  })
})
