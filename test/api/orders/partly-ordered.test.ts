import { expect } from 'chai'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { bankEntry } from '../../camt053/messages.ts'
import { get, post } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToOrder, detailsOf, OTHER_IBAN } from './books-to-order.ts'

/** Of which the file of an order pays a part. */
describe('a payable that is partly ordered', () => {
  const { customer, owedToHolz, order, withdraw, paid, stated, list, settle, openOf } = booksToOrder()

  it('leaves the rest free for a debit of another bank: 681.00 of 1,081.00, and not the 400.00 that are ordered', async () => {
    const payable = await owedToHolz(108_100)
    const instructions = [{ supplier_payable_id: payable.id, amount: chf(40_000) }]
    const { body } = await order({ payables: [payable.id], instructions, execution_date: todayInSwitzerland() })
    await stated(OTHER_IBAN, bankEntry({ amount: '1081.00', direction: 'DBIT' }))
    const evidence = { evidence_sha256: there((await list('camt-053/entries'))[0]).canonical_entry_hash }
    for (const amount of [40_000, 68_101]) {
      const { status, text } = await settle(payable.id, amount, evidence)
      expect([status, ...detailsOf(text)], text).to.deep.equal([409, '/evidence_sha256 already_ordered'])
      expect(text).to.include('up to').and.to.include('681.00')
    }
    const { status, text } = await settle(payable.id, 68_100, evidence)
    expect(status, text).to.equal(201)
    const { payments } = (await get(`/v1/payment-orders/${body.id}`)).body
    expect([await openOf('supplier-payables', payable.id), payments.map(({ state }) => state)]).to.deep.equal([
      40_000,
      ['ordered'],
    ])
  })

  it('leaves the rest free for a debit that names the payment of an earlier part: 400.00 twice of 1,081.00', async () => {
    const payable = await owedToHolz(108_100)
    const part = () => {
      const instructions = [{ supplier_payable_id: payable.id, amount: chf(40_000) }]
      return order({ payables: [payable.id], instructions, execution_date: todayInSwitzerland() })
    }
    const first = await part()
    await withdraw(first.body.id)
    const second = await part()
    const id = there(first.body.payments[0]).end_to_end_id
    const details = `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls>`
    await paid(bankEntry({ amount: '400.00', direction: 'DBIT', date: todayInSwitzerland(), details }))
    const evidence_sha256 = there((await list('camt-053/entries'))[0]).canonical_entry_hash
    const { status, text } = await settle(payable.id, 40_000, { evidence_sha256 })
    expect(status, text).to.equal(201)
    const statesOf = async (order_id: string) =>
      (await get(`/v1/payment-orders/${order_id}`)).body.payments.map(({ state }) => state)
    expect([...(await statesOf(first.body.id)), ...(await statesOf(second.body.id))]).to.deep.equal(['paid', 'ordered'])
  })

  it('is paid by money of just what is ordered, whatever is taken off beside it: 400.00 and 10.00, and not in cash', async () => {
    const payable = await owedToHolz(108_100)
    const instructions = [{ supplier_payable_id: payable.id, amount: chf(40_000) }]
    const { body } = await order({ payables: [payable.id], instructions, execution_date: todayInSwitzerland() })
    const deductions = [{ type: 'discount', amount: chf(1_000) }]
    const cash = await settle(payable.id, 40_000, { account_code: '1000', deductions })
    expect([cash.status, ...detailsOf(cash.text)], cash.text).to.deep.equal([409, '/account_code already_ordered'])
    await paid(bankEntry({ amount: '400.00', direction: 'DBIT', date: todayInSwitzerland() }))
    const evidence_sha256 = there((await list('camt-053/entries'))[0]).canonical_entry_hash
    const { status, text } = await settle(payable.id, 40_000, { evidence_sha256, deductions })
    expect(status, text).to.equal(201)
    const { payments } = (await get(`/v1/payment-orders/${body.id}`)).body
    expect([await openOf('supplier-payables', payable.id), payments.map(({ state }) => state)]).to.deep.equal([
      67_100,
      ['paid'],
    ])
  })

  it('has no warning where a voucher pays the rest that is free: 681.00 of 1,081.00, and one for a Rappen more', async () => {
    const payable = await owedToHolz(108_100)
    const instructions = [{ supplier_payable_id: payable.id, amount: chf(40_000) }]
    await order({ payables: [payable.id], instructions })
    const open_item = { supplier_payable_id: payable.id, purpose: 'payment' }
    const warned = async (amount: number) => {
      const lines = [debit('2000', amount, { open_item }), credit('1000', amount)]
      const { body } = await post(VOUCHERS, voucher(customer(), { payload: { lines } }), { wait: 10 })
      expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
      return (body.warnings ?? []).map(({ code }) => code)
    }
    expect(await warned(68_100)).to.deep.equal([])
    expect(await warned(1)).to.deep.equal(['item_ordered'])
  })
})
