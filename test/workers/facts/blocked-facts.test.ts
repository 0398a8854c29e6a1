import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { BlockerCode } from '../../../shared/accounting/facts/blockers.ts'
import { enqueue } from '../../../shared/queue/enqueue.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { importedBy } from '../../api/bank/imports-of.ts'
import { bookedVoucher, bookVoucher } from '../../api/open-items/items-of-customer.ts'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { blockersOf, codesOf, eventually, factOf, linesOf, payables } from '../../support/books.ts'
import { itemsOf, post, put } from '../../support/client.ts'
import { bookExpense, isPosted } from '../../support/requests/book-expense.ts'
import { ACCOUNTS, chart, credit, debit, newEndCustomer, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { service } from '../../support/service.ts'

const run = (query: ReturnType<ReturnType<typeof sql.type>>) => service().owner.query(query)

/** The jobs that an operator, or a settings endpoint, adds after a change. */
function reevaluate(end_customer_id: string, blocker_codes: BlockerCode[]) {
  const { pool, boss } = service().web
  return pool.transaction((tx) => enqueue(tx, boss, 'facts.reevaluate', [{ data: { end_customer_id, blocker_codes } }]))
}

describe('blocked facts are booked by themselves', () => {
  it('account_chart_missing: once a chart is put', async () => {
    const customer = randomUUID()
    const fact = await bookExpense(customer)
    expect(codesOf(fact)).to.deep.equal(['account_chart_missing'])
    await put('/v1/accounts', chart(customer), { wait: 10 })
    await eventually(isPosted(fact.id))
  })

  it('account_mapping_missing and account_inactive: once a chart brings the account', async () => {
    const customer = randomUUID()
    const without2000 = ACCOUNTS.filter(({ account_code }) => account_code !== '2000')
    await put('/v1/accounts', chart(customer, '2020-01-01', without2000))
    const fact = await bookExpense(customer)
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
    const second = await bookExpense(customer)
    expect(codesOf(second)).to.deep.equal(['account_inactive'])
    await put('/v1/accounts', chart(customer, '2020-01-01'))
    await eventually(isPosted(second.id))
  })

  it('fiscal_year_closed, period_locked: once the year and the period are open', async () => {
    const customer = await newEndCustomer()
    await bookExpense(customer)
    await run(sql.type(row())`update fiscal_years set state = 'closed' where end_customer_id = ${customer}`)
    await run(sql.type(row())`
      insert into period_locks (end_customer_id, period_lock_id, locked_through, reason, actor_id)
      values (${customer}, ${randomUUID()}, '2026-06-30', 'half year', 'test')
    `)
    const fact = await bookExpense(customer)
    expect(codesOf(fact)).to.deep.equal(['fiscal_year_closed', 'period_locked'])
    await run(sql.type(row())`update fiscal_years set state = 'open' where end_customer_id = ${customer}`)
    await run(sql.type(row())`delete from period_locks where end_customer_id = ${customer}`)
    await reevaluate(customer, ['period_locked'])
    await eventually(isPosted(fact.id))
  })

  it('exchange_rate_missing: once there is a rate; the newest on or before the day counts', async () => {
    const customer = await newEndCustomer()
    const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
    const fact = await bookExpense(customer, {
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

  it('amount_too_small: once there is a rate at which the line of the bank entry is worth a Rappen', async () => {
    const customer = await newKmuCustomer()
    const dong = { amount_minor: 100, currency: 'VND' }
    const rate = (value: string, rate_date: string) =>
      put('/v1/exchange-rates', { end_customer_id: customer, rates: [{ currency: 'VND', rate: value, rate_date }] })
    await rate('0.00003', '2026-03-01')
    const bankEntries = bankEntry({ amount: '5.00' }) + bankEntry({ amount: '100', currency: 'VND' })
    await importedBy(customer, camt053Message({ bankEntries }))
    const bank_entries = (await itemsOf('camt-053/entries', customer)).map(({ id }) => ({ entry_id: id }))
    const inDong = [
      { account_code: '1020', debit: dong },
      { account_code: '6950', credit: dong },
    ]
    const lines = [debit('1020', 500), credit('6950', 500), ...inDong]
    const fact = await bookVoucher(customer, lines, { bank_entries }, { business_date: '2026-04-01' })
    expect(codesOf(fact)).to.deep.equal(['amount_too_small'])
    await rate('0.00006', '2026-04-01')
    await eventually(isPosted(fact.id))
    const { journal_entry_id } = await factOf(fact.id)
    expect(await linesOf(journal_entry_id.id)).to.deep.equal([
      ['1020', 500, 0],
      ['6950', 0, 500],
      ['1020', 1, 0],
      ['6950', 0, 1],
    ])
  })

  it('already_posted: once the older one is reversed', async () => {
    const customer = await newEndCustomer()
    const external_reference = 'EXP-1'
    const older = await bookExpense(customer, { external_reference })
    const newer = await bookExpense(customer, { external_reference, business_date: '2026-03-20' })
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
    const first = await bookExpense(customer, { payload })
    const second = await bookExpense(customer, { payload })
    expect(codesOf(second)).to.deep.equal(['duplicate_document'])
    expect((await bookExpense(customer, { payload: { document_number: 'R-4712' } })).state).to.equal('posted')
    await post(`/v1/source-facts/${first.id}/reverse`, { end_customer_id: customer, reason: 'twice' }, { wait: 10 })
    await eventually(isPosted(second.id))
  })

  it('open_item_unknown: once a mapping lists the older line that a voucher names', async () => {
    const customer = randomUUID()
    const other = { account_code: '1101', account_name: 'Other debtors', account_type: 'asset' }
    await put('/v1/accounts', chart(customer, '2020-01-01', [...ACCOUNTS, other]))
    const older = await bookedVoucher(customer, [credit('1020', 70_000), debit('1101', 70_000)])
    const legacy_line = { journal_entry_id: older.journal_entry_id.id, line_number: 2 }
    const paid = { open_item: { legacy_line, purpose: 'payment' } }
    const payload = { lines: [debit('1020', 10_000), credit('1101', 10_000, paid)] }
    const { body } = await post(VOUCHERS, voucher(customer, { external_reference: 'paid', payload }), { wait: 10 })
    expect(codesOf(body)).to.deep.equal(['open_item_unknown'])
    const mappings = [{ mapping_key: 'posting.accounts_receivable', account_code: '1101', valid_from: '2026-01-01' }]
    await put('/v1/account-mappings', { end_customer_id: customer, mappings }, { wait: 10 })
    await eventually(isPosted(body.id))
  })

  it('open_item_mismatch: once the first item of its account says of what kind those are', async () => {
    const customer = randomUUID()
    const other = { account_code: '1190', account_name: 'Other debtors', account_type: 'asset' }
    await put('/v1/accounts', chart(customer, '2020-01-01', [...ACCOUNTS, other]))
    const opening = (kind: object) => {
      const open_item = { new: { partner: { name: 'Kundin GmbH' }, ...kind } }
      return [debit('1190', 10_000, { open_item }), credit('1020', 10_000)]
    }
    const { body } = await post(VOUCHERS, voucher(customer, { payload: { lines: opening({}) } }), { wait: 10 })
    expect(codesOf(body)).to.deep.equal(['open_item_mismatch'])
    await bookedVoucher(customer, opening({ kind: 'receivable' }))
    await eventually(isPosted(body.id))
  })
})
