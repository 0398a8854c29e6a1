import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { endpoints } from '../../../api/routes.ts'
import { get, post, put } from '../../support/client.ts'
import { readOpenApi } from '../../support/openapi.ts'
import { ACCOUNTS, chart, EXPENSES, expense, newEndCustomer } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'

describe('lists', () => {
  let customer: string
  before(async () => {
    customer = await newEndCustomer()
    for (const month of ['01', '02', '03', '04', '05']) {
      await post(EXPENSES, expense(customer, { business_date: `2026-${month}-10` }), { wait: 10 })
    }
    // Entries of another end customer have the same numbers, in a year of the same name.
    const other = await newEndCustomer()
    for (const year of ['2025', '2026']) {
      const payload = { document_date: `${year}-03-11` }
      await post(EXPENSES, expense(other, { business_date: `${year}-03-11`, payload }), { wait: 10 })
    }
    const blocked = expense(customer, { external_reference: 'NO-RECEIPT', evidence_links: [] })
    await post(EXPENSES, blocked, { wait: 10 })
  })

  for (const [path, cursor, size] of [
    ['/v1/source-facts', 'id', 6],
    ['/v1/journal-entries', 'id', 5],
    ['/v1/accounts', 'account_code', ACCOUNTS.length],
    ['/v1/account-mappings', 'account_mapping_id', 14],
    ['/v1/supplier-payables', 'id', 5],
  ] as const) {
    it(`${path}: pages follow each other without gap or overlap`, async () => {
      const { body: all } = await get(`${path}?end_customer_id=${customer}&limit=500`)
      expect(all.has_more).to.equal(false)
      expect(all.data.length).to.be.at.least(size)
      const seen: unknown[] = []
      for (let after = ''; ; ) {
        const { body } = await get(`${path}?end_customer_id=${customer}&limit=2${after}`)
        seen.push(...body.data)
        if (!body.has_more) break
        after = `&starting_after=${new Map(Object.entries(there(body.data.at(-1)))).get(cursor)}`
      }
      expect(seen).to.deep.equal(all.data)
    })
  }

  for (const [query, size] of [
    ['state=blocked', 1],
    ['state=posted', 5],
    ['state=received', 0],
    ['blocker=receipt_missing', 1],
    ['blocker=amount_zero', 0],
    ['fact_type=expense_document', 6],
    ['external_reference=NO-RECEIPT', 1],
  ] as const) {
    it(`/v1/source-facts?${query}`, async () => {
      const { body } = await get(`/v1/source-facts?end_customer_id=${customer}&${query}`)
      expect(body.data).to.have.length(size)
    })
  }

  for (const [query, numbers] of [
    ['fiscal_year_id=FY2026', [1, 2, 3, 4, 5]],
    ['fiscal_year_id=FY2025', []],
    ['from_date=2026-02-10&to_date=2026-04-09', [2, 3]],
    ['from_date=2025-01-01&to_date=2025-12-31', []],
    ['account_code=6500', [1, 2, 3, 4, 5]],
    ['account_code=6300', []],
  ] as const) {
    it(`/v1/journal-entries?${query}`, async () => {
      const { body } = await get(`/v1/journal-entries?end_customer_id=${customer}&${query}`)
      expect(body.data.map((entry) => entry.entry_number)).to.deep.equal(numbers)
      expect(body.data.filter(({ end_customer_id }) => end_customer_id !== customer)).to.deep.equal([])
    })
  }
})

describe('GET /v1/supplier-payables', () => {
  it('shows what each document owes, follows its fact, and closes with a reversal', async () => {
    const customer = await newEndCustomer()
    const payload = { document_number: 'R-1', due_date: '2026-04-15', payment_reference: 'RF18539007547034' }
    const { body: fact } = await post(EXPENSES, expense(customer, { payload }), { wait: 10 })
    const { body: list } = await get(`/v1/supplier-payables?end_customer_id=${customer}&source_fact_id=${fact.id}`)
    const money = { amount_minor: 10_810, currency: 'CHF' }
    expect(list.data[0]).to.deep.include({
      ...payload,
      state: 'open',
      amount: money,
      open_amount: money,
      base_open_amount: money,
    })
    expect(list.data[0]?.journal_entry_id.id).to.equal(fact.journal_entry_id.id)
    await post(`/v1/source-facts/${fact.id}/reverse`, { end_customer_id: customer, reason: 'x' }, { wait: 10 })
    const { body: payable } = await get(`/v1/supplier-payables/${there(list.data[0]).id}`)
    expect([payable.state, payable.open_amount.amount_minor]).to.deep.equal(['reversed', 0])
    expect((await get(`/v1/supplier-payables?end_customer_id=${customer}&state=open`)).body.data).to.deep.equal([])
  })
})

