import { expect } from 'chai'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { firstOf, get, post, put, upload } from '../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'

describe('events of reversals that a locked period blocks', () => {
  it('tell of facts, allocations and settlements', async () => {
    const customer = await newKmuCustomer()
    const { body: sale } = await post(INVOICES, invoice(customer), { wait: 10 })
    const { body: other } = await post(INVOICES, invoice(customer), { wait: 10 })
    const { body: cost } = await post(EXPENSES, expense(customer), { wait: 10 })
    expect([sale.state, other.state, cost.state]).to.deep.equal(['posted', 'posted', 'posted'])
    const document = await firstOf('documents', customer, `&source_fact_id=${sale.id}`)
    const payable = await firstOf('supplier-payables', customer)
    await upload(customer, camt053Message({ bankEntries: bankEntry({ amount: '50.00' }) }), { wait: 20 })
    const payment = await firstOf('payments', customer)
    const lines = [{ document_id: document.id, amount: chf(5_000) }]
    const allocated = await post(
      '/v1/allocations',
      { end_customer_id: customer, payment_id: payment.id, lines },
      { wait: 10 },
    )
    const settled = await post(
      `/v1/supplier-payables/${payable.id}/settlements`,
      {
        end_customer_id: customer,
        amount: chf(100),
        settlement_date: payment.booking_date,
        evidence_sha256: 'a'.repeat(64),
        reviewer_justification: 'x',
      },
      { wait: 10 },
    )
    expect([allocated.body.state, settled.body.state], allocated.text + settled.text).to.deep.equal([
      'posted',
      'posted',
    ])

    await put('/v1/period-locks', { end_customer_id: customer, locked_through: '2099-12-31', reason: 'x' })
    const reversal = { end_customer_id: customer, reason: 'x' }
    const of = [
      ['fact', `/v1/source-facts/${other.id}`, other.id],
      ['allocation', `/v1/allocations/${allocated.body.id}`, allocated.body.id],
      ['settlement', `/v1/supplier-payables/${payable.id}/settlements/${settled.body.id}`, settled.body.id],
    ] as const
    for (const [, path] of of) {
      const { status, text } = await post(`${path}/reverse`, reversal, { wait: 10 })
      expect(status, text).to.equal(202)
    }
    const last = async (count: number) =>
      (await get(`/v1/events?end_customer_id=${customer}&limit=500`)).body.data
        .filter(({ event_type }) => event_type.includes('revers'))
        .slice(-count)
        .map(({ event_type, subject }) => [event_type, subject.id])
    expect(await last(3)).to.deep.equal(of.map(([name, , id]) => [`${name}.reversal_blocked`, id]))
  })
})
