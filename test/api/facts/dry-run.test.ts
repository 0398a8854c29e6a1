import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { NEW_BOOKS } from '../../../shared/accounting/setup/new-books.ts'
import type { SourceFactTrial } from '../../../shared/contract/facts/fact-trials.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { ensureEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import { factOf } from '../../support/books.ts'
import { get, post } from '../../support/client.ts'
import { chf, expense, newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { rowsOfTables } from '../../support/watched/rows-of-tables.ts'

const EXPENSES = '/v1/source-facts/expense-documents'
const INVOICES = '/v1/source-facts/customer-invoices'
const VOUCHERS = '/v1/source-facts/journal-vouchers'

describe('POST of a fact with dry_run=true', () => {
  it('200: the entry that the same fact is booked with when it is sent, account by account', async () => {
    const customer = await newEndCustomer()
    for (const [path, body] of [
      [EXPENSES, expense(customer)],
      [INVOICES, invoice(customer)],
      [VOUCHERS, voucher(customer)],
    ] as const) {
      const trial = await tryOut(path, body)
      expect([trial.state, trial.blockers, trial.known_as]).to.deep.equal(['posted', [], null])
      const { body: fact } = await post(path, body, { wait: 10 })
      const { body: booked } = await get(`/v1/journal-entries/${there(fact.journal_entry_id.id)}`)
      const { lines, ...entry } = there(trial.entry)
      expect(booked).to.deep.include(entry)
      expect(lines).to.deep.equal(booked.lines.map(({ account_id: _, account_name: __, ...line }) => line))
    }
  })

  it('200: the blockers that the same fact waits with, in their order', async () => {
    const customer = await newEndCustomer()
    const body = expense(customer, { business_date: '2019-05-01', evidence_links: [] })
    const trial = await tryOut(EXPENSES, body)
    const { body: fact } = await post(EXPENSES, body, { wait: 10 })
    expect(trial.blockers).not.to.deep.equal([])
    expect([trial.state, trial.entry, trial.blockers, trial.warnings]).to.deep.equal([
      'blocked',
      null,
      fact.blockers,
      fact.warnings,
    ])
  })

  it('stores nothing: no row of its end customer in any table, and no record of its key', async () => {
    const customer = await newEndCustomer()
    const before = await rowsOfTables(customer)
    await tryOut(EXPENSES, expense(customer, { business_date: '2024-05-01' }))
    await tryOut(VOUCHERS, voucher(customer))
    expect(await rowsOfTables(customer)).to.deep.equal(before)
    expect((await get(`/v1/source-facts?end_customer_id=${customer}`)).body.data).to.deep.equal([])
  })

  it('200: says which fact is known by its key, and which blocked ones it would take the place of', async () => {
    const customer = await newEndCustomer()
    const waiting = expense(customer, { evidence_links: [] })
    const { body: blocked } = await post(EXPENSES, waiting, { wait: 10 })
    expect(blocked.state).to.equal('blocked')
    const again = await tryOut(EXPENSES, waiting)
    expect([again.state, again.known_as, again.supersedes, again.blockers]).to.deep.equal([
      'blocked',
      blocked.id,
      [],
      blocked.blockers,
    ])
    const corrected = expense(customer, { external_reference: waiting.external_reference })
    const trial = await tryOut(EXPENSES, corrected)
    expect([trial.state, trial.known_as, trial.supersedes]).to.deep.equal(['posted', null, [blocked.id]])
    expect((await factOf(blocked.id)).state).to.equal('blocked')
  })

  it('says of a fact that is there already what sending it again does: nothing, or 409 where the body differs', async () => {
    const customer = await newEndCustomer()
    const sent = expense(customer)
    const { body: fact } = await post(EXPENSES, sent, { wait: 10 })
    const again = await tryOut(EXPENSES, sent)
    expect([again.state, again.known_as, again.entry, again.blockers, again.supersedes]).to.deep.equal([
      'posted',
      fact.id,
      null,
      [],
      [],
    ])
    const other = { ...sent, business_date: '2026-03-16' }
    const [tried, refused] = [await post(`${EXPENSES}?dry_run=true`, other), await post(EXPENSES, other)]
    const said = ({ status, body }: typeof refused) => [status, { ...body.error, request_id: undefined }]
    expect(said(tried as unknown as typeof refused)).to.deep.equal(said(refused))
    expect(refused.status).to.equal(409)
  })

  it('takes a key that may only read, without an Idempotency-Key, for its end customers alone', async () => {
    const customer = await newEndCustomer()
    const only = { client_name: 'reader', scopes: ['read'] as ['read'], end_customer_ids: [customer] }
    const key = await issueKey(service().home, only)
    const options = { key, idempotencyKey: null }
    expect((await post(`${EXPENSES}?dry_run=true`, expense(customer), options)).status).to.equal(200)
    expect((await post(EXPENSES, expense(customer), { key })).status).to.equal(403)
    const foreign = await post(`${EXPENSES}?dry_run=true`, expense(await newEndCustomer()), options)
    expect([foreign.status, foreign.body.error.code]).to.deep.equal([403, 'forbidden'])
  })

  it('200: decides a fact of an end customer that nobody knows by the books that the fact would make', async () => {
    for (const [path, fact] of [
      [EXPENSES, expense(randomUUID())],
      [INVOICES, invoice(randomUUID())],
      [VOUCHERS, voucher(randomUUID())],
    ] as const) {
      const trial = await tryOut(path, fact)
      expect((await get(`/v1/end-customers/${fact.end_customer_id}`)).status).to.equal(404)
      const { body: sent } = await post(path, fact, { wait: 10 })
      expect([trial.state, trial.entry, trial.blockers, trial.warnings]).to.deep.equal([
        'blocked',
        null,
        sent.blockers,
        sent.warnings,
      ])
    }
  })

  it('knows what the first request of an end customer makes', async () => {
    const customer = randomUUID()
    const { pool } = service().web
    await pool.transaction((tx) => ensureEndCustomer(tx, customer))
    const made = there((await readPostingSettings(pool, [customer])).get(customer))
    expect({ ...made, vat_method: undefined }).to.deep.equal({ ...NEW_BOOKS, vat_method: undefined })
  })

  it('400 for anything but true, 422 with every field that is wrong', async () => {
    const customer = await newEndCustomer()
    for (const query of ['dry_run=false', 'dry_run=1', 'dry_run=', 'dry_run=true&dry_run=true', 'dry_run=true&wait=3'])
      expect((await post(`${EXPENSES}?${query}` as typeof EXPENSES, expense(customer))).status, query).to.equal(400)
    const wrong = await post(`${EXPENSES}?dry_run=true`, expense(customer, { business_date: '2026-02-30' }))
    expect([wrong.status, wrong.body.error.details.map(({ pointer }) => pointer)]).to.deep.equal([
      422,
      ['/business_date'],
    ])
    const zero = voucher(customer, [
      { account_code: '1020', debit: chf(0) },
      { account_code: '3400', credit: chf(0) },
    ])
    expect((await post(`${VOUCHERS}?dry_run=true`, zero)).status).to.equal(422)
  })
})

async function tryOut(path: string, body: object): Promise<SourceFactTrial> {
  const { status, text } = await post(`${path}?dry_run=true` as `${typeof EXPENSES}?dry_run=true`, body)
  expect(status, text).to.equal(200)
  return JSON.parse(text)
}

function invoice(customer: string) {
  const { payload: _, ...fields } = expense(customer)
  return {
    ...fields,
    fact_type: 'customer_invoice',
    payload: {
      currency: 'CHF',
      document_date: '2026-03-14',
      document_number: `R-${randomUUID()}`,
      gross_amount: chf(21_620),
      customer: { name: 'Gasthof Löwen AG' },
      revenue_category: 'services',
      tax_lines: [{ tax_code: 'V81', net_amount: chf(20_000), tax_amount: chf(1_620) }],
    },
  }
}

function voucher(
  customer: string,
  lines: readonly object[] = [
    { account_code: '1020', debit: chf(5_000), text: 'Bar' },
    { account_code: '3400', credit: chf(5_000) },
  ],
) {
  const { payload: _, ...fields } = expense(customer)
  return { ...fields, fact_type: 'journal_voucher', payload: { text: 'Tageseinnahme', lines } }
}