describe('GET and PUT /v1/accounts', () => {
  it('a new version: what it no longer lists is inactive from that day on and kept', async () => {
    const customer = randomUUID()
    await put('/v1/accounts', chart(customer, '2026-01-01'))
    const shorter = ACCOUNTS.filter(({ account_code }) => account_code !== '6300')
    const answer = await put('/v1/accounts', chart(customer, '2026-07-01', shorter))
    expect([answer.status, answer.body.valid_on]).to.deep.equal([202, '2026-07-01'])
    expect(await statusOf(customer, '6300', '2026-06-30')).to.equal('active')
    expect(await statusOf(customer, '6300', '2026-07-01')).to.equal('inactive')
    expect(await statusOf(customer, '6300', '2025-12-31')).to.equal(undefined)
    await put('/v1/accounts', chart(customer, '2026-07-01'))
    expect(await statusOf(customer, '6300', '2026-07-01')).to.equal('active')
    await put('/v1/accounts', chart(customer, '2025-01-01', shorter))
    expect(await statusOf(customer, '6500', '2025-06-30')).to.equal('active')
    expect(await statusOf(customer, '6300', '2026-01-01')).to.equal('active')
  })

  it('ids are given or made, and stay; mappings show what the chart brought along', async () => {
    const customer = randomUUID()
    const accounts = [
      { account_code: '2000', account_name: 'Kreditoren', account_type: 'liability', account_id: 'my-2000' },
      { account_code: '6500', account_name: 'Verwaltung', account_type: 'expense' },
    ]
    const { body: first } = await put('/v1/accounts', chart(customer, '2026-01-01', accounts))
    expect(first.data[0]?.account_id).to.equal('my-2000')
    expect(first.data[0]?.mappings.map((mapping) => mapping.mapping_key)).to.deep.equal(['posting.accounts_payable'])
    const { body: second } = await put(
      '/v1/accounts',
      chart(
        customer,
        '2026-02-01',
        accounts.map(({ account_id, ...rest }) => rest),
      ),
    )
    expect(second.data.map((account) => account.account_id)).to.deep.equal(
      first.data.map((account) => account.account_id),
    )
    const taken = [{ ...accounts[1], account_id: 'my-2000' }]
    const { status, body } = await put('/v1/accounts', chart(customer, '2026-03-01', taken))
    expect([status, body.error.details[0]?.code]).to.deep.equal([422, 'account_id_in_use'])
  })
})

describe('operations', () => {
  it('/healthz and /readyz answer without a key', async () => {
    expect((await get('/healthz', { key: null })).body).to.deep.equal({ status: 'ok' })
    expect((await get('/readyz', { key: null })).body).to.deep.equal({ status: 'ready' })
  })

  it('/openapi.json has every endpoint, and every reference in it leads somewhere', async () => {
    const document = await readOpenApi()
    for (const { path, method, status } of endpoints) {
      const operation = there(document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method])
      expect(operation.responses[status]?.content?.['application/json']?.schema, path).to.be.an('object')
      expect(Boolean(operation.requestBody), path).to.equal(method !== 'get')
    }
    for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(document.components.schemas).to.have.property(name ?? '')
    }
  })

  it('X-Request-Id is taken over when it is sane, and always answered', async () => {
    const sent = await get('/healthz', { headers: { 'X-Request-Id': 'abc-1' } })
    expect(sent.headers.get('X-Request-Id')).to.equal('abc-1')
    const odd = await get('/healthz', { headers: { 'X-Request-Id': 'a b"c' } })
    expect(odd.headers.get('X-Request-Id')).to.match(/^[0-9a-f-]{36}$/)
  })
})

async function statusOf(customer: string, account_code: string, valid_on: string): Promise<string | undefined> {
  const { body } = await get(`/v1/accounts?end_customer_id=${customer}&valid_on=${valid_on}&limit=500`)
  return body.data.find((account) => account.account_code === account_code)?.status
}
