import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { refreshWhole } from '../../../shared/store/statements/account-period-totals.ts'
import type { Sheet } from '../../support/books.ts'
import { amountOn, balanceSheet, incomeStatement } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { ACCOUNTS, chart, chf, EXPENSES, expense, newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'

const send = async (customer: string, business_date: string, amount_minor = 10_810) =>
  (
    await post(
      EXPENSES,
      expense(customer, { business_date, payload: { document_date: business_date, gross_amount: chf(amount_minor) } }),
      { wait: 10 },
    )
  ).body
const path = (customer: string, more = '') =>
  `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026${more}`

describe('statements', () => {
  it('as_of_entry_number gives every earlier statement again, whatever the tables contain', async () => {
    const customer = await newEndCustomer()
    const stood: Sheet[] = []
    for (const month of ['01', '02', '03', '04']) {
      await send(customer, `2026-${month}-15`, 1_000 * Number(month))
      stood.push(await balanceSheet(customer, 'FY2026', '&granularity=month'))
    }
    const again = () =>
      Promise.all(
        stood.map((_, index) => balanceSheet(customer, 'FY2026', `&granularity=month&as_of_entry_number=${index + 1}`)),
      )
    expect(await again()).to.deep.equal(stood)
    await refreshWhole(service().worker.pool, [customer])
    expect(await again()).to.deep.equal(stood)
    const empty = await balanceSheet(customer, 'FY2026', '&as_of_entry_number=0')
    expect([amountOn(empty, 'passiven'), empty.ledger_position]).to.deep.equal([
      0,
      { entry_number: 0, entry_hash: '0'.repeat(64) },
    ])
    const { status, body } = await get(path(customer, '&as_of_entry_number=5'))
    expect([status, body.error.code]).to.deep.equal([400, 'invalid_request'])
    expect(body.error.message).to.include('from 0 to 4')
  })

  it('the prior year stands beside every row, and is null where there is none', async () => {
    const customer = await newEndCustomer()
    await send(customer, '2025-06-30', 700)
    await send(customer, '2026-06-30', 300)
    const row = ({ rows }: Sheet, key: string) => {
      const { amount, prior_amount } = there(rows.find(({ row_key }) => row_key === key))
      return [amount.amount_minor, prior_amount?.amount_minor ?? null]
    }
    const sheet = await balanceSheet(customer, 'FY2026', '&comparison=prior_fiscal_year')
    expect(row(sheet, 'verbindlichkeiten_ll')).to.deep.equal([1_000, 700])
    expect(row(sheet, 'jahresgewinn_jahresverlust')).to.deep.equal([-300, -700])
    expect(row(sheet, 'gewinnvortrag_verlustvortrag')).to.deep.equal([-700, 0])
    const income = await incomeStatement(customer, 'FY2026', '&comparison=prior_fiscal_year')
    expect(row(income, 'jahresergebnis')).to.deep.equal([-300, -700])
    expect(row(await balanceSheet(customer, 'FY2025', '&comparison=prior_fiscal_year'), 'passiven')).to.deep.equal([
      0,
      null,
    ])
  })

  it('304 for who has the statement already; another tag after an entry, or after the books have changed', async () => {
    const customer = await newEndCustomer()
    await send(customer, '2026-03-15')
    const tagOf = async () => (await get(path(customer))).headers.get('ETag') ?? ''
    const first = await tagOf()
    expect(first).to.match(/^"[0-9a-f]{64}"$/)
    // fetch() adds `Cache-Control: no-cache` by itself: whoever names a tag asks for a comparison, not for a reload.
    // If-Modified-Since counts for nothing beside a tag.
    for (const known of [`"x", W/${first}`, first, '*']) {
      const unchanged = await fetch(service().base_url + path(customer), {
        headers: {
          Authorization: `Bearer ${service().key}`,
          'Cache-Control': 'no-cache',
          'If-Modified-Since': 'Mon, 02 Feb 2026 08:00:00 GMT',
          'If-None-Match': known,
        },
      })
      expect([unchanged.status, await unchanged.text(), unchanged.headers.get('ETag')]).to.deep.equal([304, '', first])
    }
    await send(customer, '2026-03-16')
    const second = await tagOf()
    await put('/v1/accounts', chart(customer, '2026-02-02'), { wait: 10 })
    expect(new Set([first, second, await tagOf()]).size).to.equal(3)
    expect(await tagOf()).to.equal(await tagOf())
  })

  it('an account that fits no row is shown on one of its own, and fails the check', async () => {
    const customer = randomUUID()
    const odd = [{ account_code: 'KRED', account_name: 'Kreditoren', account_type: 'liability' }]
    const accounts = [...ACCOUNTS.filter(({ account_code }) => account_code !== '2000'), ...odd]
    await put('/v1/accounts', chart(customer, '2020-01-01', accounts))
    const mappings = [{ mapping_key: 'posting.accounts_payable', account_code: 'KRED', valid_from: '2020-01-01' }]
    await put('/v1/account-mappings', { end_customer_id: customer, mappings }, { wait: 10 })
    await send(customer, '2026-03-15')
    const sheet = await balanceSheet(customer)
    expect(amountOn(sheet, 'nicht_zugeordnete_passiven')).to.equal(10_810)
    expect(sheet.checks).to.include({ every_account_has_a_row: false, assets_equal_liabilities_and_equity: true })
  })

  it('an account that a replaced chart no longer lists keeps its postings on every statement', async () => {
    const customer = await newEndCustomer()
    const fact = await send(customer, '2026-03-15')
    await put(
      '/v1/accounts',
      chart(
        customer,
        '2020-01-01',
        ACCOUNTS.filter(({ account_code }) => account_code !== '6500'),
      ),
      { wait: 10 },
    )
    const sheet = await balanceSheet(customer)
    expect([
      amountOn(sheet, 'jahresgewinn_jahresverlust'),
      sheet.checks.assets_equal_liabilities_and_equity,
    ]).to.deep.equal([-10_810, true])
    expect(amountOn(await incomeStatement(customer), 'jahresergebnis')).to.equal(-10_810)
    expect((await get(`/v1/journal-entries/${fact.journal_entry_id.id}`)).body.lines).to.have.length(2)
    const { body } = await get(`/v1/accounts?end_customer_id=${customer}&status=inactive`)
    expect(body.data.map((account) => account.account_code)).to.deep.equal(['6500'])
  })

  it('amounts beyond 2^53 are written out in full', async () => {
    const customer = await newEndCustomer()
    for (const day of ['15', '16', '17']) {
      await send(customer, `2026-03-${day}`, Number.MAX_SAFE_INTEGER)
      // Nothing grows beyond 2^53 any more; a ledger from before that rule may have.
      await service().worker.pool.query(sql.type(row())`
        update ledger_heads set total_debit_minor = 0 where end_customer_id = ${customer}
      `)
    }
    const { text } = await get(path(customer))
    const amountOf = (row_key: string) =>
      new RegExp(`"row_key":"${row_key}",[^{}]*"amount":\\{"amount_minor":(-?\\d+)`).exec(text)?.[1]
    // An odd number, which floating point does not have here: what is owed, and the loss that it is.
    expect(amountOf('verbindlichkeiten_ll')).to.equal('27021597764222973')
    expect(amountOf('jahresgewinn_jahresverlust')).to.equal('-27021597764222973')
  })
})
