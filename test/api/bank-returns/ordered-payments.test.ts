import { expect } from 'chai'
import { get, itemsOf, post, put } from '../../support/client.ts'
import { there } from '../../support/there.ts'
import { detailsOf } from '../orders/books-to-order.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { movedBy } from '../settlement/terms/balances.ts'
import { e2e, returnsOf } from './books-with-returns.ts'

const bank = { bank_account: 'CH9300762011623852957', execution_date: '2099-12-31' }
const supplier = {
  name: 'Papeterie Muster AG',
  structured_address: { town_name: 'Bern', country: 'CH' },
  iban: 'CH5604835012345678009',
}

/** Each case to the Rappen, computed by hand. */
describe('payments of orders that come back', () => {
  const books = booksToSettle()
  const { customer, owed, openOf, settle } = books
  const { moved, paidOut, acceptOnly, proposed, takeBack, entryOf } = returnsOf(books)
  beforeEach(async () => {
    await put(`/v1/end-customers/${customer()}`, { name: 'Treuhand Beispiel AG' })
    // So that the service knows the account.
    await moved({ amount: '1.00' })
  })
  const order = async (payable: string) => {
    const { status, body } = await post('/v1/payment-orders', {
      end_customer_id: customer(),
      ...bank,
      payables: [payable],
    })
    expect(status, JSON.stringify(body)).to.equal(201)
    return { id: body.id, named: e2e(there(body.payments[0]).end_to_end_id) }
  }
  const linesOf = async (id: string) =>
    (await get(`/v1/payment-orders/${id}`)).body.payments.map(({ state, contradiction }) => [state, contradiction])
  const back = { direction: 'CRDT', date: '2026-04-09', reason: 'AC04' } as const
  const contradictions = async () =>
    (await itemsOf('events', customer(), '&limit=500')).filter(
      ({ event_type }) => event_type === 'payment_order.contradicted',
    ).length

  const OTHER_IBAN = 'CH0204835000626882001'
  const toOtherAccount = async (payable: string) => {
    const instructions = [{ supplier_payable_id: payable, creditor: { iban: OTHER_IBAN } }]
    const request = { end_customer_id: customer(), ...bank, payables: [payable], instructions }
    const { status, text } = await post('/v1/payment-orders', request)
    return [status, ...detailsOf(text)]
  }

  it('is not ordered to another account without a word: the one that is closed was the last one', async () => {
    const payable = await owed(10_810, { supplier })
    const { named } = await order(payable.id)
    await paidOut(payable.id, 10_810, { amount: '108.10', named })
    await moved({ ...back, amount: '108.10', named })
    await acceptOnly()
    expect(await toOtherAccount(payable.id)).to.deep.equal([422, '/payables/0 iban_changed'])
  })

  it('the same where no order had paid it: its debit told the account', async () => {
    const payable = await owed(10_810, { supplier })
    const named = e2e('HAND-2')
    await paidOut(payable.id, 10_810, { amount: '108.10', named, creditor_iban: supplier.iban })
    await moved({ ...back, amount: '108.10', named })
    await acceptOnly()
    expect(await toOtherAccount(payable.id)).to.deep.equal([422, '/payables/0 iban_changed'])
  })

  it('what the bank is still to pay of the payable stays ordered', async () => {
    const payable = await owed(100_000, { supplier })
    await paidOut(payable.id, 60_000, { amount: '600.00', named: e2e('HAND-1') })
    const { id } = await order(payable.id)
    await moved({ ...back, amount: '600.00', named: e2e('HAND-1') })
    await acceptOnly()
    expect(await openOf('supplier-payables', payable.id)).to.equal(100_000)
    expect(await linesOf(id)).to.deep.equal([['ordered', null]])
  })

  it('a part that stays paid while its rest is ordered is withdrawn, and its rest is not', async () => {
    const payable = await owed(100_000, { supplier })
    const first = await order(payable.id)
    // The bank has paid a part of it.
    await paidOut(payable.id, 100_000, { amount: '1000.00', named: first.named })
    await moved({ ...back, amount: '400.00', named: first.named })
    await acceptOnly()
    expect(await linesOf(first.id)).to.deep.equal([['withdrawn', null]])
    const second = await order(payable.id)
    await moved({ ...back, amount: '600.00', date: '2026-04-10', named: first.named })
    await acceptOnly()
    expect(await linesOf(second.id)).to.deep.equal([['ordered', null]])
    expect(await openOf('supplier-payables', payable.id)).to.equal(100_000)
  })

  it('what came back less charges is not paid all the same when another debit pays the payable', async () => {
    const payable = await owed(10_810, { supplier })
    const first = await order(payable.id)
    await paidOut(payable.id, 10_810, { amount: '108.10', named: first.named })
    await moved({ ...back, amount: '106.10', named: first.named, charges: '2.00' })
    const { source_fact_id } = await acceptOnly()
    expect(await movedBy(await entryOf(source_fact_id))).to.deep.equal({ 1020: 10_610, 6940: 200, 2000: -10_810 })
    const second = await order(payable.id)
    await paidOut(payable.id, 10_810, { amount: '108.10', named: second.named, date: '2026-04-12' })
    expect([await linesOf(first.id), await linesOf(second.id)]).to.deep.equal([[['withdrawn', null]], [['paid', null]]])
    expect(await contradictions()).to.equal(0)
    expect(await openOf('supplier-payables', payable.id)).to.equal(0)
  })

  for (const whole of [true, false])
    it(`${whole ? 'the whole' : 'a part'} is taken back: its payment is what it was before`, async () => {
      const payable = await owed(10_810, { supplier })
      const { id, named } = await order(payable.id)
      await paidOut(payable.id, 10_810, { amount: '108.10', named })
      await moved({ ...back, amount: whole ? '108.10' : '50.00', named })
      const returned = await acceptOnly()
      expect(await linesOf(id)).to.deep.equal([['withdrawn', null]])
      expect((await takeBack(returned.id)).status).to.equal(202)
      // A reversal stays, so the debit is to be settled anew.
      expect(await openOf('supplier-payables', payable.id)).to.equal(whole ? 10_810 : 0)
      expect(await linesOf(id)).to.deep.equal([[whole ? 'ordered' : 'paid', null]])
      expect(await contradictions()).to.equal(0)
    })

  it('the return of one payment of a payable is no return of another one', async () => {
    const payable = await owed(100_000, { supplier })
    await paidOut(payable.id, 60_000, { amount: '600.00', named: e2e('HAND-1') })
    const { named } = await order(payable.id)
    // Its debit, which nobody has settled yet, comes back.
    await moved({ amount: '400.00', named })
    await moved({ ...back, amount: '400.00', named })
    expect(await proposed()).to.deep.equal([])
  })

  it('is not closed by taking the return back while another order pays it', async () => {
    const payable = await owed(10_810, { supplier })
    const first = await order(payable.id)
    await paidOut(payable.id, 10_810, { amount: '108.10', named: first.named })
    await moved({ ...back, amount: '106.10', named: first.named, charges: '2.00' })
    const returned = await acceptOnly()
    const second = await order(payable.id)
    const reverse = { end_customer_id: customer(), reason: 'doch nicht' }
    const ofFact =
      `/v1/source-facts/${there(returned.source_fact_id)}/reverse` as '/v1/source-facts/{source_fact_id}/reverse'
    for (const { status, body } of [await takeBack(returned.id), await post(ofFact, reverse)]) {
      expect([status, body.error.details[0]?.code]).to.deep.equal([409, 'already_ordered'])
      expect(body.error.message).to.include(second.id)
    }
    expect(await openOf('supplier-payables', payable.id)).to.equal(10_810)
    await post(`/v1/payment-orders/${second.id}/withdraw` as '/v1/payment-orders/{payment_order_id}/withdraw', reverse)
    // Reversed as a fact, the return frees its payment no more.
    const { body } = await post(ofFact, reverse, { wait: 10 })
    expect(body.state).to.equal('reversed')
    expect([await linesOf(first.id), await linesOf(second.id)]).to.deep.equal([[['paid', null]], [['withdrawn', null]]])
    expect(await openOf('supplier-payables', payable.id)).to.equal(0)
    const [again] = await itemsOf('bank-returns', customer())
    expect(again?.state).to.equal('reversed')
  })

  it('is not closed by the debit of another payment, or by one from before the order', async () => {
    const payable = await owed(10_810, { supplier })
    const old = await moved({ amount: '108.10', named: e2e('HAND-1') })
    const first = await order(payable.id)
    const withdraw = { end_customer_id: customer(), reason: 'nicht gesendet' }
    const withdrawn = (id: string) =>
      post(`/v1/payment-orders/${id}/withdraw` as '/v1/payment-orders/{payment_order_id}/withdraw', withdraw)
    await withdrawn(first.id)
    const second = await order(payable.id)
    const named = await moved({ amount: '108.10', named: first.named, date: '2026-04-03' })
    for (const { canonical_entry_hash: evidence_sha256 } of [old, named]) {
      const { status, body } = await settle(payable.id, 10_810, { evidence_sha256 })
      expect([status, body.error.details[0]?.code, body.error.details[0]?.pointer]).to.deep.equal([
        409,
        'already_ordered',
        '/evidence_sha256',
      ])
      expect(body.error.message).to.include(second.id)
    }
    await withdrawn(second.id)
    const { body } = await settle(payable.id, 10_810, { evidence_sha256: named.canonical_entry_hash })
    expect(body.state).to.equal('posted')
  })
})
