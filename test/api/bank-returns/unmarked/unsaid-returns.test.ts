import { expect } from 'chai'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { quietly } from '../../../support/books.ts'
import { get } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { type Told, told } from '../../bank-rules/explained/lines-of-bank.ts'
import { booksToOrder, HOLZ_IBAN } from '../../orders/books-to-order.ts'
import { returnsOf } from '../books-with-returns.ts'

const today = todayInSwitzerland()
const OTHER = 'CH0204835000626882001'

/** A bank, or the creditor itself, gives money back and does not say so. */
describe('payments that come back without a word', () => {
  const books = booksToOrder()
  const { customer, owedToHolz, owed, order, paid, settle, list, openOf } = books
  const { accept, acceptOnly, proposed, takeBack, bookingState } = returnsOf(books)
  const moved = async (direction: 'DBIT' | 'CRDT', amount: string, one: Told, date = today) => {
    await paid(bankEntry({ amount, direction, date, details: told(direction, one) }))
    await quietly(customer())
    return there((await list('camt-053/entries')).at(-1))
  }
  const settled = async (payable: string, amount: number, debit: Awaited<ReturnType<typeof moved>>, day = today) => {
    const request = { settlement_date: day, evidence_sha256: debit.canonical_entry_hash }
    const { body, text } = await settle(payable, amount, request)
    expect(body.state, text).to.equal('posted')
    await quietly(customer())
  }
  const ordered = async (payable: string) => {
    const { body, text } = await order({ payables: [payable], execution_date: today })
    expect(body.payments, text).to.have.length(1)
    return { id: body.id, end_to_end_id: there(body.payments[0]).end_to_end_id }
  }
  /** A bill of 1,081.00 that was ordered and is paid. */
  const paidBill = async () => {
    const payable = await owedToHolz(108_100, { document_number: 'RE-2026-77' })
    const { id, end_to_end_id } = await ordered(payable.id)
    await settled(payable.id, 108_100, await moved('DBIT', '1081.00', { id: end_to_end_id }))
    return { payable: payable.id, order: id, end_to_end_id }
  }
  /** Two bills of 1,081.00 and 540.50, which one debit has paid, and one credit brings back. */
  const twoBillsBack = async () => {
    const { id: first } = await owedToHolz(108_100)
    const { id: second } = await owedToHolz(54_050)
    const debit = await moved('DBIT', '1621.50', { name: 'Holz GmbH', iban: HOLZ_IBAN })
    await settled(first, 108_100, debit)
    await settled(second, 54_050, debit)
    const back = await moved('CRDT', '1621.50', { name: 'Holz GmbH', iban: HOLZ_IBAN })
    return { bills: [first, second], debit, back }
  }
  const stateOf = async (id: string) => there((await get(`/v1/payment-orders/${id}`)).body.payments[0]).state
  const inWords = async () => (await proposed()).map(({ score, reasons }) => `${score} ${reasons.join()}`)

  const ROWS: readonly (readonly [name: string, line: Told, found: readonly string[]])[] = [
    ['the name and the account', { name: 'Holz GmbH', iban: HOLZ_IBAN }, ['64 amount,name,iban']],
    ['the account alone', { iban: HOLZ_IBAN }, ['62 amount,iban']],
    ['the name alone', { name: 'Holz GmbH', text: 'Rückzahlung' }, ['60 amount,name']],
    ['the number of the bill', { text: 'Rücksendung RE-2026-77' }, ['80 number_in_text,amount']],
    ['all of it', { name: 'Holz', iban: HOLZ_IBAN, text: 'RE-2026-77' }, ['87 number_in_text,amount,name,iban']],
    ['a return that names nothing', { name: 'Holz GmbH', returned: 'AC04' }, ['60 amount,name']],
    ['somebody else', { name: 'Papier AG', iban: OTHER }, []],
    ['nobody', { text: 'Gutschrift' }, []],
  ]
  for (const [name, line, found] of ROWS)
    it(`1,081.00 come back from ${name}: ${found.join() || 'nothing is proposed'}`, async () => {
      await paidBill()
      await moved('CRDT', '1081.00', line)
      expect(await inWords()).to.deep.equal(found)
    })

  it('1,081.00 come back with the id of the payment: that is sure', async () => {
    const { end_to_end_id: id } = await paidBill()
    await moved('CRDT', '1081.00', { name: 'Bank', id })
    expect(await inWords()).to.deep.equal(['100 end_to_end_id,amount'])
    await acceptOnly()
  })

  it('another amount is no return of it, nor what is older than 90 days, but by the number of its document', async () => {
    await paidBill()
    await moved('CRDT', '1080.00', { name: 'Holz GmbH', iban: HOLZ_IBAN })
    const old = await owed(50_000, { supplier: { name: 'Papier AG' } })
    const day = addDays(today, -91)
    await settled(old.id, 50_000, await moved('DBIT', '500.00', { name: 'Papier AG' }, day), day)
    await moved('CRDT', '500.00', { name: 'Papier AG' })
    expect(await inWords()).to.deep.equal([])
  })

  it('accepted, it opens the bill and frees its payment; taken back, it is proposed again', async () => {
    const { payable, order: id } = await paidBill()
    const back = await moved('CRDT', '1081.00', { name: 'Holz GmbH', iban: HOLZ_IBAN })
    const returned = await acceptOnly()
    expect([await openOf('supplier-payables', payable), await stateOf(id), await bookingState(back.id)]).to.deep.equal([
      108_100,
      'withdrawn',
      'booked',
    ])
    const payment = there((await list('payments', `&entry_id=${back.id}`))[0])
    expect([payment.state, await proposed()]).to.deep.equal(['booked', []])
    expect((await takeBack(returned.id)).status).to.equal(202)
    expect(await bookingState(back.id)).to.equal('unbooked')
  })

  it('all that one debit has paid of two bills comes back in one credit: one request books both, or nothing', async () => {
    const { bills, debit, back } = await twoBillsBack()
    const found = await proposed()
    expect(found.map(({ score, reasons }) => `${score} ${reasons.join()}`)).to.deep.equal(
      Array(2).fill('57 sum,name,iban'),
    )
    const settlements = found.map(({ target_settlement_id }) => target_settlement_id)
    expect(found.map(({ together_with }) => together_with)).to.deep.equal([[settlements[1]], [settlements[0]]])
    const candidate_id = there(found[0]).id
    const charges = { amount_minor: 100, currency: 'CHF' }
    const refused = await accept(candidate_id, { charges })
    expect([refused.status, refused.text.includes('/charges')]).to.deep.equal([422, true])
    const { status, body, text } = await accept(candidate_id)
    expect([status, body.state], text).to.deep.equal([202, 'booked'])
    expect(body.together_with).to.have.length(1)
    await quietly(customer())
    const open = async () => Promise.all(bills.map((id) => openOf('supplier-payables', id)))
    expect([await open(), await bookingState(back.id), await proposed()]).to.deep.equal([
      [108_100, 54_050],
      'booked',
      [],
    ])
    for (const id of [body.id, ...body.together_with]) expect((await takeBack(id)).status).to.equal(202)
    await quietly(customer())
    expect([await bookingState(back.id), await bookingState(debit.id)]).to.deep.equal(['unbooked', 'unbooked'])
  })

  it('of two that came back in one credit, one is taken back: paid anew by that debit it is a return again', async () => {
    const { debit, back } = await twoBillsBack()
    const candidate = there((await proposed()).find(({ proposed_amount }) => proposed_amount.amount_minor === 54_050))
    const { body, text } = await accept(candidate.id)
    expect(body.state, text).to.equal('booked')
    expect((await takeBack(body.id)).status).to.equal(202)
    await quietly(customer())
    expect([await bookingState(back.id), await proposed()]).to.deep.equal(['partly_booked', []])
    const anew = await owedToHolz(54_050)
    await settled(anew.id, 54_050, debit)
    expect(await inWords()).to.deep.equal(['64 amount,name,iban'])
    await acceptOnly()
    expect([await openOf('supplier-payables', anew.id), await bookingState(back.id)]).to.deep.equal([54_050, 'booked'])
    expect(await proposed()).to.deep.equal([])
  })

  it('two debits of one sum: nobody knows which of them comes back', async () => {
    for (const [one, other] of [
      [100_000, 62_150],
      [80_000, 82_150],
    ] as const) {
      const debit = await moved('DBIT', '1621.50', { name: 'Holz GmbH', iban: HOLZ_IBAN, text: `Auftrag ${one}` })
      for (const amount of [one, other]) await settled((await owedToHolz(amount)).id, amount, debit)
    }
    await moved('CRDT', '1621.50', { name: 'Holz GmbH', iban: HOLZ_IBAN })
    expect(await proposed()).to.deep.equal([])
  })

  it('a credit that something has used is none, whatever was proposed for it', async () => {
    await paidBill()
    const back = await moved('CRDT', '1081.00', { name: 'Holz GmbH', iban: HOLZ_IBAN })
    const candidate = there((await proposed())[0])
    const note = await owedToHolz(-108_100)
    await settled(note.id, -108_100, back)
    const { status, text } = await accept(candidate.id)
    expect([status, text.includes('stale_version')]).to.deep.equal([409, true])
    expect(await proposed()).to.deep.equal([])
  })
})
