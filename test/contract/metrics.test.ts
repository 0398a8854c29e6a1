import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { type App, buildApp } from '../../api/app.ts'
import { readConfig } from '../../shared/config.ts'
import { type Deps, openDeps } from '../../shared/deps.ts'
import { get, post } from '../support/client.ts'
import { EXPENSES, expense, newEndCustomer } from '../support/examples.ts'
import { service } from '../support/service.ts'

const TOKEN = 'a-token-for-prometheus'

describe('/metrics', () => {
  let deps: Deps
  let app: App
  let http: Server
  let base_url: string

  const load = (authorization?: string) =>
    fetch(`${base_url}/metrics`, authorization ? { headers: { authorization } } : {})
  const scrape = async () => (await load(`Bearer ${TOKEN}`)).text()
  const figure = (text: string, line: string) =>
    Number(
      text
        .split('\n')
        .find((candidate) => candidate.startsWith(`${line} `))
        ?.split(' ')
        .at(-1),
    )

  // Figures of the database are kept for some seconds, so each test has a process of its own to ask.
  beforeEach(async () => {
    const env = { DATABASE_URL: service().database_url, LOG_LEVEL: 'silent', METRICS_TOKEN: TOKEN }
    deps = await openDeps(readConfig(env), 'web')
    app = buildApp(deps)
    http = createServer(app.koa.callback())
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    base_url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
    await app.close()
    await deps.boss.stop({ graceful: false })
  })

  it('only who sends the token reads them; without a token set nobody does', async () => {
    for (const wrong of [undefined, 'Bearer x', TOKEN, `Bearer ${service().key}`])
      expect((await load(wrong)).status, wrong).to.equal(401)
    const closed = await fetch(`${service().base_url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    expect(closed.status).to.equal(404)
    const open = await load(`Bearer ${TOKEN}`)
    expect([open.status, open.headers.get('content-type')]).to.deep.equal([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    expect(() => readConfig({ METRICS_TOKEN: 'short' })).to.throw(/METRICS_TOKEN/)
  })

  it('requests by route and status, queues, blockers, connections and the event loop; nothing of any customer', async () => {
    const customer = await newEndCustomer()
    const { body } = await post(EXPENSES, expense(customer, { evidence_links: [] }), { wait: 10, base_url })
    expect(body.state).to.equal('blocked')
    await get(`/v1/source-facts/${body.id}`, { base_url })
    await get(`/v1/source-facts/${body.id}`, { base_url, key: 'hb_x_y' })
    await fetch(`${base_url}/v1/nothing-of-the-kind`)
    const text = await scrape()
    const count = (method: string, route: string, status: number) =>
      figure(
        text,
        `hauptbuch_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
      )
    expect(count('POST', EXPENSES, 202)).to.equal(1)
    expect(count('GET', '/v1/source-facts/:source_fact_id', 200)).to.equal(1)
    expect(count('GET', '/v1/source-facts/:source_fact_id', 401)).to.equal(1)
    expect(count('GET', 'none', 404)).to.equal(1)
    expect(figure(text, 'hauptbuch_blocked_facts{blocker="receipt_missing"}')).to.be.at.least(1)
    expect(figure(text, 'hauptbuch_queue_jobs{queue="facts.evaluate",state="waiting"}')).to.be.at.least(0)
    expect(figure(text, 'hauptbuch_queue_oldest_seconds{queue="dead_letters"}')).to.be.at.least(0)
    expect(figure(text, 'hauptbuch_pool_connections{state="idle"}')).to.be.at.least(0)
    expect(figure(text, 'nodejs_eventloop_lag_p99_seconds')).to.be.above(0)
    expect(figure(text, 'hauptbuch_database_up')).to.equal(1)
    for (const secret of [customer, body.id, service().key, TOKEN, 'Papeterie']) expect(text).to.not.include(secret)
  })

  it('a database that is away is told, together with the rest', async () => {
    await fetch(`${base_url}/healthz`)
    await deps.pool.end()
    const text = await scrape()
    expect(figure(text, 'hauptbuch_database_up')).to.equal(0)
    expect(text).to.include('hauptbuch_http_request_duration_seconds_count')
  })
})
