import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { amountOn, balanceSheet, codesOf, factOf, linesOf } from '../../support/books.ts'
import { get, put } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { ACCOUNTS, chart, newEndCustomer } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { expectRefusal } from './expect-refusal.ts'

describe('PUT /v1/account-mappings', () => {
  it('from its day on the account plays the role; what waited for it is booked by itself', async () => {
    const customer = randomUUID()
    await put(
      '/v1/accounts',
      chart(
        customer,
        '2020-01-01',
        ACCOUNTS.map((account) => (account.account_code === '2000' ? { ...account, account_code: '2050' } : account)),
      ),
    )
    const fact = await bookExpense(customer)
    expect(codesOf(fact)).to.deep.equal(['account_mapping_missing'])
    const mappings = [{ mapping_key: 'posting.accounts_payable', account_code: '2050', valid_from: '2026-03-15' }]
    const { status, body } = await put('/v1/account-mappings', { end_customer_id: customer, mappings }, { wait: 10 })
    expect([status, body.data[0]?.version, body.data[0]?.is_default]).to.deep.equal([202, 1, false])
    expect((await factOf(fact.id)).state).to.equal('posted')
    expect(codesOf(await bookExpense(customer, { business_date: '2026-03-14' }))).to.deep.equal([
      'account_mapping_missing',
    ])
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
      (await linesOf((await bookExpense(customer, { business_date })).journal_entry_id.id))[0]?.[0]
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
    await bookExpense(customer)
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

  it('422: a control account in a role that posts lines by itself, and the other way round', async () => {
    const customer = await newEndCustomer()
    const map = (...pairs: [string, string][]) => {
      const mappings = pairs.map(([mapping_key, account_code]) => ({
        mapping_key,
        account_code,
        valid_from: '2026-01-01',
      }))
      return put('/v1/account-mappings', { end_customer_id: customer, mappings })
    }
    for (const pair of [
      ['posting.bank', '2000'],
      ['posting.rounding', '1100'],
      ['posting.result', '2000'],
      ['posting.result.sole_proprietor.private', '1100'],
      ['posting.customer_credit', '1020'],
      ['posting.accounts_receivable.currency.EUR', '1020'],
    ] as [string, string][]) {
      expectRefusal(await map(pair), 422, 'control_account')
    }
    expectRefusal(
      await map(['posting.fx_gain', '6500'], ['posting.supplier_advance', '6500']),
      422,
      'control_account',
      'control_account',
    )
    expect((await map(['posting.expense.category.deposit', '2000'])).status).to.equal(202)
  })

  it('422: a role of open items on an account that can never have them', async () => {
    const customer = await newKmuCustomer()
    const map = (mapping_key: string, account_code: string) => {
      const mappings = [{ mapping_key, account_code, valid_from: '2026-01-01' }]
      return put('/v1/account-mappings', { end_customer_id: customer, mappings })
    }
    // Cash, an overdraft, an allowance, tax in both directions, equity, revenue, expense and class 9.
    for (const code of ['1000', '1024', '2100', '1109', '1171', '2201', '2800', '3200', '6500', '9100']) {
      const refused = await map('posting.supplier_advance', code)
      expectRefusal(refused, 422, 'control_account')
      expect(refused.body.error.details[0]?.pointer).to.equal('/mappings/0/account_code')
    }
    expect((await map('posting.supplier_advance', '1140')).status).to.equal(202)
    // The other way round: an account with open items is no account of the bank, whichever role has made it one.
    expectRefusal(await map('posting.bank.CH9300762011623852957', '1140'), 422, 'control_account')
  })

  it('422: a control account of a type that can never have open items, also before anything is booked', async () => {
    const customer = await newKmuCustomer()
    const retype = (account_code: string, account_type: string) => {
      const accounts = [{ account_code, account_name: 'x', account_type }]
      return put('/v1/accounts', { end_customer_id: customer, valid_from: '2026-01-01', accounts })
    }
    for (const [code = '', type = ''] of [
      ['1100', 'expense'],
      ['2000', 'equity'],
      ['2030', 'revenue'],
      ['1192', 'expense'],
    ]) {
      const refused = await retype(code, type)
      expectRefusal(refused, 422, 'control_account')
      expect(refused.body.error.details[0]?.pointer).to.equal('/accounts/0/account_type')
    }
    expect((await retype('6500', 'asset')).status).to.equal(202)
    // A role that a chart brings by itself is left out where its account could not have it.
    const other = randomUUID()
    const accounts = [{ account_code: '1100', account_name: 'x', account_type: 'expense' }]
    await put('/v1/accounts', chart(other, '2020-01-01', accounts))
    const { body } = await get(`/v1/account-mappings?end_customer_id=${other}`)
    expect(body.data.map(({ mapping_key }) => mapping_key)).not.to.include('posting.accounts_receivable')
  })
})
