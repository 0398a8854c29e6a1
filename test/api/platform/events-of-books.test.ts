import { expect } from 'chai'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { firstOf, get, post, put, upload } from '../../support/client.ts'
import { chf, INVOICES, invoice, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'

describe('events of bank entries and fiscal years', () => {
  const feed = async (customer: string) => (await get(`/v1/events?end_customer_id=${customer}`)).body

  it('a draft that is given up frees its bank entry, and says so', async () => {
    const customer = await newKmuCustomer()
    await upload(customer, camt053Message({ bankEntries: bankEntry({ amount: '100.00' }) }), { wait: 20 })
    const request = invoice(customer, { payload: { gross_amount: chf(10_000), tax_lines: [] } })
    const { body: fact } = await post(INVOICES, request, { wait: 10 })
    const [payment, document] = [
      await firstOf('payments', customer),
      await firstOf('documents', customer, `&source_fact_id=${fact.id}`),
    ]
    await put('/v1/period-locks', { end_customer_id: customer, locked_through: '2026-12-31', reason: 'x' })
    const lines = [{ document_id: document.id, amount: chf(10_000) }]
    const allocation = { end_customer_id: customer, payment_id: payment.id, lines }
    const { body: draft } = await post('/v1/allocations', allocation, { wait: 10 })
    const giveUp = { end_customer_id: customer, reason: 'x' }
    await post(`/v1/allocations/${draft.id}/reverse`, giveUp, { wait: 10 })
    const { data } = await feed(customer)
    expect(data.slice(-3).map(({ event_type, subject }) => [event_type, subject.id])).to.deep.equal([
      ['allocation.blocked', draft.id],
      ['allocation.reversed', draft.id],
      ['bank_entry.changed', payment.entry_id],
    ])
  })

  it('a year that is closed and reopened', async () => {
    const customer = await newKmuCustomer()
    await post(VOUCHERS, voucher(customer, { business_date: '2025-03-01' }), { wait: 10 })
    const change = { end_customer_id: customer, reason: 'Abschluss' }
    for (const verb of ['close', 'reopen', 'close'] as const)
      expect((await post(`/v1/fiscal-years/FY2025/${verb}`, change, { wait: 10 })).status).to.equal(202)
    const { data } = await feed(customer)
    const years = data.filter(({ subject }) => subject.object === 'fiscal_year_closing')
    expect(years.map(({ event_type, subject }) => [event_type, subject.fiscal_year_id])).to.deep.equal([
      ['fiscal_year.closed', 'FY2025'],
      ['fiscal_year.reopened', 'FY2025'],
      ['fiscal_year.closed', 'FY2025'],
    ])
    const [first, reopened, last] = years.map(({ subject }) => subject.id)
    expect([first === reopened, first === last, first?.slice(0, 4)]).to.deep.equal([true, false, 'fyc_'])
  })
})
