import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { eventually } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { balancesOf, bookedVoucher, expectVerified, reverse } from './items-of-customer.ts'

describe('vouchers, allocations, settlements and reversals at once', () => {
  const { customer, invoiced, owed, paid, received, allocate, settle, openOf } = booksToSettle()

  /** Sends vouchers at once and waits until each of them is decided. */
  async function sendAll(count: number, lines: (index: number) => object[]): Promise<string[]> {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        post(VOUCHERS, voucher(customer(), { payload: { lines: lines(index) } })),
      ),
    )
    const ids = answers.map(({ body }) => body.id)
    await eventually(async () => (await statesOf(ids)).every((state) => state !== 'received'))
    return ids
  }
  const statesOf = (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await get(`/v1/source-facts/${id}`)).body.state))

  it('never use more of a receivable than is open', async () => {
    const document = await invoiced(100_000)
    const payments = await paid(...['61.00', '62.00', '63.00'].map((amount) => bankEntry({ amount })))
    const item = { open_item: { document_id: document.id, purpose: 'payment' } }
    const [ids, ...answers] = await Promise.all([
      sendAll(12, (index) => [debit('1000', 15_000 + index), credit('1100', 15_000 + index, item)]),
      ...payments.map(({ id }) => allocate(id, [[document.id, 6_000]])),
    ])
    const posted = (await statesOf(ids)).filter((state) => state === 'posted').length
    const allocated = answers.filter(({ status }) => status === 201).length
    const open = await openOf('documents', document.id)
    const [cash, receivables] = await balancesOf(customer(), '1000', '1100')
    expect([open >= 0, receivables]).to.deep.equal([true, open])
    expect(there(cash) + allocated * 6_000 + open).to.equal(100_000)
    expect(posted).to.be.within(5, 6)
  })

  it('never use more of a payable than is open, whoever takes it back meanwhile', async () => {
    const payable = await owed(100_000)
    const item = { open_item: { supplier_payable_id: payable.id, purpose: 'payment' } }
    const lines = () => [debit('2000', 30_000, item), credit('1000', 30_000)]
    const [first] = await sendAll(1, lines)
    const reversal = () => post(`/v1/source-facts/${first}/reverse`, { end_customer_id: customer(), reason: 'x' })
    const [ids, settled, ...reversals] = await Promise.all([
      sendAll(4, lines),
      settle(payable.id, 25_000),
      reversal(),
      reversal(),
    ])
    expect(reversals.map(({ status }) => status).sort()).to.deep.equal([202, 409])
    await eventually(async () => (await statesOf([first ?? ''])).includes('reversed'))
    const expected = async () => {
      const posted = (await statesOf(ids)).filter((state) => state === 'posted').length
      return 100_000 - posted * 30_000 - (settled.status === 201 ? 25_000 : 0)
    }
    // What was blocked is booked once the reversal has given back.
    await eventually(
      async () => (await openOf('supplier-payables', payable.id)) === (await expected()) && (await expected()) < 30_000,
    )
    const [payables] = await balancesOf(customer(), '2000')
    expect(payables).to.equal(0 - (await expected()))
  })

  it('vouchers of one batch see what those before them have left', async () => {
    const document = await invoiced(10_000)
    const item = { open_item: { document_id: document.id, purpose: 'payment' } }
    const items = Array.from({ length: 30 }, () =>
      voucher(customer(), { payload: { lines: [debit('1000', 1_000), credit('1100', 1_000, item)] } }),
    )
    const { body } = await post('/v1/source-facts/batch', { items }, { wait: 20 })
    const states = body.data.map(({ source_fact }) => source_fact?.state)
    expect([states.filter((state) => state === 'posted').length, states.length]).to.deep.equal([10, 30])
    expect(await openOf('documents', document.id)).to.equal(0)
  })

  it('a voucher is not reversed where others have given its part back, and a draft reserves it', async () => {
    const { id } = await invoiced(10_000)
    const item = (purpose: string) => ({ open_item: { document_id: id, purpose } })
    const taking = [debit('1000', 6_000), credit('1100', 6_000, item('payment'))]
    const giving = [debit('1100', 6_000, item('transfer')), credit('1000', 6_000)]
    const first = await bookedVoucher(customer(), taking)
    await bookedVoucher(customer(), giving)
    const payment = await received(bankEntry({ amount: '60.00' }))
    await put('/v1/period-locks', { end_customer_id: customer(), locked_through: '2026-03-31', reason: 'x' })
    const { body: draft } = await allocate(payment.id, [[id, 6_000]])
    expect([draft.state, await openOf('documents', id)]).to.deep.equal(['draft', 4_000])
    const refused = await reverse(customer(), `/v1/source-facts/${first.id}`)
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([409, 'in_use'])
    const given_up = await reverse(customer(), `/v1/allocations/${draft.id}`)
    expect([given_up.body.state, await openOf('documents', id)]).to.deep.equal(['reversed', 10_000])
    await expectVerified(customer())
  })
})
