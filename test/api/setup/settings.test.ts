import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { refreshStatementTables } from '../../../shared/store/statements/account-period-totals.ts'
import { amountOn, balanceSheet, blockersOf, codesOf, factOf, findings, linesOf } from '../../support/books.ts'
import { type Answer, get, post, put } from '../../support/client.ts'
import { ACCOUNTS, chart, EXPENSES, expense, newEndCustomer, taxLine } from '../../support/examples.ts'
import { service } from '../../support/service.ts'

const send = async (customer: string, overrides: Parameters<typeof expense>[1] = {}) =>
  (await post(EXPENSES, expense(customer, overrides), { wait: 10 })).body

function expectRefusal({ status, body, text }: Answer, expected: number, ...details: string[]): void {
  expect(status, text).to.equal(expected)
  expect(body.error.details.map(({ code }) => code)).to.deep.equal(details)
}

describe('PUT /v1/account-mappings', () => {
  it('from its day on the account plays the role; what waited for it is booked by itself', async () => {
    const customer = randomUUID()
    await put(
      '/v1/accounts',
      chart(
        customer,
        '2020-01-01',
        ACCOUNTS.filter(({ account_code }) => account_code !== '2000'),
      ),
    )
    const fact = await send(customer)
    expect(codesOf(fact)).to.deep.equal(['account_mapping_missing'])
    const mappings = [{ mapping_key: 'posting.accounts_payable', account_code: '2203', valid_from: '2026-03-15' }]
    const { status, body } = await put('/v1/account-mappings', { end_customer_id: customer, mappings }, { wait: 10 })
    expect([status, body.data[0]?.version, body.data[0]?.is_default]).to.deep.equal([202, 1, false])
    expect((await factOf(fact.id)).state).to.equal('posted')
    expect(codesOf(await send(customer, { business_date: '2026-03-14' }))).to.deep.equal(['account_mapping_missing'])
  })

  it('the most specific key wins, versions follow each other, a default never overrides', async () => {
    const customer = await newEndCustomer()
    const map = (mapping_key: string, account_code: string, valid_from: string) =>
      put(
        '/v1/account-mappings',
        { end_customer_id: customer, mappings: [{ mapping_key, account_code, valid_from }] },
        { wait: 10 },
      )
    await map('posting.expense.supplier.S-1', '6530', '2026-02-01')
    await map('posting.expense.supplier.S-1', '6580', '2026-05-01')
    const account = async (business_date: string) =>
      (await linesOf((await send(customer, { business_date })).journal_entry_id.id))[0]?.[0]
    expect([
      await account('2026-01-31'),
      await account('2026-02-01'),
      await account('2026-04-30'),
      await account('2026-05-01'),
    ]).to.deep.equal(['6500', '6530', '6530', '6580'])
    await put('/v1/accounts', chart(customer))
    const { body } = await get(
      `/v1/account-mappings?end_customer_id=${customer}&mapping_key=posting.expense.supplier.S-1`,
    )
    expect(body.data.map((mapping) => [mapping.version, mapping.valid_from, mapping.valid_to])).to.deep.equal([
      [1, '2026-02-01', '2026-04-30'],
      [2, '2026-05-01', null],
    ])
  })

  it('or.* puts an account on another row', async () => {
    const customer = await newEndCustomer()
    await send(customer)
    const mappings = [
      { mapping_key: 'or.uebrige_kurzfristige_verbindlichkeiten', account_code: '2000', valid_from: '2026-01-01' },
    ]
    await put('/v1/account-mappings', { end_customer_id: customer, mappings }, { wait: 10 })
    const sheet = await balanceSheet(customer)
    expect([
      amountOn(sheet, 'verbindlichkeiten_ll'),
      amountOn(sheet, 'uebrige_kurzfristige_verbindlichkeiten'),
    ]).to.deep.equal([0, 10_810])
    expect(sheet.checks.assets_equal_liabilities_and_equity).to.equal(true)
  })

  it('422: unknown accounts and rows, a key twice', async () => {
    const customer = await newEndCustomer()
    const mapping = (mapping_key: string, account_code: string) => ({
      mapping_key,
      account_code,
      valid_from: '2026-01-01',
    })
    const mappings = [
      mapping('posting.bank', '7777'),
      mapping('or.aktiven', '1020'),
      mapping('posting.x', '1020'),
      mapping('posting.x', '2000'),
    ]
    expectRefusal(
      await put('/v1/account-mappings', { end_customer_id: customer, mappings }),
      422,
      'unknown_account',
      'unknown_row',
      'duplicate',
    )
  })
})

