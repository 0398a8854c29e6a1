import { expect } from 'chai'
import { endpoints } from '../../../api/routes.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { bankEntry, camt053Message, transaction } from '../../camt053/messages.ts'
import { eventually } from '../../support/books.ts'
import { type Answer, get, post, put, upload } from '../../support/client.ts'
import {
  chart,
  chf,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  newEndCustomer,
  VOUCHERS,
  voucher,
} from '../../support/examples.ts'
import { service } from '../../support/service.ts'

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
  payment: string
  candidate: string
  handoff: string
  allocation: string
  settlement: string
  manual_payment: string
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
  'post /v1/source-facts/batch': async ({ theirs, key }) => {
    const answer = await post('/v1/source-facts/batch', { items: [expense(theirs), expense(theirs)] }, { key })
    expect(answer.body.data.map(({ outcome, details }: any) => [outcome, details[0].code])).to.deep.equal([
      ['rejected', 'forbidden'],
      ['rejected', 'forbidden'],
    ])
    return [[answer, 202]]
  },
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
  'post /v1/camt-053/imports': async ({ theirs, key }) => [[await upload(theirs, camt053Message(), { key }), 403]],
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
  'get /v1/payments': async ({ mine, theirs, key, statement_import }) => [
    [await get(`/v1/payments?end_customer_id=${theirs}`, { key }), 403],
    [await empty(`/v1/payments?end_customer_id=${mine}&import_id=${statement_import}`, key), 200],
  ],
  'get /v1/payments/:payment_id': one('/v1/payments', 'payment'),
  'get /v1/settlement-candidates': async ({ mine, theirs, key, payment }) => [
    [await get(`/v1/settlement-candidates?end_customer_id=${theirs}`, { key }), 403],
    [await empty(`/v1/settlement-candidates?end_customer_id=${mine}&payment_id=${payment}`, key), 200],
  ],
  'get /v1/settlement-candidates/:candidate_id': one('/v1/settlement-candidates', 'candidate'),
  'post /v1/settlement-candidates/:candidate_id/allocation-handoffs': async (world) => {
    const path = `/v1/settlement-candidates/${world.candidate}/allocation-handoffs`
    const handoff = (end_customer_id: string) => ({
      end_customer_id,
      payment_id: world.payment,
      target_document_id: world.document,
      open_ar_snapshot: chf(10_810),
      proposed_amount: chf(10_810),
      reviewer_justification: 'x',
    })
    return [
      [await post(path, handoff(world.mine), { key: world.key }), 404],
      [await post(path, handoff(world.theirs), { key: world.key }), 403],
    ]
  },
  'get /v1/settlement-candidates/:candidate_id/allocation-handoffs': async ({ mine, theirs, key, candidate }) => {
    const path = `/v1/settlement-candidates/${candidate}/allocation-handoffs`
    return [
      [await get(path, { key }), 404],
      [await get(`${path}?end_customer_id=${mine}`, { key }), 404],
      [await get(`${path}?end_customer_id=${theirs}`, { key }), 403],
    ]
  },
  'get /v1/allocation-handoffs/:handoff_id': one('/v1/allocation-handoffs', 'handoff'),
  'post /v1/allocations': async ({ mine, theirs, key, payment, document: document_id }) => {
    const allocation = (end_customer_id: string) => ({
      end_customer_id,
      payment_id: payment,
      lines: [{ document_id, amount: chf(1) }],
    })
    return [
      [await post('/v1/allocations', allocation(mine), { key }), 422],
      [await post('/v1/allocations', allocation(theirs), { key }), 403],
    ]
  },
  'get /v1/allocations': async ({ mine, theirs, key, payment }) => [
    [await get(`/v1/allocations?end_customer_id=${theirs}`, { key }), 403],
    [await empty(`/v1/allocations?end_customer_id=${mine}&payment_id=${payment}`, key), 200],
  ],
  'get /v1/allocations/:allocation_id': one('/v1/allocations', 'allocation'),
  'post /v1/allocations/:allocation_id/reverse': reversal(({ allocation }) => `/v1/allocations/${allocation}`),
  'post /v1/supplier-payables/:supplier_payable_id/settlements': async ({ mine, theirs, key, payable }) => {
    const settlement = { settlement_date: '2026-03-31', amount: chf(1), reviewer_justification: 'x' }
    const path = `/v1/supplier-payables/${payable}/settlements`
    return [
      [await post(path, { end_customer_id: mine, ...settlement }, { key }), 404],
      [await post(path, { end_customer_id: theirs, ...settlement }, { key }), 403],
    ]
  },
  'get /v1/supplier-payables/:supplier_payable_id/settlements': async ({ mine, theirs, key, payable }) => [
    [await get(`/v1/supplier-payables/${payable}/settlements`, { key }), 404],
    [await get(`/v1/supplier-payables/${payable}/settlements?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/supplier-payables/${payable}/settlements?end_customer_id=${theirs}`, { key }), 403],
  ],
  'post /v1/supplier-payables/:supplier_payable_id/settlements/:settlement_id/reverse': reversal(
    ({ payable, settlement }) => `/v1/supplier-payables/${payable}/settlements/${settlement}`,
  ),
  'post /v1/manual-payments': async ({ theirs, key }) => {
    const manual = { end_customer_id: theirs, amount: chf(1), event_date: '2026-03-31' }
    return [[await post('/v1/manual-payments', manual, { key }), 403]]
  },
  'get /v1/events': async ({ mine, theirs, key }) => [
    [await get(`/v1/events?end_customer_id=${theirs}`, { key }), 403],
    [await empty(`/v1/events?end_customer_id=${mine}`, key), 200],
  ],
  'get /v1/manual-payments': async ({ mine, theirs, key }) => [
    [await get(`/v1/manual-payments?end_customer_id=${theirs}`, { key }), 403],
    [await empty(`/v1/manual-payments?end_customer_id=${mine}`, key), 200],
  ],
  'get /v1/manual-payments/:payment_id': one('/v1/manual-payments', 'manual_payment'),
  'post /v1/manual-payments/:payment_id/reverse': reversal(
    ({ manual_payment }) => `/v1/manual-payments/${manual_payment}`,
  ),
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
    const { body: statement_import } = await upload(
      theirs,
      camt053Message({ bankEntries: bankEntry({ details: transaction() }) }),
      {
        wait: 10,
      },
    )
    const { body: bank_entries } = await get(`/v1/camt-053/entries?end_customer_id=${theirs}`)
    const { body: payments } = await get(`/v1/payments?end_customer_id=${theirs}`)
    let candidates: any[] = []
    await eventually(async () => {
      candidates = (await get(`/v1/settlement-candidates?end_customer_id=${theirs}`)).body.data
      return candidates.length > 0
    })
    const [first] = documents.data
    const { body: handoff } = await post(`/v1/settlement-candidates/${candidates[0].id}/allocation-handoffs`, {
      end_customer_id: theirs,
      payment_id: payments.data[0].id,
      target_document_id: first.id,
      open_ar_snapshot: first.open_amount,
      proposed_amount: chf(1),
      reviewer_justification: 'x',
    })
    const { body: allocation } = await post('/v1/allocations', {
      end_customer_id: theirs,
      payment_id: payments.data[0].id,
      lines: [{ document_id: first.id, amount: chf(1) }],
    })
    const owed = (await get(`/v1/supplier-payables?end_customer_id=${theirs}`)).body.data[0].id
    const { body: settlement } = await post(`/v1/supplier-payables/${owed}/settlements`, {
      end_customer_id: theirs,
      settlement_date: '2026-03-31',
      amount: chf(1),
      reviewer_justification: 'x',
    })
    const manual_payment = { end_customer_id: theirs, amount: chf(1), event_date: '2026-03-31' }
    const { body: manual } = await post('/v1/manual-payments', manual_payment)
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
      payment: payments.data[0].id,
      candidate: candidates[0].id,
      handoff: handoff.id,
      allocation: allocation.id,
      settlement: settlement.id,
      manual_payment: manual.id,
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

function one(list: string, kind: keyof World): Attempt {
  return async (world) => [
    [await get(`${list}/${world[kind]}`, { key: world.key }), 404],
    [await get(`${list}/${world[kind]}?end_customer_id=${world.mine}`, { key: world.key }), 404],
    [await get(`${list}/${world[kind]}?end_customer_id=${world.theirs}`, { key: world.key }), 403],
  ]
}

function reversal(path: (world: World) => string): Attempt {
  return async (world) => [
    [await post(`${path(world)}/reverse`, { end_customer_id: world.mine, reason: 'x' }, { key: world.key }), 404],
    [await post(`${path(world)}/reverse`, { end_customer_id: world.theirs, reason: 'x' }, { key: world.key }), 403],
  ]
}

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
