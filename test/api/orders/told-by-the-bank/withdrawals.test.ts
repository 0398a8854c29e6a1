import { expect } from 'chai'
import { statusReport } from '../../../camt053/status-report.ts'
import { get, post } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, detailsOf } from '../books-to-order.ts'

describe('the withdrawal of a payment that the bank has told of (pain.002)', () => {
  const { customer, owedToHolz, order, withdraw } = booksToOrder()
  async function ordered(...amounts: readonly number[]) {
    const payables = await Promise.all(amounts.map((amount) => owedToHolz(amount)))
    const { body } = await order({ payables: payables.map(({ id }) => id) })
    const ids = body.payments.map(({ end_to_end_id }) => end_to_end_id)
    return { ...body, payables: payables.map(({ id }) => id), ids }
  }
  type Ordered = Awaited<ReturnType<typeof ordered>>
  type Said = { readonly id: string; readonly status: string }
  async function told({ id, message_id, batches }: Ordered, status: string, payments: readonly Said[] = []) {
    const batch = { id: there(batches[0]).payment_information_id, payments }
    const { body, text } = await post(
      `/v1/payment-orders/${id}/status-reports?end_customer_id=${customer()}`,
      statusReport(message_id, status ? { status } : {}, payments.length > 0 ? [batch] : []),
      { headers: { 'Content-Type': 'application/xml' } },
    )
    expect(body.payments, text).to.be.an('array')
    return body.payments.map(({ state, bank_status }) => [state, bank_status])
  }

  for (const status of ['RCVD', 'ACTC', 'ACCP', 'ACSP', 'ACSC', 'ACWC', 'PDNG', 'PART'])
    it(`is refused after ${status}, for the order and for the payment, until the bank has cancelled it`, async () => {
      const made = await ordered(108_100)
      expect(await told(made, status)).to.deep.equal([['ordered', status]])
      const whole = await withdraw(made.id)
      expect([whole.status, ...detailsOf(whole.text)]).to.deep.equal([409, '/end_to_end_ids already_sent'])
      expect(whole.text).to.include(status).and.to.include('cancelled_by_bank')
      const single = { end_to_end_ids: made.ids }
      const named = await withdraw(made.id, single)
      expect([named.status, ...detailsOf(named.text)]).to.deep.equal([409, '/end_to_end_ids/0 already_sent'])
      const again = await order({ payables: made.payables })
      expect([again.status, ...detailsOf(again.text)]).to.deep.equal([409, '/payables/0 already_ordered'])
      const byWord = await withdraw(made.id, { ...single, cancelled_by_bank: true })
      expect(byWord.status, byWord.text).to.equal(201)
      const [payment] = (await get(`/v1/payment-orders/${made.id}`)).body.payments
      expect([payment?.state, payment?.bank_status]).to.deep.equal(['withdrawn', status])
      expect((await order({ payables: made.payables })).status).to.equal(201)
    })

  it('is free where no report came, or the bank has cancelled it itself, whatever it says later', async () => {
    const unsent = await ordered(100)
    expect(there(unsent.payments[0]).bank_status).to.equal(null)
    expect((await withdraw(unsent.id)).status).to.equal(201)
    const made = await ordered(100)
    await told(made, 'ACCP')
    expect(await told(made, 'CANC')).to.deep.equal([['ordered', 'CANC']])
    expect(await told(made, 'ACCP')).to.deep.equal([['ordered', 'CANC']])
    expect((await withdraw(made.id)).status).to.equal(201)
  })

  it('goes by what is said of the payment before what is said of all: of three, one is rejected and one is cancelled', async () => {
    const made = await ordered(100, 200, 300)
    const [, second = '', third = ''] = made.ids
    const said = [
      { id: second, status: 'RJCT' },
      { id: third, status: 'CANC' },
    ]
    expect(await told(made, 'PART', said)).to.deep.equal([
      ['ordered', 'PART'],
      ['rejected', 'RJCT'],
      ['ordered', 'CANC'],
    ])
    const whole = await withdraw(made.id)
    expect([whole.status, ...detailsOf(whole.text)]).to.deep.equal([409, '/end_to_end_ids already_sent'])
    expect((await withdraw(made.id, { end_to_end_ids: [third] })).status).to.equal(201)
  })
})
