import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { quietly } from '../../support/books.ts'
import { get, itemsOf, post } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'

describe('the rest of a bank entry that is dismissed', () => {
  const { customer, list, paid } = booksToSettle()

  const entryOf = async (amount: string, direction = 'CRDT') => {
    await paid(bankEntry({ amount, direction }))
    return there((await list('camt-053/entries')).at(-1)).id
  }
  const book = async (entry_id: string, amount: number) => {
    const lines = [debit('1020', amount), credit('6950', amount)]
    const bank_entries = [{ entry_id, amount: chf(amount) }]
    return (await post(VOUCHERS, voucher(customer(), { payload: { lines, bank_entries } }), { wait: 10 })).body
  }
  const at = async (entry_id: string, what: 'dismiss' | 'undismiss', more: object = {}) => {
    const path = `/v1/camt-053/entries/${entry_id}/${what}` as '/v1/camt-053/entries/:entry_id/dismiss'
    const { status, body } = await post(path, { end_customer_id: customer(), reason: 'Rundung', ...more })
    return body.error ? [status, body.error.details[0]?.code] : [status, body.booking_state]
  }
  const shown = async (entry_id: string) => {
    const { body } = await get(`/v1/camt-053/entries/${entry_id}`)
    const { booking_state, booked_amount, unbooked_amount, dismissal } = body
    return [booking_state, booked_amount.amount_minor, unbooked_amount.amount_minor, dismissal?.amount.amount_minor]
  }
  const inState = async (state: string) =>
    (await itemsOf('camt-053/entries', customer(), `&booking_state=${state}`)).map(({ id }) => id)

  it('is nobody’s to book, until the dismissal is taken back', async () => {
    const id = await entryOf('100.05')
    await book(id, 10_000)
    expect(await shown(id)).to.deep.equal(['partly_booked', 10_000, 5, undefined])
    expect(await at(id, 'dismiss')).to.deep.equal([201, 'dismissed'])
    expect(await shown(id)).to.deep.equal(['dismissed', 10_000, 5, 5])
    expect([await inState('partly_booked'), await inState('dismissed')]).to.deep.equal([[], [id]])
    expect((await book(id, 5)).blockers.map(({ code }) => code)).to.deep.equal(['bank_entry_exhausted'])
    expect(await at(id, 'dismiss')).to.deep.equal([409, 'bank_entry_not_bookable'])
    expect(await at(id, 'undismiss')).to.deep.equal([201, 'partly_booked'])
    await quietly(customer())
    expect(await shown(id)).to.deep.equal(['booked', 10_005, 0, undefined])
    expect(await at(id, 'dismiss')).to.deep.equal([409, 'in_use'])
    const path = `/v1/camt-053/entries/${id}/dismiss` as '/v1/camt-053/entries/:entry_id/dismiss'
    const { body } = await post(path, { end_customer_id: customer(), reason: 'x' })
    expect(body.error.message).to.match(
      /^Bank entry cent_\w+ of CHF 100.05 is wholly booked already; it is booked by fact_\w+, fact_\w+. Nothing is left to dismiss: reverse first what books it.$/,
    )
  })

  it('is larger when a use is given back, and nobody has dismissed that', async () => {
    const id = await entryOf('100.05')
    const fact = await book(id, 10_000)
    await at(id, 'dismiss')
    await post(`/v1/source-facts/${fact.id}/reverse`, { end_customer_id: customer(), reason: 'x' }, { wait: 10 })
    await quietly(customer())
    expect(await shown(id)).to.deep.equal(['unbooked', 0, 10_005, undefined])
    expect(await at(id, 'undismiss')).to.deep.equal([409, 'already_reversed'])
  })

  it('is no pair with another one', async () => {
    const id = await entryOf('100.05')
    const with_entry_id = await entryOf('100.05', 'DBIT')
    await book(id, 10_000)
    expect(await at(id, 'dismiss', { with_entry_id })).to.deep.equal([409, 'in_use'])
    expect(await at(with_entry_id, 'dismiss', { with_entry_id: id })).to.deep.equal([409, 'in_use'])
  })

  it('is dismissed or used, never both, when both happen at once', async () => {
    const lines = [debit('1020', 20_000), credit('6950', 20_000)]
    const fact = (await post(VOUCHERS, voucher(customer(), { payload: { lines } }), { wait: 10 })).body
    for (let round = 0; round < 5; round += 1) {
      const id = await entryOf(`1${round}.05`)
      await book(id, 1_000)
      const link = { journal_entry_id: fact.journal_entry_id.id, line_number: 1, amount: chf(round * 100 + 5) }
      const path = `/v1/camt-053/entries/${id}/links` as '/v1/camt-053/entries/:entry_id/links'
      const [dismissed, linked] = await Promise.all([
        at(id, 'dismiss'),
        post(path, { end_customer_id: customer(), ...link }),
      ])
      expect([dismissed[0], linked.status].filter((status) => status === 201).length).to.equal(1)
      const rest = dismissed[0] === 201 ? ['dismissed', 1_000] : ['booked', 1_000 + round * 100 + 5]
      expect((await shown(id)).slice(0, 2)).to.deep.equal(rest)
    }
  })
})
