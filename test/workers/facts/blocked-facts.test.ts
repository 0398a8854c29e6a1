import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { BlockerCode } from '../../../shared/accounting/facts/blockers.ts'
import { enqueue } from '../../../shared/queue/enqueue.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import {
  amountOn,
  balanceSheet,
  blockersOf,
  codesOf,
  eventually,
  factOf,
  findings,
  linesOf,
  payables,
} from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { ACCOUNTS, chart, EXPENSES, expense, newEndCustomer, taxLine } from '../../support/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'

const send = async (customer: string, overrides: Parameters<typeof expense>[1] = {}) =>
  (await post(EXPENSES, expense(customer, overrides), { wait: 10 })).body
const isPosted = (id: string) => async () => (await factOf(id)).state === 'posted'
const run = (query: ReturnType<ReturnType<typeof sql.type>>) => service().web.pool.query(query)

/** What an operator, or a settings endpoint, does after it has changed something. */
function reevaluate(end_customer_id: string, blocker_codes: BlockerCode[]) {
  const { pool, boss } = service().web
  return pool.transaction((tx) => enqueue(tx, boss, 'facts.reevaluate', [{ data: { end_customer_id, blocker_codes } }]))
}

describe('blocked facts are booked by themselves', () => {
  it('account_chart_missing: once a chart is put', async () => {
    const customer = randomUUID()
    const fact = await send(customer)
    expect(codesOf(fact)).to.deep.equal(['account_chart_missing'])
    await put('/v1/accounts', chart(customer), { wait: 10 })
    await eventually(isPosted(fact.id))
  })

  it('account_mapping_missing and account_inactive: once a chart brings the account', async () => {
    const customer = randomUUID()
    const without2000 = ACCOUNTS.filter(({ account_code }) => account_code !== '2000')
    await put('/v1/accounts', chart(customer, '2020-01-01', without2000))
    const fact = await send(customer)
    expect(codesOf(fact)).to.deep.equal(['account_mapping_missing'])
    expect(fact.blockers[0]?.message).to.include('posting.accounts_payable')
    const inactive = ACCOUNTS.map((account) => ({
      ...account,
      status: account.account_code === '2000' ? 'inactive' : 'active',
    }))
    await put('/v1/accounts', chart(customer, '2020-01-01', inactive), { wait: 10 })
    expect(await blockersOf(fact.id)).to.deep.equal(['account_mapping_missing'])
    await put('/v1/accounts', chart(customer, '2020-01-01'), { wait: 10 })
    await eventually(isPosted(fact.id))
    await put('/v1/accounts', chart(customer, '2020-01-01', inactive), { wait: 10 })
    const second = await send(customer)
    expect(codesOf(second)).to.deep.equal(['account_inactive'])
    await put('/v1/accounts', chart(customer, '2020-01-01'))
    await eventually(isPosted(second.id))
  })

  it('fiscal_year_closed, period_locked: once the year and the period are open', async () => {
    const customer = await newEndCustomer()
    await send(customer)
    await run(sql.type(row())`update fiscal_years set state = 'closed' where end_customer_id = ${customer}`)
    await run(sql.type(row())`
      insert into period_locks (end_customer_id, period_lock_id, locked_through, reason, actor_id)
      values (${customer}, ${randomUUID()}, '2026-06-30', 'half year', 'test')
    `)
    const fact = await send(customer)
    expect(codesOf(fact)).to.deep.equal(['fiscal_year_closed', 'period_locked'])
    await run(sql.type(row())`update fiscal_years set state = 'open' where end_customer_id = ${customer}`)
    await run(sql.type(row())`delete from period_locks where end_customer_id = ${customer}`)
    await reevaluate(customer, ['period_locked'])
    await eventually(isPosted(fact.id))
  })

  it('exchange_rate_missing: once there is a rate; the newest on or before the day counts', async () => {
    const customer = await newEndCustomer()
    const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
    const fact = await send(customer, {
      payload: {
        currency: 'EUR',
        gross_amount: eur(108_100),
        tax_lines: [{ tax_code: 'I81', net_amount: eur(100_000), tax_amount: eur(8_100) }],
      },
    })
    expect(codesOf(fact)).to.deep.equal(['exchange_rate_missing'])
    await run(sql.type(row())`
      insert into exchange_rates values (${customer}, 'EUR', '2026-03-01', 95000000), (${customer}, 'EUR', '2026-03-16', 99000000)
    `)
    await reevaluate(customer, ['exchange_rate_missing'])
    await eventually(isPosted(fact.id))
    const { journal_entry_id } = await factOf(fact.id)
    expect(await linesOf(journal_entry_id.id)).to.deep.equal([
      ['6500', 95_000, 0],
      ['1171', 7_695, 0],
      ['2000', 0, 102_695],
    ])
    expect((await payables(customer))[0]).to.include({
      currency: 'EUR',
      open_amount_minor: 108_100,
      base_amount_minor: 102_695,
    })
  })

  it('already_posted: once the older one is reversed', async () => {
    const customer = await newEndCustomer()
    const external_reference = 'EXP-1'
    const older = await send(customer, { external_reference })
    const newer = await send(customer, { external_reference, business_date: '2026-03-20' })
    expect([older.state, codesOf(newer)]).to.deep.equal(['posted', ['already_posted']])
    await post(
      `/v1/source-facts/${older.id}/reverse`,
      { end_customer_id: customer, reason: 'wrong date' },
      { wait: 10 },
    )
    await eventually(isPosted(newer.id))
    expect((await factOf(older.id)).state).to.equal('reversed')
  })

  it('duplicate_document: once the other is reversed', async () => {
    const customer = await newEndCustomer()
    const payload = { document_number: 'R-4711' }
    const first = await send(customer, { payload })
    const second = await send(customer, { payload })
    expect(codesOf(second)).to.deep.equal(['duplicate_document'])
    expect((await send(customer, { payload: { document_number: 'R-4712' } })).state).to.equal('posted')
    await post(`/v1/source-facts/${first.id}/reverse`, { end_customer_id: customer, reason: 'twice' }, { wait: 10 })
    await eventually(isPosted(second.id))
  })
})

