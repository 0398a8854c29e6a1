import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { type App, buildApp } from '../../../api/app.ts'
import { type Deps, openDeps } from '../../../shared/deps/deps.ts'
import { serveMetrics } from '../../../shared/http/metrics-server.ts'
import { readConfig } from '../../../shared/process/config.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { readPostingLag, readQueueGauges } from '../../../shared/store/platform/queue-figures.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { createWorkerMetrics } from '../../../workers/platform/metrics.ts'
import { get, post } from '../../support/client.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService } from '../../support/quiet-service.ts'
import { exchange, expectWholeRefusal } from '../../support/raw-http.ts'
import { EXPENSES, expense, newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

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

  it('requests by route and status, queues, blockers, connections and the event loop; nothing of any customer', async function () {
    // The process of this test knows one database, and keys are at home.
    if (service().home !== service().owner) this.skip()
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

  it('how long facts took to be posted; one that was blocked at first does not count', async () => {
    const lag = (text: string, quantile: number) =>
      figure(text, `hauptbuch_recent_accept_to_posted_seconds{quantile="${quantile}"}`)
    const customer = await newEndCustomer()
    const { body } = await post(EXPENSES, expense(customer), { wait: 10 })
    expect(body.state).to.equal('posted')
    const text = await scrape()
    expect(lag(text, 0.5)).to.be.within(0, 60)
    expect(lag(text, 1)).to.be.at.least(lag(text, 0.5))
    const old = await openQuietService()
    const blocked = await old.newEndCustomer()
    const { body: fact } = await old.post(EXPENSES, expense(blocked))
    const jobs = await old.jobs('facts.evaluate', [fact.id])
    expect(await readPostingLag(old.worker.pool, [1])).to.equal(null)
    await evaluateFacts(old.worker, jobs, PATIENT)
    const [seconds = 0] = (await readPostingLag(old.worker.pool, [1])) ?? []
    expect(seconds).to.be.within(0, 60)
    // As if its evaluation had ended long before: it was blocked, and what freed it posted it.
    await old.worker.pool.query(sql.type(row())`update pgboss.job set completed_on = now() - interval '1 hour'`)
    expect(await readPostingLag(old.worker.pool, [1])).to.equal(null)
    await old.close()
  })

  it('queues are counted where no worker counts them', async () => {
    const quiet = await openQuietService()
    const customer = await quiet.newEndCustomer()
    for (let index = 0; index < 3; index += 1) await quiet.post(EXPENSES, expense(customer))
    const waiting = async () =>
      (await readQueueGauges(quiet.worker.pool)).find(({ queue }) => queue === 'facts.evaluate')?.waiting
    expect(await waiting()).to.equal(3)
    await quiet.worker.pool.query(sql.type(row())`update pgboss.queue set monitor_on = now(), queued_count = 7`)
    expect(await waiting()).to.equal(7)
    await quiet.close()
  })

  it('a worker shows its metrics at a port of its own: lag, batches, jobs, connections', async () => {
    const quiet = await openQuietService()
    const metrics = createWorkerMetrics(quiet.worker)
    const customer = await quiet.newEndCustomer()
    const { body: first } = await quiet.post(EXPENSES, expense(customer))
    const { body: second } = await quiet.post(EXPENSES, expense(customer, { evidence_links: [] }))
    await evaluateFacts(
      { ...quiet.worker, metrics },
      await quiet.jobs('facts.evaluate', [first.id, second.id]),
      PATIENT,
    )
    metrics.batch('facts.evaluate', 2, 1, 0.02)
    const server = await serveMetrics(
      metrics.register,
      { host: '127.0.0.1', port: 0, token: TOKEN },
      quiet.worker.config,
      quiet.worker.log,
    )
    const ask = (path: string, token: string) =>
      fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { authorization: `Bearer ${token}` } })
    const { port } = server
    for (const [head, status, code] of [
      ['GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer wrong', 401, 'invalid_auth'],
      ['GET / HTTP/1.1\r\nHost: x', 404, 'not_found'],
      ['POST /metrics HTTP/1.1\r\nHost: x', 405, 'method_not_allowed'],
      ['GET /metrics HTTP/1.1\r\nHost: x\r\nHost: x', 400, 'invalid_request'],
      ['GET /metrics HTTP/1.1', 400, 'invalid_request'],
      ['GET /metrics HTTP/9.9', 505, 'http_version_not_supported'],
      ['CONNECT x:1 HTTP/1.1', 501, 'not_implemented'],
    ] as const)
      expectWholeRefusal(await exchange(`http://127.0.0.1:${port}`, `${head}\r\n\r\n`), status, code)
    const text = await (await ask('/metrics', TOKEN)).text()
    expect(figure(text, 'hauptbuch_accept_to_posted_seconds_count')).to.equal(1)
    expect(figure(text, 'hauptbuch_batch_duration_seconds_count{queue="facts.evaluate"}')).to.equal(1)
    expect(figure(text, 'hauptbuch_jobs_total{queue="facts.evaluate",outcome="completed"}')).to.equal(2)
    expect(figure(text, 'hauptbuch_jobs_total{queue="facts.evaluate",outcome="failed"}')).to.equal(1)
    expect(figure(text, 'hauptbuch_pool_connections{state="idle"}')).to.be.at.least(0)
    await server.close()
    await quiet.close()
  })

  it('a database that is away is reported, together with the rest', async () => {
    await fetch(`${base_url}/healthz`)
    await deps.pool.end()
    const text = await scrape()
    expect(figure(text, 'hauptbuch_database_up')).to.equal(0)
    expect(text).to.include('hauptbuch_http_request_duration_seconds_count')
  })
})
