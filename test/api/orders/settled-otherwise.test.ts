import { expect } from 'chai'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { bankEntry } from '../../camt053/messages.ts'
import { get, post } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToOrder, DEBTOR, detailsOf, holz, OTHER_IBAN } from './books-to-order.ts'

/** A payable that stands in an order: the file that the bank has got pays all of it. */
describe('a payable that is ordered', () => {
  const { customer, owedToHolz, order, withdraw, paid, stated, list, settle, openOf } = booksToOrder()
  async function ordered(amount: number, payload: object = {}) {
    const payable = await owedToHolz(amount, payload)
    const { body, text } = await order({ payables: [payable.id] })
    expect(body.payments, text).to.have.length(1)
    return { payable, id: body.id, end_to_end_id: there(body.payments[0]).end_to_end_id }
  }
  const off = (type: string, amount: number) => ({ deductions: [{ type, amount: chf(amount) }] })
  const net = (lines: object[]) =>
    post('/v1/allocations', { end_customer_id: customer(), posting_date: '2026-04-15', lines }, { wait: 10 })

  it('is not settled in cash, by a card, or without money, until its payment is withdrawn', async () => {
    const { payable, id, end_to_end_id } = await ordered(10_000)
    for (const [amount, more, pointer] of [
      [10_000, { account_code: '1000' }, '/account_code'],
      [5_000, { account_code: '2215' }, '/account_code'],
      [0, off('write_off', 10_000), '/deductions'],
      [9_000, off('write_off', 1_000), '/deductions'],
    ] as const) {
      const { status, text } = await settle(payable.id, amount, more)
      expect([status, ...detailsOf(text)], text).to.deep.equal([409, `${pointer} already_ordered`])
      expect(text).to.include(id).and.to.include(end_to_end_id).and.to.include('100.00')
    }
    expect(await openOf('supplier-payables', payable.id)).to.equal(10_000)
    await withdraw(id)
    expect((await settle(payable.id, 10_000, { account_code: '1000' })).status).to.equal(201)
  })

  it('is paid by the bank of the order: by its debit, or on its account', async () => {
    const { payable } = await ordered(10_000)
    await paid(bankEntry({ amount: '60.00', direction: 'DBIT', date: todayInSwitzerland() }))
    const evidence_sha256 = there((await list('camt-053/entries'))[0]).canonical_entry_hash
    expect((await settle(payable.id, 6_000, { evidence_sha256 })).status).to.equal(201)
    expect((await settle(payable.id, 4_000, { account_code: '1020' })).status).to.equal(201)
    const { status, text } = await settle((await ordered(500)).payable.id, 500, { account_code: '1024' })
    expect([status, ...detailsOf(text)]).to.deep.equal([409, '/account_code already_ordered'])
  })

  it('is not settled with a debit of another bank, until its payment is withdrawn', async () => {
    const { payable, id, end_to_end_id } = await ordered(10_000)
    // Both banks are on 1020: the account of the bank entry tells, not that of the ledger.
    await stated(OTHER_IBAN, bankEntry({ amount: '100.00', direction: 'DBIT' }))
    const evidence = { evidence_sha256: there((await list('camt-053/entries'))[0]).canonical_entry_hash }
    const { status, text } = await settle(payable.id, 10_000, evidence)
    expect(status, text).to.equal(409)
    expect(detailsOf(text)).to.deep.equal(['/evidence_sha256 already_ordered'])
    for (const word of [id, end_to_end_id, DEBTOR, OTHER_IBAN]) expect(text).to.include(word)
    expect(await openOf('supplier-payables', payable.id)).to.equal(10_000)
    await withdraw(id)
    expect((await settle(payable.id, 10_000, evidence)).status).to.equal(201)
    const { body } = await get(`/v1/payment-orders/${id}`)
    expect(body.payments.map(({ state, contradiction }) => [state, contradiction])).to.deep.equal([['withdrawn', null]])
  })

  it('is paid by a debit whose bank names the account by a number of its own, on the ledger account of the order', async () => {
    const { payable } = await ordered(10_000)
    await stated('835-12345678', bankEntry({ amount: '100.00', direction: 'DBIT', date: todayInSwitzerland() }))
    const evidence_sha256 = there((await list('camt-053/entries'))[0]).canonical_entry_hash
    expect((await settle(payable.id, 10_000, { evidence_sha256 })).status).to.equal(201)
  })

  it('takes the discount of its order off, and no more', async () => {
    const terms = { document_date: todayInSwitzerland(), discount_terms: [{ days: 10, discount_bp: 200 }] }
    const { payable } = await ordered(10_000, terms)
    const tooMuch = await settle(payable.id, 9_500, off('discount', 500))
    expect([tooMuch.status, ...detailsOf(tooMuch.text)]).to.deep.equal([409, '/deductions already_ordered'])
    expect(tooMuch.text).to.include('98.00')
    expect((await settle(payable.id, 9_800, off('discount', 200))).status).to.equal(201)
    const second = await ordered(10_000)
    const late = await settle(second.payable.id, 9_800, off('discount', 200))
    expect([late.status, ...detailsOf(late.text)]).to.deep.equal([409, '/deductions already_ordered'])
  })

  it('is not set off against a credit note, which stays open', async () => {
    const { payable, id } = await ordered(10_000)
    const note = await owedToHolz(-2_500)
    const lines = [
      { supplier_payable_id: note.id, amount: chf(-2_500) },
      { supplier_payable_id: payable.id, amount: chf(2_500) },
    ]
    const { status, text } = await net(lines)
    expect([status, ...detailsOf(text)]).to.deep.equal([409, '/lines/1/supplier_payable_id already_ordered'])
    expect(await openOf('supplier-payables', note.id)).to.equal(-2_500)
    await withdraw(id)
    expect((await net(lines)).status).to.equal(201)
    const again = await order({ payables: [payable.id] })
    expect(there(again.body.payments[0]).amount.amount_minor).to.equal(7_500)
  })

  it('leaves the rest free where a part of it is ordered: 681.00 of 1,081.00 in cash and by a credit note, and no more', async () => {
    const payable = await owedToHolz(108_100)
    const instructions = [{ supplier_payable_id: payable.id, amount: chf(40_000) }]
    const { body } = await order({ payables: [payable.id], instructions, execution_date: todayInSwitzerland() })
    const cash = { account_code: '1000' }
    for (const amount of [68_101, 40_000]) {
      const { status, text } = await settle(payable.id, amount, cash)
      expect([status, ...detailsOf(text)], text).to.deep.equal([409, '/account_code already_ordered'])
      expect(text).to.include('up to').and.to.include('681.00')
    }
    const note = await owedToHolz(-8_100)
    const lines = [
      { supplier_payable_id: note.id, amount: chf(-8_100) },
      { supplier_payable_id: payable.id, amount: chf(8_100) },
    ]
    expect((await net(lines)).status).to.equal(201)
    expect((await settle(payable.id, 60_000, cash)).status).to.equal(201)
    expect((await settle(payable.id, 100, cash)).status).to.equal(409)
    const stateOf = async () => (await get(`/v1/payment-orders/${body.id}`)).body.payments.map(({ state }) => state)
    expect([await openOf('supplier-payables', payable.id), await stateOf()]).to.deep.equal([40_000, ['ordered']])
    await paid(bankEntry({ amount: '400.00', direction: 'DBIT', date: todayInSwitzerland() }))
    const evidence_sha256 = there((await list('camt-053/entries'))[0]).canonical_entry_hash
    expect((await settle(payable.id, 40_000, { evidence_sha256 })).status).to.equal(201)
    expect([await openOf('supplier-payables', payable.id), await stateOf()]).to.deep.equal([0, ['paid']])
  })

  it('has a warning where a voucher pays it in cash, and none where the bank of the order does', async () => {
    const warned = async (account: string) => {
      const { payable, end_to_end_id } = await ordered(10_000)
      const open_item = { supplier_payable_id: payable.id, purpose: 'payment' }
      const lines = [debit('2000', 10_000, { open_item }), credit(account, 10_000)]
      const { body } = await post(VOUCHERS, voucher(customer(), { payload: { lines } }), { wait: 10 })
      expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
      return (body.warnings ?? []).map(({ code, message }) => [code, message.includes(end_to_end_id)])
    }
    expect(await warned('1000')).to.deep.equal([['item_ordered', true]])
    expect(await warned('1020')).to.deep.equal([])
  })

  it('keeps its IBAN: a later document with another one changes no order, and has to be accepted by name', async () => {
    const { id } = await ordered(10_000)
    const changed = await owedToHolz(5_000, { supplier: holz({ iban: OTHER_IBAN }) })
    const { status, text } = await order({ payables: [changed.id] })
    expect([status, ...detailsOf(text)]).to.deep.equal([422, '/payables/0 iban_changed'])
    const { body } = await order({ payables: [changed.id], accepted_ibans: [OTHER_IBAN] })
    expect(there(body.payments[0]).creditor.iban).to.equal(OTHER_IBAN)
    expect((await list('payment-orders')).map((one) => [one.id, one.state])).to.deep.equal([
      [id, 'open'],
      [body.id, 'open'],
    ])
  })
})