describe('fiscal years', () => {
  const year = (customer: string, id: string, start_date: string, end_date: string) =>
    put(`/v1/fiscal-years/${id}`, { end_customer_id: customer, start_date, end_date }, { wait: 10 })
  const change = (customer: string, id: string, verb: string) =>
    post(`/v1/fiscal-years/${id}/${verb}`, { end_customer_id: customer, reason: 'year end' }, { wait: 10 })

  it('long and shifted years; later ones follow from them', async () => {
    const customer = randomUUID()
    expect((await year(customer, 'FIRST', '2024-11-15', '2026-06-30')).status).to.equal(202)
    await put('/v1/accounts', chart(customer), { wait: 10 })
    await send(customer, { business_date: '2024-11-20' })
    await send(customer, { business_date: '2026-07-01' })
    const { body } = await get(`/v1/fiscal-years?end_customer_id=${customer}`)
    expect(body.data.map((own) => [own.fiscal_year_id, own.start_date, own.end_date])).to.deep.equal([
      ['FIRST', '2024-11-15', '2026-06-30'],
      ['FY2027', '2026-07-01', '2027-06-30'],
    ])
    const sheet = await balanceSheet(customer, 'FIRST', '&granularity=month')
    expect(sheet.period_series).to.have.length(20)
    expect([sheet.period_series?.[0]?.period_start, sheet.period_series?.[0]?.period_end]).to.deep.equal([
      '2024-11-15',
      '2024-11-30',
    ])
    expect(amountOn(sheet, 'verbindlichkeiten_ll')).to.equal(10_810)
  })

  it('422 or 409: gaps, overlaps, 24 months, an end before the start, entries left outside', async () => {
    const customer = await newEndCustomer()
    await send(customer)
    expectRefusal(await year(customer, 'GAP', '2027-01-02', '2027-12-31'), 422, 'not_contiguous')
    expectRefusal(await year(customer, 'TWIN', '2026-01-01', '2026-12-31'), 422, 'not_contiguous')
    expectRefusal(await year(customer, 'LAP', '2026-12-31', '2027-12-31'), 422, 'not_contiguous')
    expectRefusal(await year(customer, 'LONG', '2027-01-01', '2028-12-01'), 422, 'out_of_range')
    expect((await year(customer, 'LONGEST', '2027-01-01', '2028-11-30')).status).to.equal(202)
    expectRefusal(await year(customer, 'BACK', '2029-01-01', '2028-12-31'), 422, 'out_of_range')
    expectRefusal(await year(customer, 'FY2026', '2026-04-01', '2026-12-31'), 409, 'entries_outside')
  })

  it('dates that move keep the statement exact', async () => {
    const customer = await newEndCustomer()
    await send(customer)
    await service().worker.pool.transaction((tx) => refreshStatementTables(tx, [customer]))
    await year(customer, 'FY2026', '2026-03-10', '2026-12-31')
    expect(amountOn(await balanceSheet(customer, 'FY2026', '&granularity=month'), 'verbindlichkeiten_ll')).to.equal(
      10_810,
    )
    expect(await findings(customer)).to.deep.equal([])
  })

  it('closing waits for what is not booked; a closed year takes nothing; reopened, what waited is booked', async () => {
    const customer = await newEndCustomer()
    await send(customer)
    const blocked = await send(customer, { external_reference: 'X', evidence_links: [] })
    expectRefusal(await change(customer, 'FY2026', 'close'), 409, 'facts_not_booked')
    await send(customer, { external_reference: 'X' })
    expect((await factOf(blocked.id)).state).to.equal('superseded')
    expect((await change(customer, 'FY2026', 'close')).body.state).to.equal('closed')
    expectRefusal(await change(customer, 'FY2026', 'close'), 409, 'already_closed')
    expectRefusal(await year(customer, 'FY2026', '2026-01-01', '2026-12-30'), 409, 'fiscal_year_closed')
    const late = await send(customer)
    expect(codesOf(late)).to.deep.equal(['fiscal_year_closed'])
    expect((await change(customer, 'FY2026', 'reopen')).body.state).to.equal('open')
    expect((await factOf(late.id)).state).to.equal('posted')
    expectRefusal(await change(customer, 'FY2026', 'reopen'), 409, 'not_closed')
    expect((await change(customer, 'FY1999', 'close')).status).to.equal(404)
  })

  it('years close in their order and reopen in the opposite one', async () => {
    const customer = await newEndCustomer()
    await send(customer, { business_date: '2025-05-05', payload: { document_date: '2025-05-05' } })
    expectRefusal(await change(customer, 'FY2026', 'close'), 409, 'earlier_year_open')
    await change(customer, 'FY2025', 'close')
    await change(customer, 'FY2026', 'close')
    expectRefusal(await change(customer, 'FY2025', 'reopen'), 409, 'later_year_closed')
  })
})

