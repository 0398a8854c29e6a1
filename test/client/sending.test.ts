import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { openClient, RequestRefused, RequestUnanswered } from '../../shared/client/index.ts'
import { pauseBefore } from '../../shared/client/pauses.ts'
import { expense, newEndCustomer } from '../support/requests/examples.ts'
import { service } from '../support/service.ts'
import { type Mishap, openWay, type Way } from './faulty-way.ts'

describe('the client sends a request until it is answered', () => {
  let way: Way
  afterEach(() => way.close())

  const open = async (...mishaps: Mishap[]) => {
    way = await openWay(mishaps)
    return openClient({ url: way.url, key: service().key, deadline_ms: 20_000 })
  }

  it('under one idempotency key, however often answers are lost or cut: one fact', async () => {
    const customer = await newEndCustomer()
    const client = await open('lost', 'cut', { status: 502 }, 'lost')
    const { body, is_replay, status } = await client.exchange('recordExpenseDocument', { body: expense(customer) })
    expect([status, is_replay, body.object]).to.deep.equal([202, true, 'source_fact'])
    expect(way.keys).to.have.length(5)
    expect(new Set(way.keys).size).to.equal(1)
    const facts = await client.listSourceFacts({ query: { end_customer_id: customer } })
    expect(facts.data.map(({ id }) => id)).to.deep.equal([body.id])
  })

  it('and waits at least as long as Retry-After says', async () => {
    const client = await open({ status: 503, retry_after: '1' })
    const started = performance.now()
    await client.getEndCustomer({ end_customer_id: await newEndCustomer() })
    expect(performance.now() - started).to.be.at.least(990)
  })

  it('and until the date that a router says, in the form of HTTP', () => {
    const pauseOf = (retry_after: string) => pauseBefore(1, retry_after, 0, Date.UTC(2026, 10, 27, 8, 59, 57))
    for (const [retry_after, pause_ms] of [
      ['Fri, 27 Nov 2026 09:00:00 GMT', 3_000],
      ['Fri, 27 Nov 2026 08:59:00 GMT', 100],
      ['Fri, 99 Nov 2026 08:59:00 GMT', 100],
      ['2027-01-01', 100],
      ['2', 2_000],
    ] as const)
      expect(pauseOf(retry_after), retry_after).to.equal(pause_ms)
  })

  it('but a request that is refused only once, with every detail', async () => {
    const client = await open()
    const wrong = expense(await newEndCustomer(), { business_date: '2026-02-30', external_reference: '' })
    const refused = await client.recordExpenseDocument({ body: wrong }).catch((error: unknown) => error)
    if (!(refused instanceof RequestRefused)) throw refused
    expect([refused.status, refused.code, typeof refused.request_id]).to.deep.equal([
      422,
      'validation_failed',
      'string',
    ])
    expect(refused.details.map(({ pointer }) => pointer)).to.have.members(['/business_date', '/external_reference'])
    expect(way.keys).to.have.length(1)
  })

  it('and says under which key nobody has answered, once its deadline is over', async () => {
    const client = await open('slow', 'slow', 'slow')
    const body = expense(await newEndCustomer())
    const started = performance.now()
    const failed = await client
      .recordExpenseDocument({ body }, { idempotency_key: 'mine', deadline_ms: 400 })
      .catch((error: unknown) => error)
    if (!(failed instanceof RequestUnanswered)) throw failed
    expect(failed.idempotency_key).to.equal('mine')
    expect(performance.now() - started).to.be.within(390, 2_000)
    expect(new Set(way.keys)).to.deep.equal(new Set(['mine']))
  })

  it('and stops at once when its caller gives up', async () => {
    const client = await open({ status: 503, retry_after: '10' })
    const giving_up = new AbortController()
    setTimeout(() => giving_up.abort(new Error('enough')), 100)
    const started = performance.now()
    const failed = await client
      .getEndCustomer({ end_customer_id: randomUUID() }, { signal: giving_up.signal })
      .catch((error: unknown) => error)
    expect((failed as Error).message).to.equal('enough')
    expect(performance.now() - started).to.be.below(5_000)
  })

  it('sends its key to nobody else: it follows no redirect', async () => {
    const client = await open({ status: 307 })
    const failed = await client
      .getEndCustomer({ end_customer_id: await newEndCustomer() })
      .catch((error: unknown) => error)
    if (!(failed instanceof RequestRefused)) throw failed
    expect([failed.status, failed.code]).to.deep.equal([307, 'unknown'])
    expect(way.keys).to.have.length(1)
  })

  it('tries a fact without storing it', async () => {
    const customer = await newEndCustomer()
    const client = await open({ status: 503 })
    const trial = await client.dryRun('recordExpenseDocument', { body: expense(customer) })
    expect([trial.state, trial.entry?.totals.debit.amount_minor]).to.deep.equal(['posted', 10_810])
    expect((await client.listSourceFacts({ query: { end_customer_id: customer } })).data).to.deep.equal([])
  })

  it('reads a fact again until it is decided, a statement as CSV, and a change by its hash', async () => {
    const customer = await newEndCustomer()
    const client = await open()
    const fact = await client.waitUntilDecided(await client.recordExpenseDocument({ body: expense(customer) }))
    expect(fact.state).to.equal('posted')
    const query = { end_customer_id: customer, fiscal_year_id: 'FY2026' }
    const csv = await client.represent('getTrialBalance', { query }, 'text/csv')
    expect(csv.headers.get('content-type')).to.match(/^text\/csv/)
    expect(await csv.text()).to.contain('2000')
    const { headers } = await client.exchange('getTrialBalance', { query })
    const etag = headers.get('etag') ?? ''
    const again = await client.exchange('getTrialBalance', { query }, { headers: { 'If-None-Match': etag } })
    expect(again.status).to.equal(304)
  })
})