describe('supersession', () => {
  it('a newer fact with the same reference supersedes one that is not posted', async () => {
    const customer = await newEndCustomer()
    const external_reference = 'EXP-2'
    const older = await send(customer, { external_reference, evidence_links: [] })
    expect(codesOf(older)).to.deep.equal(['receipt_missing'])
    const newer = await send(customer, { external_reference })
    expect(newer.state).to.equal('posted')
    expect(await factOf(older.id)).to.include({ state: 'superseded', superseded_by: newer.id })
  })

  it('of several that wait together, the newest is booked', async () => {
    const customer = randomUUID()
    const external_reference = 'EXP-3'
    const sent = []
    for (const amount_minor of [100, 200, 300]) {
      sent.push(
        await send(customer, { external_reference, payload: { gross_amount: { amount_minor, currency: 'CHF' } } }),
      )
    }
    await put('/v1/accounts', chart(customer), { wait: 10 })
    await eventually(isPosted(there(sent[2]).id))
    expect((await factOf(there(sent[0]).id)).state).to.equal('superseded')
    expect((await factOf(there(sent[1]).id)).state).to.equal('superseded')
    expect(amountOn(await balanceSheet(customer), 'verbindlichkeiten_ll')).to.equal(300)
  })
})

describe('credit notes, acquisition tax, reversals', () => {
  it('a credit note mirrors the invoice and is open with the other sign', async () => {
    const customer = await newEndCustomer()
    const gross_amount = { amount_minor: -5_405, currency: 'CHF' }
    const fact = await send(customer, { payload: { gross_amount, tax_lines: [taxLine('I81', -5_000, -405)] } })
    expect(await linesOf(fact.journal_entry_id.id)).to.deep.equal([
      ['6500', 0, 5_000],
      ['1171', 0, 405],
      ['2000', 5_405, 0],
    ])
    expect((await payables(customer))[0]).to.include({ amount_minor: -5_405, open_amount_minor: -5_405 })
    expect(await findings(customer)).to.deep.equal([])
  })

  it('acquisition tax is booked on both sides, and owed to the tax administration only', async () => {
    const customer = await newEndCustomer()
    const gross_amount = { amount_minor: 100_000, currency: 'CHF' }
    const payload = { gross_amount, expense_category: 'software', tax_lines: [taxLine('B81', 100_000, 8_100)] }
    const fact = await send(customer, { payload })
    expect(await linesOf(fact.journal_entry_id.id)).to.deep.equal([
      ['6580', 100_000, 0],
      ['2000', 0, 100_000],
      ['1171', 8_100, 0],
      ['2203', 0, 8_100],
    ])
    expect((await payables(customer))[0]).to.include({ open_amount_minor: 100_000 })
  })

  it('a reversal mirrors the entry, closes the payable, and happens once', async () => {
    const customer = await newEndCustomer()
    const fact = await send(customer, { payload: { tax_lines: [taxLine('I81', 10_000, 810)] } })
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
    const fact = await send(customer)
    const { status, body } = await post(`/v1/source-facts/${fact.id}/reverse`, {
      end_customer_id: customer,
      reason: 'x',
    })
    expect([status, body.error.code, body.error.details[0]?.code]).to.deep.equal([409, 'state_conflict', 'not_posted'])
  })

  it('the reversal of a locked period is booked on the first open day after it', async () => {
    const customer = await newEndCustomer()
    const fact = await send(customer)
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
