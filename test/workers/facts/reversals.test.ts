import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { amountOn, balanceSheet, findings, linesOf, payables } from '../../support/books.ts'
import { get, post } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { newEndCustomer, taxLine } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

const run = (query: ReturnType<ReturnType<typeof sql.type>>) => service().web.pool.query(query)

describe('reversals of facts', () => {
  it('a reversal mirrors the entry, closes the payable, and happens once', async () => {
    const customer = await newEndCustomer()
    const fact = await bookExpense(customer, { payload: { tax_lines: [taxLine('I81', 10_000, 810)] } })
    const path = `/v1/source-facts/${fact.id}/reverse` as const
    const { status, body } = await post(path, { end_customer_id: customer, reason: 'wrong supplier' }, { wait: 10 })
    expect([status, body.state, body.intents[0]?.state]).to.deep.equal([202, 'reversed', 'succeeded'])
    const { reversed_by } = (await get(`/v1/journal-entries/${fact.journal_entry_id.id}`)).body
    expect(body.intents[0]?.result).to.deep.equal({ journal_entry_id: reversed_by })
    expect(await linesOf(reversed_by)).to.deep.equal([
      ['6500', 0, 10_000],
      ['1171', 0, 810],
      ['2000', 10_810, 0],
    ])
    expect((await payables(customer))[0]).to.include({ state: 'reversed', open_amount_minor: 0 })
    const again = await post(path, { end_customer_id: customer, reason: 'again' })
    expect([again.status, again.body.error.details[0]?.code]).to.deep.equal([409, 'already_reversed'])
    expect(amountOn(await balanceSheet(customer), 'aktiven')).to.equal(0)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('409: a fact that is not posted cannot be reversed', async () => {
    const customer = randomUUID()
    const fact = await bookExpense(customer)
    const { status, body } = await post(`/v1/source-facts/${fact.id}/reverse`, {
      end_customer_id: customer,
      reason: 'x',
    })
    expect([status, body.error.code, body.error.details[0]?.code]).to.deep.equal([409, 'state_conflict', 'not_posted'])
  })

  it('422: a reversal is not booked before what it reverses', async () => {
    const customer = await newEndCustomer()
    const fact = await bookExpense(customer)
    const path = `/v1/source-facts/${fact.id}/reverse` as const
    const { posting_date } = (await get(`/v1/journal-entries/${fact.journal_entry_id.id}`)).body
    const before = await post(path, { end_customer_id: customer, reason: 'x', posting_date: '2026-01-05' })
    const [detail] = before.body.error.details
    expect([before.status, detail?.pointer, detail?.code]).to.deep.equal([
      422,
      '/posting_date',
      'posting_date_before_original',
    ])
    const { body } = await post(path, { end_customer_id: customer, reason: 'x', posting_date }, { wait: 10 })
    expect(body.state).to.equal('reversed')
  })

  it('the reversal of a locked period is booked on the first open day after it', async () => {
    const customer = await newEndCustomer()
    const fact = await bookExpense(customer)
    await run(sql.type(row())`
      insert into period_locks (end_customer_id, period_lock_id, locked_through, reason, actor_id)
      values (${customer}, ${randomUUID()}, '2026-03-31', 'VAT return', 'test')
    `)
    const path = `/v1/source-facts/${fact.id}/reverse` as const
    const locked = await post(path, { end_customer_id: customer, reason: 'x', posting_date: '2026-03-15' })
    expect([locked.status, locked.body.error.details[0]?.code]).to.deep.equal([422, 'posting_date_not_open'])
    const { body } = await post(path, { end_customer_id: customer, reason: 'x' }, { wait: 10 })
    const { rows } = await service().web.pool.query(sql.type(row<{ posting_date: string }>())`
      select posting_date from journal_entries where end_customer_id = ${customer} and reversal_of is not null
    `)
    expect([body.state, rows[0]?.posting_date]).to.deep.equal(['reversed', '2026-04-01'])
  })
})
