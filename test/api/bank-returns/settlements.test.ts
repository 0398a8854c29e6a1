import { expect } from 'chai'
import { get, itemsOf } from '../../support/client.ts'
import { taxLine } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { movedBy, taxOf } from '../settlement/terms/balances.ts'
import { charges, e2e, returnsOf } from './books-with-returns.ts'

/** Each case to the Rappen, computed by hand. */
describe('payments to suppliers that come back', () => {
  const books = booksToSettle()
  const { customer, owed, list, openOf, settle } = books
  const { moved, paidOut, proposed, accept, acceptOnly, takeBack, bookingState, differences, entryOf } =
    returnsOf(books)
  const supplies = () => owed(10_810, { tax_lines: [taxLine('I81', 10_000, 810)] })
  const settlementOf = async (payable: string) =>
    there((await get(`/v1/supplier-payables/${payable}/settlements?end_customer_id=${customer()}`)).body.data[0])
  const named = e2e('E2E-1')
  const back = { direction: 'CRDT', date: '2026-04-09', named, reason: 'AC04' } as const

  it('in full: the settlement is reversed on that day, and both bank entries stay booked', async () => {
    const payable = await supplies()
    const { id, entry_id } = await paidOut(payable.id, 10_810, { amount: '108.10', named })
    const returning = await moved({ amount: '108.10', ...back })
    // Never a customer's payment by itself.
    expect(await list('payments')).to.deep.equal([])
    const [candidate] = await proposed()
    expect(candidate).to.deep.include({
      entry_id: returning.id,
      payment_id: null,
      target_type: 'return',
      target_settlement_id: id,
      target_allocation_id: null,
      score: 100,
      reasons: ['end_to_end_id', 'amount'],
    })
    const returned = await acceptOnly()
    expect([returned.booked_by, returned.settlement_id, returned.supplier_payable_id]).to.deep.equal([
      'reversal',
      id,
      payable.id,
    ])
    const settlement = await settlementOf(payable.id)
    expect(await movedBy(settlement.reversal_journal_entry_id)).to.deep.equal({ 1020: 10_810, 2000: -10_810 })
    expect(
      (await get(`/v1/journal-entries/${there(settlement.reversal_journal_entry_id)}`)).body.posting_date,
    ).to.equal('2026-04-09')
    expect(await openOf('supplier-payables', payable.id)).to.equal(10_810)
    expect([await bookingState(entry_id), await bookingState(returning.id)]).to.deep.equal(['booked', 'booked'])
    for (const day of ['2026-04-02', '2026-04-08', '2026-04-09']) expect(await differences(day)).to.deep.equal([])
    expect(await proposed()).to.deep.equal([])
  })

  it('in full with a discount: it and its tax come back too', async () => {
    const payable = await supplies()
    const deductions = [{ type: 'discount', amount: { amount_minor: 216, currency: 'CHF' } }]
    await paidOut(payable.id, 10_594, { amount: '105.94', named }, { deductions })
    await moved({ amount: '105.94', ...back })
    await acceptOnly()
    const { reversal_journal_entry_id } = await settlementOf(payable.id)
    expect(await movedBy(reversal_journal_entry_id)).to.deep.equal({ 1020: 10_594, 6500: 200, 1171: 16, 2000: -10_810 })
    expect(await taxOf(reversal_journal_entry_id)).to.deep.equal(['I81 405 200 16'])
    expect(await openOf('supplier-payables', payable.id)).to.equal(10_810)
  })

  it('less charges, which the bank says or the reviewer', async () => {
    for (const says of ['bank', 'reviewer'] as const) {
      const payable = await supplies()
      const name = e2e(`E2E-${says}`)
      const [gone, came] = says === 'bank' ? ['2026-04-02', '2026-04-03'] : ['2026-04-04', '2026-04-09']
      await paidOut(payable.id, 10_810, { amount: '108.10', named: name, date: gone })
      await moved({ ...back, amount: '106.10', named: name, date: came, ...(says === 'bank' && { charges: '2.00' }) })
      const candidates = await proposed()
      expect(candidates.map(({ charges, reasons }) => [charges.amount_minor, reasons])).to.deep.equal([
        [says === 'bank' ? 200 : 0, ['end_to_end_id']],
      ])
      const returned = await acceptOnly(says === 'reviewer' ? charges(200) : {})
      expect(
        [returned.amount, returned.returned_amount, returned.charges].map((one) => one.amount_minor),
      ).to.deep.equal([10_610, 10_810, 200])
      expect(await movedBy(await entryOf(returned.source_fact_id))).to.deep.equal({
        1020: 10_610,
        6940: 200,
        2000: -10_810,
      })
      expect(await openOf('supplier-payables', payable.id)).to.equal(10_810)
    }
    for (const day of ['2026-04-03', '2026-04-09']) expect(await differences(day)).to.deep.equal([])
  })

  it('in parts, until all of it has come back', async () => {
    const payable = await supplies()
    await paidOut(payable.id, 10_810, { amount: '108.10', named })
    await moved({ amount: '50.00', ...back })
    const first = await acceptOnly()
    expect(await movedBy(await entryOf(first.source_fact_id))).to.deep.equal({ 1020: 5_000, 2000: -5_000 })
    expect(await openOf('supplier-payables', payable.id)).to.equal(5_000)
    await moved({ ...back, amount: '58.10', date: '2026-04-12' })
    const second = await acceptOnly()
    expect(await movedBy(await entryOf(second.source_fact_id))).to.deep.equal({ 1020: 5_810, 2000: -5_810 })
    expect(await openOf('supplier-payables', payable.id)).to.equal(10_810)
    await moved({ ...back, amount: '10.00', date: '2026-04-13' })
    expect(await proposed()).to.deep.equal([])
    expect(await differences('2026-04-13')).to.deep.equal([['entry_unbooked', 1_000]])
  })

  it('with the fee that was paid on top, or without it', async () => {
    for (const whole of [true, false]) {
      const payable = await supplies()
      const name = e2e(`E2E-${whole}`)
      const deductions = [{ type: 'bank_charges', amount: { amount_minor: 300, currency: 'CHF' } }]
      await paidOut(payable.id, 10_810, { amount: '111.10', named: name }, { deductions })
      await moved({ ...back, amount: whole ? '111.10' : '108.10', named: name })
      const { source_fact_id, booked_by } = await acceptOnly()
      expect(booked_by).to.equal(whole ? 'reversal' : 'voucher')
      const entry = whole ? (await settlementOf(payable.id)).reversal_journal_entry_id : await entryOf(source_fact_id)
      expect(await movedBy(entry)).to.deep.equal(
        whole ? { 1020: 11_110, 6940: -300, 2000: -10_810 } : { 1020: 10_810, 2000: -10_810 },
      )
      expect(await openOf('supplier-payables', payable.id)).to.equal(10_810)
    }
  })

  it('is accepted once, taken back, and accepted anew', async () => {
    const payable = await supplies()
    const { entry_id } = await paidOut(payable.id, 10_810, { amount: '108.10', named })
    const returning = await moved({ amount: '108.10', ...back })
    const { id: candidate } = there((await proposed())[0])
    const answers = await Promise.all([accept(candidate), accept(candidate), accept(candidate)])
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([202, 409, 409])
    const { id } = there(answers.find(({ status }) => status === 202)).body
    const undone = await takeBack(id)
    expect([undone.status, undone.body.state]).to.deep.equal([202, 'reversed'])
    expect([await bookingState(entry_id), await bookingState(returning.id)]).to.deep.equal(['unbooked', 'unbooked'])
    expect((await takeBack(id)).body.error.details[0]?.code).to.equal('already_reversed')
    const { canonical_entry_hash } = (await get(`/v1/camt-053/entries/${entry_id}`)).body
    const again = await settle(payable.id, 10_810, {
      settlement_date: '2026-04-09',
      evidence_sha256: canonical_entry_hash,
    })
    expect(again.body.state).to.equal('posted')
    expect(await openOf('supplier-payables', payable.id)).to.equal(0)
    expect(await differences('2026-04-09')).to.deep.equal([['entry_unbooked', 10_810]])
    await moved({ amount: '1.00', text: 'x' } as never)
    await acceptOnly()
    expect(await openOf('supplier-payables', payable.id)).to.equal(10_810)
    expect((await itemsOf('bank-returns', customer())).map(({ state }) => state)).to.deep.equal(['reversed', 'booked'])
  })

  it('a part that is taken back leaves the payable paid, and is proposed again', async () => {
    const payable = await supplies()
    await paidOut(payable.id, 10_810, { amount: '108.10', named })
    await moved({ amount: '50.00', ...back })
    const { id } = await acceptOnly()
    expect((await takeBack(id)).body.state).to.equal('reversed')
    expect(await openOf('supplier-payables', payable.id)).to.equal(0)
    await acceptOnly()
    expect(await openOf('supplier-payables', payable.id)).to.equal(5_000)
  })
})
