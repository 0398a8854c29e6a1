import { expect } from 'chai'
import { get } from '../../support/client.ts'
import { taxLine } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { movedBy, taxOf } from '../settlement/terms/balances.ts'
import { booksOfReceived } from '../vat/received/books-of-received.ts'
import { e2e, returnsOf } from './books-with-returns.ts'

const named = e2e('LSV-1')
const credit = { amount: '1081.00', direction: 'CRDT', named } as const
const taken = { amount: '1081.00', date: '2026-04-09', named, reason: 'MD06' } as const
const sold = { tax_lines: [taxLine('V81', 100_000, 8_100)] }

/** Each case to the Rappen, computed by hand. */
describe('payments of customers that the bank takes back', () => {
  const books = booksToSettle()
  const { invoiced, list, openOf, allocate } = books
  const { moved, proposed, acceptOnly, takeBack, bookingState, differences, entryOf } = returnsOf(books)

  async function allocated() {
    const document = await invoiced(108_100, sold)
    const entry = await moved(credit)
    const payment = there((await list('payments')).at(-1))
    const { body } = await allocate(payment.id, [[document.id, 108_100]])
    expect(body.state).to.equal('posted')
    return { document, payment, entry, allocation: body }
  }
  const paymentNow = async (id: string) => (await get(`/v1/payments/${id}`)).body

  for (const reversal of [true, false])
    it(`in full, marked ${reversal ? 'as a reversal' : 'by a reason'}: the allocation is reversed`, async () => {
      const { document, payment, entry, allocation } = await allocated()
      const back = await moved({ ...taken, ...(reversal && { reversal, reason: '' }) })
      const [candidate] = await proposed()
      expect(candidate).to.deep.include({
        target_allocation_id: allocation.id,
        payment_id: payment.id,
        reasons: ['end_to_end_id', ...(reversal ? ['taken_back'] : []), 'amount'],
        score: 100,
      })
      const returned = await acceptOnly()
      const { body } = await get(`/v1/allocations/${allocation.id}`)
      expect(body.state).to.equal('reversed')
      expect(await movedBy(body.reversal_journal_entry_id)).to.deep.equal({ 1100: 108_100, 1020: -108_100 })
      expect(await openOf('documents', document.id)).to.equal(108_100)
      expect([await bookingState(entry.id), await bookingState(back.id)]).to.deep.equal(['booked', 'booked'])
      expect(await paymentNow(payment.id)).to.deep.include({ state: 'returned', returned_by_entry_id: back.id })
      expect(await differences('2026-04-09')).to.deep.equal([])
      // Parted from it again, the payment is what the import says of it.
      await takeBack(returned.id)
      expect((await paymentNow(payment.id)).state).to.equal(reversal ? 'returned' : 'open')
      expect(await proposed()).to.deep.equal([])
      // It was taken back on that day, so it pays anew from then on.
      const anew = await allocate(payment.id, [[document.id, 108_100]], { posting_date: '2026-04-09' })
      expect(anew.status).to.equal(reversal ? 422 : 201)
      expect(await openOf('documents', document.id)).to.equal(reversal ? 108_100 : 0)
    })

  it('with the fee of the bank on top', async () => {
    const { document } = await allocated()
    await moved({ ...taken, amount: '1084.00', charges: '3.00' })
    const returned = await acceptOnly()
    expect([returned.amount, returned.returned_amount, returned.charges].map((one) => one.amount_minor)).to.deep.equal([
      108_400, 108_100, 300,
    ])
    expect(await movedBy(await entryOf(returned.source_fact_id))).to.deep.equal({
      1100: 108_100,
      6940: 300,
      1020: -108_400,
    })
    expect(await openOf('documents', document.id)).to.equal(108_100)
    expect(await differences('2026-04-09')).to.deep.equal([])
  })

  it('in part', async () => {
    const { document } = await allocated()
    await moved({ ...taken, amount: '540.50' })
    const { source_fact_id } = await acceptOnly()
    expect(await movedBy(await entryOf(source_fact_id))).to.deep.equal({ 1100: 54_050, 1020: -54_050 })
    expect(await openOf('documents', document.id)).to.equal(54_050)
  })

  for (const [what, amount, charges] of [
    ['a part', '100.00', ''],
    ['all, with the fee of the bank on top,', '1084.00', '3.00'],
  ])
    it(`${what} of a payment for several documents is not proposed: it needs a voucher of the reviewer`, async () => {
      const [one, other] = [await invoiced(54_050), await invoiced(54_050)]
      await moved(credit)
      const payment = there((await list('payments')).at(-1))
      await allocate(payment.id, [
        [one.id, 54_050],
        [other.id, 54_050],
      ])
      await moved({ ...taken, amount: amount ?? '', ...(charges && { charges }) })
      expect(await proposed()).to.deep.equal([])
    })
})

describe('payments that come back, under received consideration', () => {
  const books = booksOfReceived()
  const { invoiced, list, allocate, recordsOf } = books
  const { moved, acceptOnly, entryOf } = returnsOf(books)

  async function allocated() {
    const document = await invoiced(108_100, sold, { business_date: '2026-03-20' })
    await moved(credit)
    const payment = there((await list('payments')).at(-1))
    const { body } = await allocate(payment.id, [[document.id, 108_100]])
    expect(await taxOf(body.journal_entry_id)).to.deep.equal(['V81 303 100000 8100 declared'])
    return body.id
  }

  it('in full: what was declared is taken back', async () => {
    const allocation = await allocated()
    await moved(taken)
    await acceptOnly()
    const { body } = await get(`/v1/allocations/${allocation}`)
    expect(await taxOf(body.reversal_journal_entry_id)).to.deep.equal(['V81 303 -100000 -8100 declared'])
  })

  it('in part and less a fee: its part of what was declared is taken back', async () => {
    await allocated()
    await moved({ ...taken, amount: '543.50', charges: '3.00' })
    const { source_fact_id } = await acceptOnly()
    const entry = await entryOf(source_fact_id)
    expect(await movedBy(entry)).to.deep.equal({ 1100: 54_050, 6940: 300, 1020: -54_350 })
    expect(await taxOf(entry)).to.deep.equal(['V81 303 -50000 -4050 declared'])
    expect((await recordsOf()).length).to.be.greaterThan(2)
  })
})
