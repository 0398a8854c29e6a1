import { expect } from 'chai'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { creditorReference } from '../../../../shared/accounting/documents/payment-references.ts'
import { chf } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { detailsOf } from '../books-to-order.ts'
import { booksWithPending, DEBITED, date, debit, HELD, told } from './books-with-pending.ts'

const [OWN, OTHER] = [creditorReference('771'), creditorReference('772')]

/** The bank has announced a debit, and not booked it yet. */
describe('payables that a pending debit pays', () => {
  const { owed, order, ordered, withdraw, paid, notified, entryId, list } = booksWithPending()
  const owedBy = (payment_reference: string, amount = 10_000) => owed(amount, { payment_reference })

  for (const status of ['PDNG', 'FUTR'])
    it(`are held back by name and amount, and by the reference with any amount (${status}), until its id is sent`, async () => {
      const [named, referenced] = [await owed(), await owedBy(OWN, 20_000)]
      await paid(debit({ status }))
      expect(await ordered(named)).to.deep.equal(HELD)
      expect(await ordered(named, { accepted_debits: [await entryId()] })).to.deep.equal([201])
      await paid(debit({ status, amount: '150.00', details: told({ reference: OWN }) }))
      const { text } = await order({ payables: [referenced.id] })
      expect(detailsOf(text)).to.deep.equal(['/payables/0 debit_not_booked'])
      expect(text)
        .to.include('announced')
        .and.to.include(await entryId())
    })

  it('are left out of a selection, and not held back by what is for information', async () => {
    const [named, other] = [await owed(), await owed(30_000)]
    await paid(debit({ status: 'INFO', amount: '300.00' }), debit())
    const { body, text } = await order({ select: { currency: 'CHF' } })
    expect(
      body.payments.map((one) => one.supplier_payable_id),
      text,
    ).to.deep.equal([other.id])
    expect(body.left_out.map((one) => [one.supplier_payable_id, one.code])).to.deep.equal([
      [named.id, 'debit_not_booked'],
    ])
  })

  it('are held back where a notification tells it, alone or as a part of a collective one', async () => {
    const [one, other] = [await owed(), await owed(20_000)]
    await notified({}, { amount: '230.00', details: told({ amount: '200.00' }) + told({ amount: '30.00' }) })
    expect([await ordered(one), await ordered(other)]).to.deep.equal([HELD, HELD])
    const ids = (await list('camt-054/entries')).map(({ id }) => id)
    expect(await ordered(one, { accepted_debits: ids })).to.deep.equal([201])
  })

  it('have the warning of a debit that may fit: the amount of a debit that names nobody', async () => {
    const payable = await owed()
    await paid(debit({ details: '' }))
    expect(await ordered(payable)).to.deep.equal([201, 'debit_may_fit'])
  })

  it('count the booked debit in its place once that has come', async () => {
    const payable = await owed()
    await paid(debit())
    const pending = await entryId()
    await paid(debit({ status: 'BOOK' }))
    expect(await ordered(payable, { accepted_debits: [pending] })).to.deep.equal(HELD)
    expect(await ordered(payable, { accepted_debits: [await entryId(true)] })).to.deep.equal([201])
  })

  it('count the notification of the booking in the place of a pending one', async () => {
    const payable = await owed()
    await paid(debit())
    await notified({ status: 'BOOK' })
    const [notification] = await list('camt-054/entries')
    expect(await ordered(payable, { accepted_debits: [there(notification).id] })).to.deep.equal([201])
  })

  it('are held back by the second of two that are alike where one is booked', async () => {
    const payable = await owed()
    await paid(debit(), debit())
    await paid(debit({ status: 'BOOK' }))
    const accepted_debits = [await entryId(true)]
    expect(await ordered(payable, { accepted_debits })).to.deep.equal(HELD)
    await paid(debit({ status: 'BOOK', on: addDays(date, -1) }))
    expect(await ordered(payable, { accepted_debits: [...accepted_debits, await entryId(true)] })).to.deep.equal([201])
  })

  it('count it once where two bank statements list it before its booking', async () => {
    const payable = await owed()
    await paid(debit({ on: addDays(date, -1) }))
    await paid(debit())
    await paid(debit({ status: 'BOOK' }))
    expect(await ordered(payable, { accepted_debits: [await entryId(true)] })).to.deep.equal([201])
  })

  it('are held back by the one that has another reference than what is booked', async () => {
    const [first, second] = [await owedBy(OWN), await owedBy(OTHER)]
    await paid(debit({ details: told({ reference: OWN }) }), debit({ details: told({ reference: OTHER }) }))
    await paid(debit({ status: 'BOOK', details: told({ reference: OWN }) }))
    expect([await ordered(first), await ordered(second)]).to.deep.equal([HELD, HELD])
    const { text } = await order({ payables: [second.id] })
    expect(text).to.include('announced')
    const booked = await order({ payables: [first.id] })
    expect(booked.text).not.to.include('announced')
  })

  it('are free eleven days after the day that it states, and held back for ten', async () => {
    const [late, soon] = [await owed(), await owed(20_000)]
    await paid(debit({ on: addDays(date, -11) }), debit({ on: addDays(date, -10), amount: '200.00' }))
    expect([await ordered(late), await ordered(soon)]).to.deep.equal([[201], HELD])
  })

  it('are debited where it names their withdrawn payment, in a bank statement or a notification, until its id is sent', async () => {
    const [one, other] = [await owed(), await owed(20_000)]
    const idOf = async (payable: { id: string }) => {
      const { body, text } = await order({ payables: [payable.id] })
      expect(body.payments, text).to.have.length(1)
      await withdraw(body.id)
      return there(body.payments[0]).end_to_end_id
    }
    const [first, second] = [await idOf(one), await idOf(other)]
    await paid(debit({ details: told({ id: first }) }))
    await notified({ amount: '200.00', details: told({ id: second }) })
    expect([await ordered(one), await ordered(other)]).to.deep.equal([DEBITED, DEBITED])
    expect(await ordered(one, { accepted_debits: [await entryId()] })).to.deep.equal([201])
    const [notification] = await list('camt-054/entries')
    expect(await ordered(other, { accepted_debits: [there(notification).id] })).to.deep.equal([201])
  })

  it('are held back by it beside a part that is instructed', async () => {
    const payable = await owed(100_000)
    await paid(debit({ amount: '400.00' }))
    const instructions = [{ supplier_payable_id: payable.id, amount: chf(40_000) }]
    expect(await ordered(payable, { instructions })).to.deep.equal(HELD)
  })
})
