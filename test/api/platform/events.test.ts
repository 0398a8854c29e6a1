import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { balance, bankEntry, camt053Message, transaction } from '../../camt053/messages.ts'
import { eventually, findings, quietly } from '../../support/books.ts'
import { firstOf, get, post, put, upload } from '../../support/client.ts'
import type { Item } from '../../support/reply.ts'
import { chf, EXPENSES, expense, INVOICES, invoice, newEndCustomer } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'

describe('GET /v1/events', () => {
  const feed = async (customer: string, more = '') => (await get(`/v1/events?end_customer_id=${customer}${more}`)).body
  const typesOf = (events: Item<'events'>[]) => events.map(({ event_type }) => event_type)
  const numbersOf = (events: Item<'events'>[]) => events.map(({ event_number }) => event_number)
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
  const noReceipt = { evidence_links: [] }

  it('the life of facts in order: blocked, superseded, posted, reversed', async () => {
    const customer = await newEndCustomer()
    const external_reference = 'bill 7'
    const first = await post(EXPENSES, expense(customer, { external_reference, ...noReceipt }), { wait: 10 })
    const second = await post(EXPENSES, expense(customer, { external_reference }), { wait: 10 })
    await post(
      `/v1/source-facts/${second.body.id}/reverse`,
      { end_customer_id: customer, reason: 'wrong' },
      { wait: 10 },
    )
    const { data, has_more } = await feed(customer)
    const events = data.map((event) => [event.event_type, event.subject.id, event.blocker_codes])
    expect(events).to.deep.equal([
      ['fact.blocked', first.body.id, first.body.blockers.map(({ code }) => code)],
      ['fact.superseded', first.body.id, []],
      ['fact.posted', second.body.id, []],
      ['fact.reversed', second.body.id, []],
    ])
    expect(first.body.blockers).to.have.length.above(0)
    expect([numbersOf(data), has_more]).to.deep.equal([upTo(4), false])
    expect(data.map((event) => event.subject.external_reference)).to.deep.equal(Array(4).fill(external_reference))
    const entries = (await get(`/v1/journal-entries?end_customer_id=${customer}`)).body.data.map(({ id }) => id)
    expect(data.map((event) => event.journal_entry_id)).to.deep.equal([null, null, ...entries])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('trying a fact again is news only when something else stands in the way', async () => {
    const customer = await newEndCustomer()
    await post(EXPENSES, expense(customer, noReceipt), { wait: 10 })
    const before = await feed(customer)
    const mappings = [{ mapping_key: 'posting.expense.default', account_code: '6500', valid_from: '2020-01-01' }]
    expect((await put('/v1/account-mappings', { end_customer_id: customer, mappings }, { wait: 10 })).status).to.equal(
      202,
    )
    await quietly(customer)
    expect(await feed(customer)).to.deep.equal(before)
    const hard = { end_customer_id: customer, locked_through: '2026-12-31', reason: 'year end' }
    expect((await put('/v1/period-locks', hard)).status).to.equal(202)
    await service().web.boss.send('facts.reevaluate', { end_customer_id: customer, blocker_codes: ['receipt_missing'] })
    await eventually(async () => (await feed(customer)).data.length === 2)
    expect((await feed(customer)).data[1]?.blocker_codes).to.deep.equal(['receipt_missing', 'period_locked'])
  })

  it('pages by number; a number that is not there yet, and parameters that make no sense, are 400', async () => {
    const customer = await newEndCustomer()
    for (let index = 0; index < 3; index += 1) await post(EXPENSES, expense(customer), { wait: 10 })
    const first = await feed(customer, '&limit=2')
    expect([numbersOf(first.data), first.has_more]).to.deep.equal([[1, 2], true])
    const rest = await feed(customer, '&limit=2&after=2')
    expect([numbersOf(rest.data), rest.has_more]).to.deep.equal([[3], false])
    expect((await feed(customer, '&after=3')).data).to.deep.equal([])
    for (const wrong of ['after=4', 'after=-1', 'after=x', 'wait=31', 'limit=0', 'limit=501', 'since=1']) {
      const { status, body } = await get(`/v1/events?end_customer_id=${customer}&${wrong}`)
      expect([status, body.error.details[0]?.pointer], wrong).to.deep.equal([400, `/${wrong.split('=')[0]}`])
    }
  })

  it('wait holds the answer until something happens, or the time is over', async () => {
    const customer = await newEndCustomer()
    const other = await newEndCustomer()
    const waiting = [customer, customer, other].map((id) => feed(id, id === other ? '&wait=1' : '&wait=20'))
    const { body } = await post(EXPENSES, expense(customer), { wait: 10 })
    const [first, second, none] = await Promise.all(waiting)
    expect(first?.data.map((event) => event.subject.id)).to.deep.equal([body.id])
    expect(second).to.deep.equal(first)
    expect(none?.data).to.deep.equal([])
  })

  it('no gap and nothing twice for a reader who follows while many are writing', async () => {
    const customer = await newEndCustomer()
    const sent = Promise.all(Array.from({ length: 60 }, () => post(EXPENSES, expense(customer))))
    const seen: Item<'events'>[] = []
    while (seen.length < 60) {
      const { data } = await feed(customer, `&after=${seen.at(-1)?.event_number ?? 0}&wait=10&limit=7`)
      expect(data).to.have.length.above(0)
      seen.push(...data)
    }
    const ids = (await sent).map(({ body }) => body.id)
    expect(numbersOf(seen)).to.deep.equal(upTo(60))
    expect(seen.map(({ subject }) => subject.id).sort()).to.deep.equal(ids.sort())
  })

  it('imports, allocations, settlements and manual payments', async () => {
    const end_customer_id = await newKmuCustomer()
    const bought = expense(end_customer_id, { payload: { gross_amount: chf(5000), tax_lines: [] } })
    await post(EXPENSES, bought, { wait: 10 })
    const sold = invoice(end_customer_id, { payload: { gross_amount: chf(3000), tax_lines: [] } })
    await post(INVOICES, sold, { wait: 10 })
    const entries = bankEntry({ amount: '30.00', details: transaction({ amount: '30.00', name: 'A' }) })
    await upload(end_customer_id, camt053Message({ bankEntries: entries }), { wait: 20 })
    const balances = balance('OPBD', '0.00') + balance('CLBD', '1.00')
    const wrong = await upload(
      end_customer_id,
      camt053Message({ header: '<Id>wrong</Id>', balances, bankEntries: entries }),
      { wait: 20 },
    )
    expect(wrong.body.state).to.equal('rejected')
    const one = <const Name extends string>(name: Name) => firstOf(name, end_customer_id)
    const reason = { end_customer_id, reason: 'wrong' }
    const lines = [{ document_id: (await one('documents')).id, amount: chf(3000) }]
    const allocation = { end_customer_id, payment_id: (await one('payments')).id, lines }
    const { body: allocated } = await post('/v1/allocations', allocation, { wait: 10 })
    await post(`/v1/allocations/${allocated.id}/reverse`, reason, { wait: 10 })
    const settlements = `/v1/supplier-payables/${(await one('supplier-payables')).id}/settlements` as const
    const settlement = {
      end_customer_id,
      settlement_date: '2026-04-15',
      amount: chf(5000),
      reviewer_justification: 'ok',
    }
    const { body: settled } = await post(settlements, settlement, { wait: 10 })
    await post(`${settlements}/${settled.id}/reverse`, reason, { wait: 10 })
    const manual = { end_customer_id, amount: chf(1), event_date: '2026-03-31' }
    const { body: paid } = await post('/v1/manual-payments', manual)
    const { amount, event_date } = manual
    await post(`/v1/manual-payments/${paid.id}/reverse`, { ...reason, correction: { amount, event_date } })
    const { data } = await feed(end_customer_id)
    expect(typesOf(data)).to.deep.equal([
      'fact.posted',
      'fact.posted',
      'import.completed',
      'import.rejected',
      'allocation.posted',
      'bank_entry.changed',
      'allocation.reversed',
      'bank_entry.changed',
      'settlement.posted',
      'settlement.reversed',
      'manual_payment.recorded',
      'manual_payment.reversed',
      'manual_payment.recorded',
    ])
    expect(data[4]?.subject.id).to.equal(allocated.id)
    expect(data[6]?.journal_entry_id).to.match(/^je_/)
    expect(await findings(end_customer_id)).to.deep.equal([])
  })

  it('what is blocked or given up is reported too', async () => {
    const end_customer_id = await newKmuCustomer()
    const bought = expense(end_customer_id, { payload: { gross_amount: chf(5000), tax_lines: [] } })
    const { body: fact } = await post(EXPENSES, bought, { wait: 10 })
    await put('/v1/period-locks', { end_customer_id, locked_through: '2026-12-31', reason: 'year end' })
    const { body: payables } = await get(`/v1/supplier-payables?end_customer_id=${end_customer_id}`)
    const settlements = `/v1/supplier-payables/${there(payables.data[0]).id}/settlements` as const
    const settlement = {
      end_customer_id,
      settlement_date: '2026-04-15',
      amount: chf(5000),
      reviewer_justification: 'ok',
    }
    const { body: settled } = await post(settlements, settlement, { wait: 10 })
    await post(`${settlements}/${settled.id}/reverse`, { end_customer_id, reason: 'wrong' }, { wait: 10 })
    const { data } = await feed(end_customer_id)
    expect(data.map((event) => [event.event_type, event.subject.id, event.blocker_codes])).to.deep.equal([
      ['fact.posted', fact.id, []],
      ['settlement.blocked', settled.id, ['period_locked']],
      ['settlement.reversed', settled.id, []],
    ])
  })

  it('the feed is never changed, and the verifier sees a hole', async () => {
    const customer = await newEndCustomer()
    await post(EXPENSES, expense(customer), { wait: 10 })
    const { pool } = service().web
    const removal = pool.query(sql.type(row())`delete from events where end_customer_id = ${customer}`)
    expect(await removal.then(() => 'done', String)).to.not.equal('done')
    await pool.query(sql.type(row())`update event_heads set last_event_number = 2 where end_customer_id = ${customer}`)
    expect((await findings(customer)).map(({ check }) => check)).to.deep.equal(['the feed is gapless'])
  })
})
