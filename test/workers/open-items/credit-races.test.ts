import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { balancesOf, bookedVoucher, bookVoucher, reverse } from '../../api/open-items/items-of-customer.ts'
import { booksToSettle } from '../../api/settlement/books-to-settle.ts'
import { bankEntry } from '../../camt053/messages.ts'
import { factOf, quietly } from '../../support/books.ts'
import { post } from '../../support/client.ts'
import { chf, credit, debit } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'

const PAYMENTS = 8
const AMOUNT = 30_000

/** Both come at once, in either order: the booking of a bank entry, and the credit that waits for it. */
describe('credit of a payment beside the booking of its bank entry', () => {
  const { customer, paid, list } = booksToSettle()

  const parked = [debit('1020', AMOUNT), credit('1099', AMOUNT)]
  const given = (payment_id: string) => {
    const item = { open_item: { payment_id, purpose: 'transfer' } }
    return bookVoucher(customer(), [debit('1099', AMOUNT), credit('2030', AMOUNT, item)])
  }
  const payments = () =>
    paid(...Array.from({ length: PAYMENTS }, (_, index) => bankEntry({ amount: '300.00', text: `Zahlung ${index}` })))
  const link = (entry_id: string, journal_entry_id: string) => {
    const line = { end_customer_id: customer(), journal_entry_id, line_number: 1 }
    return post(`/v1/camt-053/entries/${entry_id}/links`, { ...line, amount: chf(AMOUNT) })
  }

  async function expectCreditOnce(facts: readonly { id: string }[], count: number) {
    await quietly(customer())
    const states = await Promise.all(facts.map(async ({ id }) => (await factOf(id)).state))
    expect(states.filter((state) => state === 'posted').length, states.join()).to.equal(count)
    const credits = (await list('payments')).map(({ customer_credit }) => customer_credit.amount_minor)
    expect(credits.sort()).to.deep.equal([...Array(PAYMENTS - count).fill(0), ...Array(count).fill(AMOUNT)])
    expect(await balancesOf(customer(), '2030', '1099')).to.deep.equal([0 - AMOUNT * count, 0])
  }

  it('by a voucher: all of it is posted, and only once where two vouchers ask for it', async function () {
    this.timeout(180_000)
    const facts = await Promise.all(
      (await payments()).flatMap(({ id, entry_id }) => [
        given(id),
        bookVoucher(customer(), parked, { bank_entries: [{ entry_id }] }).then(() => null),
        given(id),
      ]),
    )
    await expectCreditOnce(
      facts.filter((fact) => fact !== null),
      PAYMENTS,
    )
  })

  it('by a link: all of it is posted, and only once where two vouchers ask for it', async function () {
    this.timeout(180_000)
    const found = await payments()
    const lines = []
    for (const { id, entry_id } of found) {
      const { journal_entry_id } = await bookedVoucher(customer(), parked)
      lines.push({ id, entry_id, journal_entry_id: there(journal_entry_id.id) })
    }
    const facts = await Promise.all(
      lines.flatMap(({ id, entry_id, journal_entry_id }) => [
        given(id),
        link(entry_id, journal_entry_id).then(({ status }) => {
          expect(status).to.equal(201)
          return null
        }),
        given(id),
      ]),
    )
    await expectCreditOnce(
      facts.filter((fact) => fact !== null),
      PAYMENTS,
    )
  })

  it('by a link that is taken back: the credit stands on it, or waits', async function () {
    this.timeout(180_000)
    const facts: { id: string }[] = []
    let standing = 0
    for (const [index, { id, entry_id }] of (await payments()).entries()) {
      const { journal_entry_id, id: leg } = await bookedVoucher(customer(), parked)
      const { body } = await link(entry_id, there(journal_entry_id.id))
      const path = `/v1/camt-053/entries/${entry_id}/links/${there(body.uses[0]).id}`
      const later = sleep(index * 8).then(() => reverse(customer(), path))
      const [fact, taken] = await Promise.all([given(id), later])
      await quietly(customer())
      const { state } = await factOf(fact.id)
      expect([201, 409]).to.include(taken.status)
      expect(state).to.equal(taken.status === 201 ? 'blocked' : 'posted')
      facts.push(fact)
      if (state === 'posted') standing += 1
      else expect((await reverse(customer(), `/v1/source-facts/${leg}`)).body.state).to.equal('reversed')
    }
    await expectCreditOnce(facts, standing)
  })
})
