import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { expect } from 'chai'
import { isTracingWanted } from '../../../shared/process/tracing.ts'
import { eventually } from '../../support/books.ts'
import { startProcesses } from '../../support/processes/real-processes.ts'
import { chart, EXPENSES, expense } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'

const PRELOAD = {
  NODE_OPTIONS: `--import=${resolve(import.meta.dirname, '../../support/processes/say-what-is-loaded.ts')}`,
}

type Attributes = Record<string, string | number>
type Attribute = { key: string; value: Attributes }
/** As the exporter sends it: without links where there are none. */
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<Told, 'attributes' | 'links'> & { attributes?: Attribute[] })[] }[]
  }[]
}
type Told = {
  service: string
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  status: { code?: number }
  attributes: Attributes
  links: { traceId: string; spanId: string }[]
}

describe('traces', function () {
  this.timeout(180_000)
  let collector: Server
  let received = ''
  const spans: Told[] = []

  before(async () => {
    collector = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      received += text
      const { resourceSpans }: Sent = JSON.parse(text)
      for (const { resource, scopeSpans } of resourceSpans)
        for (const span of scopeSpans.flatMap(({ spans: scoped }) => scoped))
          spans.push({
            links: [],
            ...span,
            service: String(valuesOf(resource.attributes)['service.name']),
            attributes: valuesOf(span.attributes ?? []),
          })
      response.setHeader('Content-Type', 'application/json').end('{}')
    }).listen(0, '127.0.0.1')
    await once(collector, 'listening')
  })
  after(() => {
    collector.closeAllConnections()
    collector.close()
  })

  it('go from the request over its job to the batch that posted it, and are sent before the processes end', async () => {
    const { port } = collector.address() as AddressInfo
    const running = await startProcesses({
      ...PRELOAD,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      // Longer than the test: what arrives was sent at SIGTERM.
      OTEL_BSP_SCHEDULE_DELAY: '60000',
    })
    expect(running.web.complaints()).to.include('loaded ')
    const customer = randomUUID()
    await running.client.put('/v1/accounts', chart(customer))
    const traceId = randomUUID().replaceAll('-', '')
    const caller = `00-${traceId}-00f067aa0ba902b7-01`
    const request_id = `trace-${randomUUID()}`
    const headers = { traceparent: caller, 'X-Request-Id': request_id }
    const { body } = await running.client.post(EXPENSES, expense(customer), { headers, wait: 10 })
    expect(body.state).to.equal('posted')
    const { body: refused } = await running.client.post(EXPENSES, {}, { headers: { 'X-Request-Id': 'refused' } })
    expect(refused.error.code).to.equal('validation_failed')
    expect(await running.stop()).to.deep.equal([0, 0])
    await eventually(async () => spans.some(({ service }) => service === 'hauptbuch-worker'))

    const named = (name: string) => spans.filter((span) => span.name === name)
    const request = named(`POST ${EXPENSES}`).find((span) => span.traceId === traceId)
    expect(request).to.include({ service: 'hauptbuch-web', parentSpanId: '00f067aa0ba902b7' })
    expect(request?.attributes).to.include({
      'http.request.method': 'POST',
      'http.route': EXPENSES,
      'http.response.status_code': 202,
      'hauptbuch.request_id': request_id,
      'hauptbuch.end_customer_id': customer,
    })
    const [group] = named('accept facts').filter(({ links }) => links.some(({ spanId }) => spanId === request?.spanId))
    const [accepting] = named('accept_new_facts').filter(({ parentSpanId }) => parentSpanId === group?.spanId)
    expect(accepting?.attributes).to.include({ 'db.system.name': 'postgresql' })
    const [job] = named('facts.evaluate').filter((span) => span.traceId === traceId)
    expect(job).to.include({ service: 'hauptbuch-worker', parentSpanId: request?.spanId })
    const [batch] = named('facts.evaluate batch').filter(({ spanId }) =>
      job?.links.some((link) => link.spanId === spanId),
    )
    expect(batch?.links.map((link) => link.spanId)).to.deep.equal([request?.spanId])
    const posting = named('insert_journal_entries').filter(({ parentSpanId }) => parentSpanId === batch?.spanId)
    expect(posting).to.have.length(1)
    const refusal = spans.find(({ attributes }) => attributes['hauptbuch.request_id'] === 'refused')
    expect(refusal?.attributes['http.response.status_code']).to.equal(422)
    const line = running.web.lines().find((candidate) => candidate.request_id === request_id)
    expect(line?.trace_id).to.equal(traceId)

    const secret = running.key.split('_').slice(2).join('_')
    for (const value of [secret, 'Papeterie', 'evidence_links', 'Bearer', running.database_url])
      expect(received).to.not.include(value)
  })

  it('a collector that is away holds nothing up', async () => {
    const running = await startProcesses({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1/v1/traces' })
    const { status } = await running.client.post(EXPENSES, expense(randomUUID()), { wait: 10 })
    expect(status).to.equal(202)
    const started = performance.now()
    expect(await running.stop()).to.deep.equal([0, 0])
    expect(performance.now() - started).to.be.lessThan(10_000)
  })

  it('without the standard variables nothing of it is loaded, and no job carries anything', async () => {
    const running = await startProcesses({ ...PRELOAD, OTEL_SERVICE_NAME: 'x' })
    const { body } = await running.client.post(EXPENSES, expense(randomUUID()), { wait: 10 })
    expect(body.state).to.equal('blocked')
    expect(await running.stop()).to.deep.equal([0, 0])
    expect(running.web.complaints() + running.worker.complaints()).to.equal('')
    expect(running.web.text()).to.not.include('trace_id')
  })

  it('OTEL_SDK_DISABLED and an exporter of none switch them off', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x:4318' }
    expect(isTracingWanted({})).to.equal(false)
    expect(isTracingWanted(endpoint)).to.equal(true)
    expect(isTracingWanted({ OTEL_TRACES_EXPORTER: 'console' })).to.equal(true)
    expect(isTracingWanted({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).to.equal(false)
    expect(isTracingWanted({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).to.equal(false)
  })
})

function valuesOf(attributes: readonly Attribute[]): Attributes {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, there(Object.values(value)[0])]))
}
