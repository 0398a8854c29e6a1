import { expect } from 'chai'
import { statusReport } from '../../camt053/status-report.ts'
import { get, post } from '../../support/client.ts'
import { there } from '../../support/there.ts'
import { booksToOrder, detailsOf } from './books-to-order.ts'

describe('POST /v1/payment-orders/{id}/status-reports', () => {
  const { customer, owedToHolz, order, withdraw, settle, list } = booksToOrder()
  const report = (id: string, xml: string) =>
    post(`/v1/payment-orders/${id}/status-reports?end_customer_id=${customer()}`, xml, {
      headers: { 'Content-Type': 'application/xml' },
    })
  async function ordered(...amounts: readonly number[]) {
    const payables = await Promise.all(amounts.map((amount) => owedToHolz(amount)))
    const { body } = await order({ payables: payables.map(({ id }) => id) })
    const ids = body.payments.map(({ end_to_end_id }) => end_to_end_id)
    return { ...body, payables, ids, batch: there(body.batches[0]).payment_information_id }
  }
  type Reported = Awaited<ReturnType<typeof report>>
  const statesOf = ({ body, text }: Reported) => {
    expect(body.payments, text).to.be.an('array')
    return body.payments.map(({ state, state_reason }) => [state, state_reason])
  }

  it('frees the rejected payments of an order that is accepted in part, and no others', async () => {
    const { id, message_id, ids, batch, payables } = await ordered(100, 200, 300)
    const [, second = '', third = ''] = ids
    const payments = [
      { id: second, status: 'RJCT', reason: 'AC04 Konto geschlossen' },
      { id: third, status: 'ACWC' },
    ]
    const answer = await report(
      id,
      statusReport(message_id, { status: 'PART' }, [{ id: batch, status: 'PART', payments }]),
    )
    expect(answer.status, answer.text).to.equal(201)
    expect(statesOf(answer)).to.deep.equal([
      ['ordered', null],
      ['rejected', 'AC04 Konto geschlossen'],
      ['ordered', null],
    ])
    expect(
      answer.body.status_reports.map(({ report_id, status, rejected_count }) => [report_id, status, rejected_count]),
    ).to.deep.equal([['R-1', 'PART', 1]])
    expect((await order({ payables: [there(payables[1]).id] })).status).to.equal(201)
    expect(detailsOf((await withdraw(id, { end_to_end_ids: [second] })).text)).to.deep.equal([
      '/end_to_end_ids/0 already_withdrawn',
    ])
  })

  for (const status of ['ACTC', 'ACCP', 'ACSP', 'ACWC', 'PDNG', 'ACSC'])
    it(`pays and frees nothing by ${status}`, async () => {
      const { id, message_id, batch, ids } = await ordered(100)
      const payments = ids.map((end_to_end_id) => ({ id: end_to_end_id, status }))
      const entries = await list('journal-entries')
      const answer = await report(id, statusReport(message_id, { status }, [{ id: batch, status, payments }]))
      expect(statesOf(answer)).to.deep.equal([['ordered', null]])
      expect(await list('journal-entries')).to.have.length(entries.length)
    })

  it('frees all payments of a rejected order, and of a rejected batch', async () => {
    const whole = await ordered(100, 200)
    const rejected = await report(whole.id, statusReport(whole.message_id, { status: 'RJCT' }))
    expect(statesOf(rejected)).to.deep.equal([
      ['rejected', 'RJCT'],
      ['rejected', 'RJCT'],
    ])
    expect(rejected.body.state).to.equal('completed')
    const part = await ordered(300)
    const batches = [{ id: part.batch, status: 'RJCT', reason: 'AM04' }]
    expect(statesOf(await report(part.id, statusReport(part.message_id, {}, batches)))).to.deep.equal([
      ['rejected', 'AM04'],
    ])
  })

  it('says of a payment whose payable is closed otherwise that it is rejected, and may come twice', async () => {
    const { id, message_id, payables } = await ordered(100)
    await settle(there(payables[0]).id, 100, { account_code: '1020' })
    const xml = statusReport(message_id, { status: 'RJCT' })
    expect(statesOf(await report(id, xml))).to.deep.equal([['rejected', 'RJCT']])
    expect(statesOf(await report(id, xml))).to.deep.equal([['rejected', 'RJCT']])
    expect((await get(`/v1/payment-orders/${id}`)).body.status_reports).to.have.length(2)
  })

  it('refuses reports of other orders, of strangers, and what is no pain.002; nothing is kept', async () => {
    const { id, message_id, batch } = await ordered(100)
    const refused = async (xml: string) => {
      const { status, text } = await report(id, xml)
      return [status, ...detailsOf(text)]
    }
    expect(await refused(statusReport('HB0', { status: 'RJCT' }))).to.deep.equal([422, ' other_order'])
    expect(await refused(statusReport(message_id, {}, [{ id: 'X' }]))).to.deep.equal([422, ' not_found'])
    const strangers = [{ id: batch, payments: [{ id: 'X', status: 'RJCT' }] }]
    expect(await refused(statusReport(message_id, {}, strangers))).to.deep.equal([422, ' not_found'])
    expect(await refused('<a/>')).to.deep.equal([422, ' not_pain002'])
    expect(await refused('{}')).to.deep.equal([422, ' not_xml'])
    expect(await refused('<!DOCTYPE a><a/>')).to.deep.equal([422, ' document_type'])
    const { body } = await get(`/v1/payment-orders/${id}`)
    expect([body.state, body.status_reports]).to.deep.equal(['open', []])
  })
})
