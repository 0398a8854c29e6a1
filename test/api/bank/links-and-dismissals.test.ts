import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { quietly } from '../../support/books.ts'
import { get, itemsOf, post } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'

describe('bank entries that are linked or dismissed', () => {
  const { customer, list, invoiced, paid, received, allocate } = booksToSettle()

  const wages = async () => {
    const lines = [debit('5000', 521_850), credit('1020', 521_850)]
    return (await post(VOUCHERS, voucher(customer(), { payload: { lines } }), { wait: 10 })).body
  }
  const entryOf = async (amount: string, direction: string) => {
    await paid(bankEntry({ amount, direction }))
    return there((await list('camt-053/entries')).at(-1))
  }
  const at = (entry_id: string, what: string, body: object = { reason: 'x' }) =>
    post(`/v1/camt-053/entries/${entry_id}/${what}` as '/v1/camt-053/entries/:entry_id/dismiss', {
      end_customer_id: customer(),
      ...body,
    })
  const link = (entry_id: string, fact: { journal_entry_id: { id: string | null } }, amount: number, line_number = 2) =>
    at(entry_id, 'links', { journal_entry_id: fact.journal_entry_id.id, line_number, amount: chf(amount) })
  const outcome = async (answer: ReturnType<typeof at>) => {
    const { status, body } = await answer
    return body.error ? [status, body.error.details[0]?.code] : [status, body.booking_state]
  }
  const inState = async (state: string) =>
    (await itemsOf('camt-053/entries', customer(), `&booking_state=${state}`)).map(({ id }) => id)

  it('a line that was booked before the statement came is linked, up to both amounts, and taken back', async () => {
    const fact = await wages()
    const one = await entryOf('5000.00', 'DBIT')
    const other = await entryOf('300.00', 'DBIT')
    expect(one.booking_state).to.equal('unbooked')
    expect(await outcome(link(one.id, fact, 500_000, 1))).to.deep.equal([422, 'line_mismatch'])
    const { body: beyond } = await link(one.id, fact, 500_001)
    expect(beyond.error.details[0]?.code).to.equal('bank_entry_exhausted')
    expect(beyond.error.details[0]?.message).to.equal(
      `Of bank entry ${one.id} CHF 5000.00 of CHF 5000.00 is not booked yet, and CHF 5000.01 is asked for.`,
    )
    expect(await outcome(link(one.id, fact, 100_000))).to.deep.equal([201, 'partly_booked'])
    expect(await inState('partly_booked')).to.deep.equal([one.id])
    expect(await outcome(link(one.id, fact, 400_000))).to.deep.equal([201, 'booked'])
    expect(await outcome(link(other.id, fact, 21_851))).to.deep.equal([422, 'line_exhausted'])
    expect(await outcome(link(other.id, fact, 21_850))).to.deep.equal([201, 'partly_booked'])
    const { body } = await get(`/v1/camt-053/entries/${other.id}`)
    const [use] = body.uses
    expect([body.booked_amount.amount_minor, body.unbooked_amount.amount_minor]).to.deep.equal([21_850, 8_150])
    expect([use?.used_by, use?.line_number, use?.state]).to.deep.equal(['link', 2, 'posted'])
    expect(await outcome(at(other.id, `links/${use?.id}/reverse`))).to.deep.equal([201, 'unbooked'])
    expect(await outcome(at(other.id, `links/${use?.id}/reverse`))).to.deep.equal([409, 'already_reversed'])
    expect(await outcome(at(one.id, 'dismiss'))).to.deep.equal([409, 'in_use'])
    await post(`/v1/source-facts/${fact.id}/reverse`, { end_customer_id: customer(), reason: 'x' }, { wait: 10 })
    await quietly(customer())
    expect(await inState('unbooked')).to.deep.equal([one.id, other.id])
    expect(await outcome(link(one.id, fact, 500_000))).to.deep.equal([422, 'already_reversed'])
  })

  it('links and allocations at the same moment use no more than there is', async () => {
    const lines = [debit('1020', 10_000), credit('6950', 10_000)]
    const fact = (await post(VOUCHERS, voucher(customer(), { payload: { lines } }), { wait: 10 })).body
    const payment = await received(bankEntry({ amount: '100.00' }))
    const document = await invoiced(10_000)
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => link(payment.entry_id, fact, 10_000, 1)),
      ...[1, 2].map(() => allocate(payment.id, [[document.id, 10_000]])),
      at(payment.entry_id, 'dismiss'),
    ])
    expect(answers.filter(({ status }) => status === 201).length).to.equal(1)
    const { body } = await get(`/v1/camt-053/entries/${payment.entry_id}`)
    expect(['booked', 'dismissed']).to.include(body.booking_state)
  })

  it('a dismissed bank entry is booked by nobody, until that is taken back; two that cancel out are a pair', async () => {
    const payment = await received(bankEntry({ amount: '75.00' }))
    const back = await entryOf('75.00', 'DBIT')
    const smaller = await entryOf('74.00', 'DBIT')
    const pair = (with_entry_id: string) => at(payment.entry_id, 'dismiss', { reason: 'bounced', with_entry_id })
    expect(await outcome(pair(smaller.id))).to.deep.equal([422, 'bank_entry_amount_mismatch'])
    expect(await outcome(pair(back.id))).to.deep.equal([201, 'dismissed'])
    const { body } = await get(`/v1/camt-053/entries/${back.id}`)
    expect([body.dismissal?.reason, body.dismissal?.with_entry_id]).to.deep.equal(['bounced', payment.entry_id])
    expect((await inState('dismissed')).length).to.equal(2)
    expect(await inState('unbooked')).to.deep.equal([smaller.id])
    const document = await invoiced(7_500)
    const refused = await allocate(payment.id, [[document.id, 7_500]])
    expect(refused.body.error.details[0]?.code).to.equal('bank_entry_not_bookable')
    expect(refused.body.error.details[0]?.message).to.contain('bounced')
    expect(await outcome(at(payment.entry_id, 'dismiss'))).to.deep.equal([409, 'bank_entry_not_bookable'])
    expect(await outcome(at(back.id, 'undismiss'))).to.deep.equal([201, 'unbooked'])
    expect(await outcome(at(payment.entry_id, 'undismiss'))).to.deep.equal([409, 'already_reversed'])
    expect((await allocate(payment.id, [[document.id, 7_500]])).body.state).to.equal('posted')
  })
})
