import { expect } from 'chai'
import { endpoints } from '../../api/routes.ts'
import { issueKey } from '../../shared/issue-key.ts'
import { document } from '../camt053/documents.ts'
import { type Answer, get, post, put, upload } from '../support/client.ts'
import { chart, EXPENSES, expense, INVOICES, invoice, newEndCustomer, VOUCHERS, voucher } from '../support/examples.ts'
import { service } from '../support/service.ts'

type World = {
  mine: string
  theirs: string
  key: string
  fact: string
  entry: string
  mapping: string
  payable: string
  document: string
  statement_import: string
  bank_entry: string
}
type Attempt = (world: World) => Promise<[Answer, number][]>

/** What a key that is limited to `mine` must not do to `theirs`, for each endpoint, and the status it gets. */
const ATTEMPTS: Record<string, Attempt> = {
  'post /v1/source-facts/expense-documents': async ({ theirs, key }) => [
    [await post(EXPENSES, expense(theirs), { key }), 403],
  ],
  'post /v1/source-facts/customer-invoices': async ({ theirs, key }) => [
    [await post(INVOICES, invoice(theirs), { key }), 403],
  ],
  'post /v1/source-facts/journal-vouchers': async ({ theirs, key }) => [
    [await post(VOUCHERS, voucher(theirs), { key }), 403],
  ],
  'get /v1/source-facts': async ({ mine, theirs, key, fact }) => [
    [await get(`/v1/source-facts?end_customer_id=${theirs}`, { key }), 403],
    [await empty(`/v1/source-facts?end_customer_id=${mine}`, key), 200],
    [await empty(`/v1/source-facts?end_customer_id=${mine}&starting_after=${fact}`, key), 200],
  ],
  'get /v1/source-facts/:source_fact_id': async ({ mine, theirs, key, fact }) => [
    [await get(`/v1/source-facts/${fact}`, { key }), 404],
    [await get(`/v1/source-facts/${fact}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/source-facts/${fact}?end_customer_id=${theirs}`, { key }), 403],
  ],
  'post /v1/source-facts/:source_fact_id/reverse': async ({ mine, theirs, key, fact }) => [
    [await post(`/v1/source-facts/${fact}/reverse`, { end_customer_id: mine, reason: 'x' }, { key }), 404],
    [await post(`/v1/source-facts/${fact}/reverse`, { end_customer_id: theirs, reason: 'x' }, { key }), 403],
  ],
  'put /v1/accounts': async ({ theirs, key }) => [[await put('/v1/accounts', chart(theirs), { key }), 403]],
  'get /v1/accounts': async ({ mine, theirs, key }) => [
    [await get(`/v1/accounts?end_customer_id=${theirs}`, { key }), 403],
    [await empty(`/v1/accounts?end_customer_id=${mine}`, key), 200],
  ],
  'get /v1/account-mappings': async ({ mine, theirs, key, mapping }) => [
    [await get(`/v1/account-mappings?end_customer_id=${theirs}`, { key }), 403],
    [await empty(`/v1/account-mappings?end_customer_id=${mine}&starting_after=${mapping}`, key), 200],
  ],
  'put /v1/account-mappings': async ({ theirs, key }) => {
    const mappings = [{ mapping_key: 'posting.bank', account_code: '1020', valid_from: '2026-01-01' }]
    return [[await put('/v1/account-mappings', { end_customer_id: theirs, mappings }, { key }), 403]]
  },
  'get /v1/end-customers/:end_customer_id': async ({ mine, theirs, key }) => [
    [await get(`/v1/end-customers/${theirs}`, { key }), 403],
    [await get(`/v1/end-customers/${mine}`, { key }), 404],
  ],
  'put /v1/end-customers/:end_customer_id': async ({ theirs, key }) => [
    [await put(`/v1/end-customers/${theirs}`, { name: 'x' }, { key }), 403],
  ],
  'get /v1/fiscal-years': async ({ mine, theirs, key }) => [
    [await get(`/v1/fiscal-years?end_customer_id=${theirs}`, { key }), 403],
    [await empty(`/v1/fiscal-years?end_customer_id=${mine}`, key), 200],
  ],
  'put /v1/fiscal-years/:fiscal_year_id': async ({ theirs, key }) => {
    const dates = { start_date: '2026-01-01', end_date: '2026-12-31' }
    return [[await put('/v1/fiscal-years/FY2026', { end_customer_id: theirs, ...dates }, { key }), 403]]
  },
  'post /v1/fiscal-years/:fiscal_year_id/close': async ({ mine, theirs, key }) => [
    [await post('/v1/fiscal-years/FY2026/close', { end_customer_id: theirs, reason: 'x' }, { key }), 403],
    [await post('/v1/fiscal-years/FY2026/close', { end_customer_id: mine, reason: 'x' }, { key }), 404],
  ],
  'post /v1/fiscal-years/:fiscal_year_id/reopen': async ({ mine, theirs, key }) => [
    [await post('/v1/fiscal-years/FY2026/reopen', { end_customer_id: theirs, reason: 'x' }, { key }), 403],
    [await post('/v1/fiscal-years/FY2026/reopen', { end_customer_id: mine, reason: 'x' }, { key }), 404],
  ],
  'get /v1/period-locks': async ({ theirs, key }) => [
    [await get(`/v1/period-locks?end_customer_id=${theirs}`, { key }), 403],
  ],
  'put /v1/period-locks': async ({ theirs, key }) => {
    const lock = { locked_through: '2026-01-31', reason: 'x' }
    return [[await put('/v1/period-locks', { end_customer_id: theirs, ...lock }, { key }), 403]]
  },
  'get /v1/exchange-rates': async ({ mine, theirs, key }) => [
    [await get(`/v1/exchange-rates?end_customer_id=${theirs}`, { key }), 403],
    [await empty(`/v1/exchange-rates?end_customer_id=${mine}`, key), 200],
  ],
  'put /v1/exchange-rates': async ({ theirs, key }) => {
    const rates = [{ currency: 'EUR', rate_date: '2026-01-31', rate: '0.95' }]
    return [[await put('/v1/exchange-rates', { end_customer_id: theirs, rates }, { key }), 403]]
  },
  'get /v1/journal-entries': async ({ mine, theirs, key, fact, entry }) => [
    [await get(`/v1/journal-entries?end_customer_id=${theirs}`, { key }), 403],
    [await empty(`/v1/journal-entries?end_customer_id=${mine}&source_id=${fact}`, key), 200],
    [await get(`/v1/journal-entries?end_customer_id=${mine}&starting_after=${entry}`, { key }), 400],
  ],
  'get /v1/journal-entries/:journal_entry_id': async ({ mine, theirs, key, entry }) => [
    [await get(`/v1/journal-entries/${entry}`, { key }), 404],
    [await get(`/v1/journal-entries/${entry}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/journal-entries/${entry}?end_customer_id=${theirs}`, { key }), 403],
  ],
  'get /v1/supplier-payables': async ({ mine, theirs, key, fact }) => [
    [await get(`/v1/supplier-payables?end_customer_id=${theirs}`, { key }), 403],
    [await empty(`/v1/supplier-payables?end_customer_id=${mine}&source_fact_id=${fact}`, key), 200],
  ],
  'get /v1/supplier-payables/:supplier_payable_id': async ({ mine, theirs, key, payable }) => [
    [await get(`/v1/supplier-payables/${payable}`, { key }), 404],
    [await get(`/v1/supplier-payables/${payable}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/supplier-payables/${payable}?end_customer_id=${theirs}`, { key }), 403],
  ],
  'get /v1/documents': async ({ mine, theirs, key, fact }) => [
    [await get(`/v1/documents?end_customer_id=${theirs}`, { key }), 403],
    [await empty(`/v1/documents?end_customer_id=${mine}&source_fact_id=${fact}`, key), 200],
  ],
  'get /v1/documents/:document_id': async ({ mine, theirs, key, document }) => [
    [await get(`/v1/documents/${document}`, { key }), 404],
    [await get(`/v1/documents/${document}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/documents/${document}?end_customer_id=${theirs}`, { key }), 403],
  ],
  'post /v1/camt-053/imports': async ({ theirs, key }) => [[await upload(theirs, document(), { key }), 403]],
  'get /v1/camt-053/imports/:import_id': async ({ mine, theirs, key, statement_import }) => [
    [await get(`/v1/camt-053/imports/${statement_import}`, { key }), 404],
    [await get(`/v1/camt-053/imports/${statement_import}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/camt-053/imports/${statement_import}?end_customer_id=${theirs}`, { key }), 403],
  ],
  'get /v1/camt-053/entries': async ({ mine, theirs, key, statement_import }) => [
    [await get(`/v1/camt-053/entries?end_customer_id=${theirs}`, { key }), 403],
    [await empty(`/v1/camt-053/entries?end_customer_id=${mine}&import_id=${statement_import}`, key), 200],
  ],
  'get /v1/camt-053/entries/:entry_id': async ({ mine, theirs, key, bank_entry }) => [
    [await get(`/v1/camt-053/entries/${bank_entry}`, { key }), 404],
    [await get(`/v1/camt-053/entries/${bank_entry}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/camt-053/entries/${bank_entry}?end_customer_id=${theirs}`, { key }), 403],
  ],
  'get /v1/statements/or-balance-sheet': statement('or-balance-sheet'),
  'get /v1/statements/or-income-statement': statement('or-income-statement'),
  'get /v1/statements/account-ledger': statement('account-ledger', '&account_code=2000'),
  'get /v1/statements/trial-balance': statement('trial-balance'),
  'get /v1/statements/income-statement': statement('income-statement'),
  'get /v1/statements/balance-sheet': statement('balance-sheet'),
}

