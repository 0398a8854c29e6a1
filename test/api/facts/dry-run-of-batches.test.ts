import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { SourceFactBatchTrial } from '../../../shared/contract/facts/fact-trials.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { findings, quietly } from '../../support/books.ts'
import { get, post } from '../../support/client.ts'
import { EXPENSES, expense, invoice, newEndCustomer, voucher } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { rowsOfTables } from '../../support/watched/rows-of-tables.ts'

const BATCH = '/v1/source-facts/batch'

describe('POST /v1/source-facts/batch?dry_run=true', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newEndCustomer()
  })
  const tryOut = async (items: readonly object[], options: object = { idempotencyKey: null }) => {
    const { status, text } = await post(`${BATCH}?dry_run=true`, { items }, options)
    expect(status, text).to.equal(200)
    return JSON.parse(text) as SourceFactBatchTrial
  }
  const outcomes = ({ data }: SourceFactBatchTrial) =>
    data.map(({ outcome, trial, known_as, details }) => [
      outcome,
      trial?.state ?? null,
      known_as,
      ...details.map(({ pointer, code }) => `${pointer} ${code}`),
    ])

  it('200: what the same batch does when it is sent, item by item; later items see earlier ones', async () => {
    const numbered = (more: object = {}) => expense(customer, { payload: { document_number: 'R-1' }, ...more })
    const corrected = { external_reference: 'EXP-corrected' }
    const items = [
      numbered(),
      // The same document under another reference, which the first one makes a duplicate.
      numbered(),
      expense(customer, { ...corrected, evidence_links: [] }),
      invoice(customer),
      voucher(customer),
      expense(customer, corrected),
    ]
    const before = await rowsOfTables(customer)
    const trial = await tryOut(items)
    expect(await rowsOfTables(customer)).to.deep.equal(before)
    expect(trial.data.map((item) => [item.outcome, item.trial?.state])).to.deep.equal([
      ['created', 'posted'],
      ['created', 'blocked'],
      ['created', 'superseded'],
      ['created', 'posted'],
      ['created', 'posted'],
      ['created', 'posted'],
    ])
    expect(trial.data[1]?.trial?.blockers.map(({ code }) => code)).to.deep.equal(['duplicate_document'])
    expect(trial.counts).to.include({ posted: 4, blocked: 1, superseded: 1, rejected: 0 })
    const { body: sent } = await post(BATCH, { items }, { wait: 10 })
    for (const [index, { source_fact }] of sent.data.entries()) {
      const fact = there(source_fact)
      const tried = there(trial.data[index]?.trial)
      expect([tried.state, unnamed(tried.blockers), tried.warnings], `item ${index}`).to.deep.equal([
        fact.state,
        unnamed(fact.blockers),
        fact.warnings,
      ])
      if (fact.state !== 'posted') continue
      const { body: booked } = await get(`/v1/journal-entries/${there(fact.journal_entry_id).id}`)
      const { lines, ...entry } = there(tried.entry)
      expect(booked, `item ${index}`).to.deep.include(entry)
      expect(lines).to.deep.equal(booked.lines.map(({ account_id: _, account_name: __, ...line }) => line))
    }
    await quietly(customer)
    expect(await findings(customer)).to.deep.equal([])
  })

  /** Before it is sent an item has no id by which the blocker of another one could name it. */
  function unnamed<Said extends { readonly message: string }>(blockers: readonly Said[]) {
    return blockers.map((its) => ({ ...its, message: its.message.replace(/an item of this request|fact_\w{26}/, '…') }))
  }

  it('200: what is known, wrong, twice there or of nobody is told beside what can be tried', async () => {
    const stored = expense(customer)
    const { body: fact } = await post(EXPENSES, stored, { wait: 10 })
    const twice = expense(customer)
    const trial = await tryOut([
      stored,
      { ...stored, business_date: '2026-03-16' },
      twice,
      twice,
      { ...twice, business_date: '2026-03-16' },
      voucher(customer, { payload: { lines: [] } }),
      {},
      expense(randomUUID()),
      expense(customer),
    ])
    expect(outcomes(trial)).to.deep.equal([
      ['replayed', null, fact.id],
      ['conflict', null, fact.id, '/idempotency_key idempotency_key_conflict'],
      ['created', 'posted', null],
      ['replayed', null, null],
      ['conflict', null, null, '/idempotency_key idempotency_key_conflict'],
      ['rejected', null, null, '/payload/lines length'],
      ['rejected', null, null, '/fact_type required'],
      ['created', 'blocked', null],
      ['created', 'posted', null],
    ])
    expect(trial.counts).to.deep.equal({
      posted: 2,
      blocked: 1,
      superseded: 0,
      replayed: 2,
      conflict: 2,
      rejected: 2,
    })
    // A batch in which nothing can be tried has an answer, too.
    expect(outcomes(await tryOut([{}]))).to.deep.equal([['rejected', null, null, '/fact_type required']])
  })

  it('takes a key that may only read; items of others are told as a batch tells them, and a wrong query is 400', async () => {
    const only = { client_name: 'reader', scopes: ['read'] as ['read'], end_customer_ids: [customer] }
    const key = await issueKey(service().home, only)
    const items = [expense(customer), expense(await newEndCustomer())]
    expect(outcomes(await tryOut(items, { key, idempotencyKey: null }))).to.deep.equal([
      ['created', 'posted', null],
      ['rejected', null, null, '/end_customer_id forbidden'],
    ])
    expect((await post(BATCH, { items }, { key })).status).to.equal(403)
    for (const query of ['dry_run=false', 'dry_run=true&wait=3', 'wait=3'])
      expect((await post(`${BATCH}?${query}` as typeof BATCH, { items })).status, query).to.equal(400)
    expect((await post(`${BATCH}?dry_run=true`, { items: [] })).status).to.equal(422)
  })
})
