import { expect } from 'chai'
import type { SourceFactCorrectionTrial } from '../../../shared/contract/facts/fact-trials.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { factOf } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import {
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  newEndCustomer,
  VOUCHERS,
  voucher,
} from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { rowsOfTables } from '../../support/watched/rows-of-tables.ts'

type Correction = 'reverse' | 'withdraw'

describe('POST /v1/source-facts/{id}/reverse and /withdraw with dry_run=true', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newEndCustomer()
  })
  const send = (id: string, what: Correction, more: object, query = '', options: object = {}) =>
    post(
      `/v1/source-facts/${id}/${what}${query}` as `/v1/source-facts/${string}/reverse`,
      { end_customer_id: customer, reason: 'sent twice', ...more },
      options,
    )
  const tryOut = async (id: string, what: Correction, more: object = {}) => {
    const { status, text } = await send(id, what, more, '?dry_run=true', { idempotencyKey: null })
    expect(status, text).to.equal(200)
    return JSON.parse(text) as SourceFactCorrectionTrial
  }

  it('200: the entry that the same reversal is booked with; nothing is stored', async () => {
    for (const [path, body, more] of [
      [EXPENSES, expense(customer), {}],
      [INVOICES, invoice(customer), { posting_date: '2026-05-31' }],
      [VOUCHERS, voucher(customer, { payload: { lines: [debit('1020', 5_000), credit('3400', 5_000)] } }), {}],
    ] as const) {
      const { body: fact } = await post(path, body, { wait: 10 })
      expect(fact.state).to.equal('posted')
      const before = await rowsOfTables(customer)
      const trial = await tryOut(fact.id, 'reverse', more)
      expect(await rowsOfTables(customer)).to.deep.equal(before)
      expect([trial.source_fact_id, trial.state, trial.blockers]).to.deep.equal([fact.id, 'reversed', []])
      const { body: reversed } = await send(fact.id, 'reverse', more, '', { wait: 10 })
      expect(reversed.state).to.equal('reversed')
      const { body: journal } = await get(`/v1/journal-entries?end_customer_id=${customer}`)
      const booked = there(journal.data.find(({ reversal_of }) => reversal_of === fact.journal_entry_id.id))
      const { lines, ...entry } = there(trial.entry)
      expect(booked).to.deep.include(entry)
      expect(lines).to.deep.equal(booked.lines.map(({ account_id: _, account_name: __, ...line }) => line))
    }
  })

  it('200: what would block the reversal, and then the reversal waits with just that', async () => {
    const { body: fact } = await post(EXPENSES, expense(customer), { wait: 10 })
    const lock = { end_customer_id: customer, locked_through: '2099-12-31', reason: 'checked' }
    expect((await put('/v1/period-locks', lock)).status).to.equal(202)
    const trial = await tryOut(fact.id, 'reverse')
    expect([trial.state, trial.entry, trial.blockers.map(({ code }) => code)]).to.deep.equal([
      'posted',
      null,
      ['fiscal_year_closed'],
    ])
    const { body: waiting } = await send(fact.id, 'reverse', {}, '', { wait: 10 })
    expect([waiting.state, there(waiting.intents[0]).blockers]).to.deep.equal(['posted', trial.blockers])
  })

  it('200: a fact that is not booked would be withdrawn; it stays as it is', async () => {
    const { body: fact } = await post(EXPENSES, expense(customer, { evidence_links: [] }), { wait: 10 })
    expect(fact.state).to.equal('blocked')
    const before = await rowsOfTables(customer)
    const trial = await tryOut(fact.id, 'withdraw')
    expect(trial).to.deep.equal({
      object: 'source_fact_correction_trial',
      end_customer_id: customer,
      source_fact_id: fact.id,
      state: 'withdrawn',
      blockers: [],
      entry: null,
    })
    expect(await rowsOfTables(customer)).to.deep.equal(before)
    expect((await factOf(fact.id)).state).to.equal('blocked')
  })

  it('is refused for what the request is refused for, with the same words', async () => {
    const { body: posted } = await post(EXPENSES, expense(customer), { wait: 10 })
    const { body: blocked } = await post(EXPENSES, expense(customer, { evidence_links: [] }), { wait: 10 })
    const nobody = posted.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    for (const [id, what, more, status] of [
      [posted.id, 'withdraw', {}, 409],
      [blocked.id, 'reverse', {}, 409],
      [nobody, 'reverse', {}, 404],
      [nobody, 'withdraw', {}, 404],
      [posted.id, 'reverse', { posting_date: '2000-01-01' }, 422],
      [posted.id, 'reverse', { reason: '' }, 422],
    ] as const) {
      const tried = await send(id, what, more, '?dry_run=true', { idempotencyKey: null })
      const sent = await send(id, what, more)
      const said = ({ body: { error } }: typeof sent) => ({ ...error, request_id: undefined })
      expect([tried.status, said(tried)]).to.deep.equal([status, said(sent)])
    }
    for (const query of ['?dry_run=false', '?dry_run=true&x=1'])
      expect((await send(posted.id, 'reverse', {}, query)).status).to.equal(400)
  })

  it('takes a key that may only read', async () => {
    const { body: fact } = await post(EXPENSES, expense(customer), { wait: 10 })
    const only = { client_name: 'reader', scopes: ['read'] as ['read'], end_customer_ids: [customer] }
    const key = await issueKey(service().home, only)
    expect((await send(fact.id, 'reverse', {}, '?dry_run=true', { key, idempotencyKey: null })).status).to.equal(200)
    expect((await send(fact.id, 'reverse', {}, '', { key })).status).to.equal(403)
  })
})
