import { expect } from 'chai'
import { uuidOf } from '../../../shared/process/ids.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { quietly } from '../../support/books.ts'
import { itemsOf, post, put } from '../../support/client.ts'
import { whileWaiting } from '../../support/processes/while-waiting.ts'
import { there } from '../../support/there.ts'
import { booksWithRules } from './books-with-rules.ts'
import { changeRule, createRule, RULES, switchRule } from './rule-requests.ts'

describe('POST /v1/bank-rules/{id}/reverse', () => {
  const { customer, imported, proposals, accept, entry, bookedLines, vouchers, list } = booksWithRules()
  const automatic = { mode: 'automatic', state: 'on' }
  const reverse = async (rule_id: string, more: object = {}) => {
    const body = { end_customer_id: customer(), reason: 'Falsches Konto', ...more }
    const answer = await post(`${RULES}/${rule_id}/reverse`, body, { wait: 10 })
    await quietly(customer())
    return answer
  }
  const outcomes = async (...asked: Parameters<typeof reverse>) =>
    (await reverse(...asked)).body.data.map(({ outcome, details }) => [outcome, ...details.map(({ code }) => code)])
  const bookings = (rule_id: string, more = '') =>
    itemsOf(`bank-rules/${rule_id}/bookings` as 'bank-rules/:rule_id/bookings', customer(), more)
  const states = async (entries: readonly { id: string }[]) =>
    Promise.all(entries.map(async ({ id }) => (await entry(id)).booking_state))

  it('takes back what the rule has booked, line by line; the right rule books it then', async () => {
    const { body: rule } = await createRule(customer(), automatic)
    const entries = await imported({ amount: '1.00' }, { amount: '2.00' }, { amount: '3.00' })
    expect(await states(entries)).to.deep.equal(['booked', 'booked', 'booked'])
    expect(
      (await bookings(rule.id)).map(({ entry_id, version, state, is_automatic }) => [
        entry_id,
        version,
        state,
        is_automatic,
      ]),
    ).to.deep.equal(entries.map(({ id }) => [id, 1, 'posted', true]))
    await switchRule(customer(), rule.id, 'off')
    expect(await outcomes(rule.id)).to.deep.equal([['requested'], ['requested'], ['requested']])
    expect(await states(entries)).to.deep.equal(['unbooked', 'unbooked', 'unbooked'])
    expect(await outcomes(rule.id)).to.deep.equal([['done_before'], ['done_before'], ['done_before']])
    const action = { text: 'x', lines: [{ account_code: '6503' }] }
    await createRule(customer(), { ...automatic, action })
    await quietly(customer())
    const [candidate] = await proposals()
    expect((await accept(there(candidate).id)).body.state).to.equal('posted')
    expect((await bookedLines(there(entries[0]).id))[1]).to.deep.equal(['6503', 100, 0])
  })

  it('409 while the rule is on', async () => {
    const { body: rule } = await createRule(customer(), automatic)
    const { status, body } = await reverse(rule.id)
    expect([status, body.error.details[0]?.code]).to.deep.equal([409, 'in_use'])
  })

  it('what was booked by one version only', async () => {
    const { body: rule } = await createRule(customer(), automatic)
    const first = await imported({ amount: '1.00' })
    await changeRule(customer(), rule.id, 1, { mode: 'automatic' })
    const second = await imported({ amount: '2.00' })
    await switchRule(customer(), rule.id, 'off')
    expect(await outcomes(rule.id, { version: 2 })).to.deep.equal([['requested']])
    expect(await states([...first, ...second])).to.deep.equal(['booked', 'unbooked'])
    expect((await bookings(rule.id, '&version=1')).map(({ state }) => state)).to.deep.equal(['posted'])
  })

  it('in pieces: sent again it goes on', async () => {
    const { body: rule } = await createRule(customer(), automatic)
    const entries = await imported(...Array.from({ length: 5 }, (_, index) => ({ amount: `${index + 1}.00` })))
    await switchRule(customer(), rule.id, 'off')
    const sizes: number[] = []
    for (let starting_after: string | undefined; ; ) {
      const { body } = await reverse(rule.id, { limit: 2, ...(starting_after && { starting_after }) })
      sizes.push(body.data.length)
      if (!body.has_more) break
      starting_after = there(body.last_booking_id)
    }
    expect(sizes).to.deep.equal([2, 2, 1])
    expect(new Set(await states(entries))).to.deep.equal(new Set(['unbooked']))
    expect(await list('events', '&after=0&limit=500')).to.satisfy(
      (events: { event_type: string }[]) =>
        events.filter(({ event_type }) => event_type === 'fact.reversed').length === 5,
    )
  })

  it('says what cannot be taken back, and takes the others back', async () => {
    const action = { text: 'x', lines: [{ account_code: '6500', tax_code: 'I81' }] }
    const { body: rule } = await createRule(customer(), { ...automatic, action })
    const entries = await imported(
      { amount: '10.00', date: '2025-12-31' },
      { amount: '20.00', date: '2026-02-28' },
      { amount: '30.00', date: '2026-03-31' },
      { amount: '40.00', date: '2026-04-30' },
    )
    await put(`/v1/end-customers/${customer()}`, { name: 'Muster AG', uid: 'CHE-116.281.710' })
    for (const period of ['2025-Q4', '2026-Q1']) {
      const filed = await post(`/v1/vat-returns/${period}/file`, { end_customer_id: customer() }, { wait: 10 })
      expect(filed.status, filed.text).to.equal(201)
    }
    await post('/v1/fiscal-years/FY2025/close', { end_customer_id: customer(), reason: 'x' })
    await put('/v1/period-locks', { end_customer_id: customer(), locked_through: '2026-02-28', reason: 'x' })
    const last = (await vouchers()).find(({ business_date }) => business_date === '2026-04-30')
    await post(`/v1/source-facts/${there(last).id}/reverse`, { end_customer_id: customer(), reason: 'x' }, { wait: 10 })
    await switchRule(customer(), rule.id, 'off')
    const filed = ['cannot', 'vat_period_missing']
    const both = [...filed, 'posting_date_not_open']
    const unsaid = (await reverse(rule.id)).body.data
    expect(unsaid.map(({ outcome, details }) => [outcome, ...details.map(({ code }) => code)])).to.deep.equal([
      both,
      both,
      filed,
      ['done_before'],
    ])
    // No posting_date was sent, so nothing tells to leave it out: the first day that is open after the two is named.
    const said = unsaid.flatMap(({ details }) => details.map(({ message }) => message)).join(' ')
    expect(said.match(/Send posting_date: [0-9-]+/g)).to.deep.equal(Array(2).fill('Send posting_date: 2026-03-01'))
    expect(said).to.include('send cause (consideration_changed or error), or vat_period').and.not.match(/leave/i)
    const closed = ['cannot', 'posting_date_not_open']
    const cause = 'error'
    expect(await outcomes(rule.id, { cause })).to.deep.equal([closed, closed, ['requested'], ['done_before']])
    const later = await outcomes(rule.id, { cause, posting_date: '2026-05-31' })
    expect(later).to.deep.equal([['requested'], ['requested'], ['done_before'], ['done_before']])
    expect(new Set(await states(entries))).to.deep.equal(new Set(['unbooked']))
  })

  it('a voucher that is blocked is withdrawn, and its bank entry is free', async () => {
    const { body: rule } = await createRule(customer(), { state: 'on' })
    const entries = await imported({ amount: '1.00' })
    await put('/v1/period-locks', { end_customer_id: customer(), locked_through: '2026-03-31', reason: 'x' })
    await accept(there((await proposals())[0]).id)
    await switchRule(customer(), rule.id, 'off')
    expect(await outcomes(rule.id)).to.deep.equal([['withdrawn']])
    await put('/v1/period-locks', { end_customer_id: customer(), locked_through: '2026-02-28', reason: 'x' })
    await quietly(customer())
    expect(await states(entries)).to.deep.equal(['unbooked'])
    await switchRule(customer(), rule.id, 'on')
    await quietly(customer())
    expect(await proposals()).to.have.length(1)
  })

  it('a voucher that is blocked, and that somebody withdraws as a fact: its bank entry is proposed again', async () => {
    await createRule(customer(), { state: 'on' })
    await imported({ amount: '1.00' })
    await put('/v1/period-locks', { end_customer_id: customer(), locked_through: '2026-03-31', reason: 'x' })
    const [candidate] = await proposals()
    const { body } = await accept(there(candidate).id)
    await quietly(customer())
    expect([body.state, (await proposals()).length]).to.deep.equal(['blocked', 0])
    const path = `/v1/source-facts/${body.id}/withdraw` as '/v1/source-facts/{source_fact_id}/withdraw'
    expect((await post(path, { end_customer_id: customer(), reason: 'x' })).status).to.equal(201)
    await quietly(customer())
    expect((await proposals()).map(({ id }) => id)).to.deep.equal([there(candidate).id])
  })

  it('takes the head of the feed behind everything that its reversals lock', async () => {
    const { body: rule } = await createRule(customer(), { state: 'on' })
    const [waits, booked] = await imported(
      { amount: '1.00', date: '2026-03-31' },
      { amount: '2.00', date: '2026-04-30' },
    )
    await put('/v1/period-locks', { end_customer_id: customer(), locked_through: '2026-03-31', reason: 'x' })
    const byEntry = new Map((await proposals()).map(({ entry_id, id }) => [entry_id, id]))
    for (const one of [waits, booked]) await accept(there(byEntry.get(there(one).id)))
    await switchRule(customer(), rule.id, 'off')
    const entry_id = uuidOf('camt053_entry', there(booked).id) ?? ''
    const { body } = await whileWaiting(
      (tx) => tx.query(sql.type(row())`select from camt053_entries where entry_id = ${entry_id} for update`),
      // It waits for what the test holds, so nothing may be quiet before.
      () => post(`${RULES}/${rule.id}/reverse`, { end_customer_id: customer(), reason: 'Falsches Konto' }),
      (tx) =>
        tx.query(sql.type(row())`select from event_heads where end_customer_id = ${customer()} for update nowait`),
    )
    expect(body.data.map(({ outcome }) => outcome)).to.deep.equal(['withdrawn', 'requested'])
  })

  it('the same key answers the same; many at once take each back once', async () => {
    const { body: rule } = await createRule(customer(), automatic)
    await imported({ amount: '1.00' }, { amount: '2.00' })
    await switchRule(customer(), rule.id, 'off')
    const answers = await Promise.all(Array.from({ length: 6 }, () => reverse(rule.id)))
    const requested = answers.flatMap(({ body }) => body.data.filter(({ outcome }) => outcome === 'requested'))
    expect(requested).to.have.length(2)
  })
})