describe('tenant isolation', () => {
  let world: World

  before(async () => {
    const theirs = await newEndCustomer()
    const mine = crypto.randomUUID()
    const { body: fact } = await post(EXPENSES, expense(theirs), { wait: 10 })
    await post(INVOICES, invoice(theirs), { wait: 10 })
    const { body: documents } = await get(`/v1/documents?end_customer_id=${theirs}`)
    const { body: statement_import } = await upload(theirs, document(), { wait: 10 })
    const { body: bank_entries } = await get(`/v1/camt-053/entries?end_customer_id=${theirs}`)
    const { body: mappings } = await get(`/v1/account-mappings?end_customer_id=${theirs}`)
    const { body: payables } = await get(`/v1/supplier-payables?end_customer_id=${theirs}`)
    const key = await issueKey(service().web.pool, { client_name: 'limited', end_customer_ids: [mine] })
    world = {
      mine,
      theirs,
      key,
      fact: fact.id,
      entry: fact.journal_entry_id.id,
      mapping: mappings.data[0].account_mapping_id,
      payable: payables.data[0].id,
      document: documents.data[0].id,
      statement_import: statement_import.id,
      bank_entry: bank_entries.data[0].id,
    }
  })

  it('covers every endpoint', () => {
    expect(Object.keys(ATTEMPTS)).to.have.members(endpoints.map(({ method, path }) => `${method} ${path}`))
  })

  for (const [name, attempt] of Object.entries(ATTEMPTS)) {
    it(name, async () => {
      for (const [answer, status] of await attempt(world)) {
        expect(answer.status, answer.text).to.equal(status)
        expect(answer.text).not.to.include(world.theirs)
      }
    })
  }

  it('what they own is untouched, and the key serves its own end customer', async () => {
    const { body } = await get(`/v1/source-facts/${world.fact}`)
    expect([body.state, body.intents]).to.deep.equal(['posted', []])
    expect((await post(EXPENSES, expense(world.mine), { key: world.key })).status).to.equal(202)
    expect((await post(EXPENSES, expense(world.mine.toUpperCase()), { key: world.key })).status).to.equal(202)
  })
})

function statement(name: string, more = ''): Attempt {
  const path = (customer: string) => `/v1/statements/${name}?end_customer_id=${customer}&fiscal_year_id=FY2026${more}`
  return async ({ mine, theirs, key }) => [
    [await get(path(theirs), { key }), 403],
    [await get(path(mine), { key }), 404],
  ]
}

/** A list of ours in which nothing of theirs may appear. */
async function empty(path: string, key: string): Promise<Answer> {
  const answer = await get(path, { key })
  expect(answer.body.data).to.deep.equal([])
  return answer
}