describe('period locks, exchange rates, end customers', () => {
  const lock = (customer: string, locked_through: string, more: object = {}) =>
    put('/v1/period-locks', { end_customer_id: customer, locked_through, reason: 'VAT return', ...more }, { wait: 10 })

  it('a lock blocks, moved back it frees, and every change is kept', async () => {
    const customer = await newEndCustomer()
    await lock(customer, '2026-03-31')
    const fact = await send(customer)
    expect(codesOf(fact)).to.deep.equal(['period_locked'])
    await lock(customer, '2026-02-28')
    expect((await factOf(fact.id)).state).to.equal('posted')
    await lock(customer, '2026-06-30', { hard: true })
    expectRefusal(await lock(customer, '2026-05-31'), 409, 'hard_lock')
    expectRefusal(await lock(customer, '2026-07-31', { hard: false }), 409, 'hard_lock')
    expect((await lock(customer, '2026-07-31')).body.hard).to.equal(true)
    const { body } = await get(`/v1/period-locks?end_customer_id=${customer}`)
    expect([body.locked_through, body.changes.length]).to.deep.equal(['2026-07-31', 4])
  })

  it('a rate frees what waited for it', async () => {
    const customer = await newEndCustomer()
    const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
    const payload = {
      currency: 'EUR',
      gross_amount: eur(50_000),
      tax_lines: [{ tax_code: 'B81', net_amount: eur(50_000), tax_amount: eur(0) }],
    }
    const fact = await send(customer, { payload })
    expect(await blockersOf(fact.id)).to.deep.equal(['exchange_rate_missing'])
    const rates = [
      { currency: 'EUR', rate_date: '2026-03-10', rate: '0.95' },
      { currency: 'USD', rate_date: '2026-03-10', rate: '0.81234567', source: 'ESTV' },
    ]
    await put('/v1/exchange-rates', { end_customer_id: customer, rates }, { wait: 10 })
    const { journal_entry_id } = await factOf(fact.id)
    expect(await linesOf(journal_entry_id.id)).to.deep.equal([
      ['6500', 47_500, 0],
      ['2000', 0, 47_500],
      ['1171', 3_848, 0],
      ['2203', 0, 3_848],
    ])
    const entry = (await get(`/v1/journal-entries/${journal_entry_id.id}`)).body
    expect(entry.lines[0]).to.deep.include({ exchange_rate: '0.95', transaction_amount: eur(50_000) })
    const list = (await get(`/v1/exchange-rates?end_customer_id=${customer}&starting_after=EUR:2026-03-10`)).body
    expect(list.data).to.deep.equal([
      { object: 'exchange_rate', currency: 'USD', rate_date: '2026-03-10', rate: '0.81234567', source: 'ESTV' },
    ])
    const wrong = [{ currency: 'CHF', rate_date: '2026-03-10', rate: '1' }, rates[0], rates[0]]
    expectRefusal(
      await put('/v1/exchange-rates', { end_customer_id: customer, rates: wrong }),
      422,
      'base_currency',
      'duplicate',
    )
    const zero = [{ currency: 'EUR', rate_date: '2026-03-10', rate: '0.000' }]
    expectRefusal(await put('/v1/exchange-rates', { end_customer_id: customer, rates: zero }), 422, 'format')
  })

  it('an end customer has defaults from its first write on, and settings that postings follow', async () => {
    const customer = await newEndCustomer()
    const path = `/v1/end-customers/${customer}`
    expect((await get(path)).body).to.include({
      base_currency: 'CHF',
      vat_method: 'effective',
      locale: 'de',
      name: null,
    })
    await put(
      path,
      { name: 'Muster AG', uid: 'CHE-123.456.788', vat_method: 'net_tax_rate', locale: 'fr' },
      { wait: 10 },
    )
    const fact = await send(customer, { payload: { tax_lines: [taxLine('I81', 10_000, 810)] } })
    expect(await linesOf(fact.journal_entry_id.id)).to.deep.equal([
      ['6500', 10_810, 0],
      ['2000', 0, 10_810],
    ])
    expect((await balanceSheet(customer)).rows[0]?.label).to.equal('Actif')
    expectRefusal(await put(path, { base_currency: 'EUR' }), 409, 'base_currency_in_use')
    expectRefusal(await put(path, { uid: 'CHE-123.456.789' }), 422, 'uid_invalid')
    expect((await put(path, {})).status).to.equal(422)
    expect((await get(`/v1/end-customers/${randomUUID()}`)).status).to.equal(404)
    expect((await get('/v1/end-customers/x')).status).to.equal(404)
  })
})
