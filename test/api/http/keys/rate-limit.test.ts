import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { type App, buildApp } from '../../../../api/app.ts'
import { limitRate } from '../../../../api/http/admission/rate-limit.ts'
import { ApiError } from '../../../../shared/contract/platform/errors.ts'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { type Answer, at, get } from '../../../support/client.ts'
import { EXPENSES, expense } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'

const LIMIT = 4
const COUNTERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

describe('a limit on the requests of an API key', () => {
  let app: App
  let server: Server
  let base_url: string
  const customer = randomUUID()
  const list = `/v1/source-facts?end_customer_id=${customer}`
  const newClient = async (scopes?: readonly ('read' | 'write')[]) => {
    const options = { client_name: `limited ${randomUUID()}`, ...(scopes ? { scopes: [...scopes] } : {}) }
    return at(base_url, await issueKey(service().home, options))
  }

  before(async () => {
    const { web } = service()
    app = buildApp({ ...web, config: { ...web.config, rate_limit_per_minute: LIMIT } })
    server = createServer(app.koa.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await app.close()
  })

  it('429: one request too many, of any kind; nothing is stored; another key goes on', async () => {
    const client = await newClient()
    const answers: Answer[] = [
      await client.get(list),
      await client.post(EXPENSES, expense(customer)),
      await client.post(EXPENSES, '{'),
      await client.get('/v1/source-facts/x'),
    ]
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 202, 400, 404])
    expect(answers.map(({ headers }) => headers.get('RateLimit-Remaining'))).to.deep.equal(['3', '2', '1', '0'])

    const stranger = randomUUID()
    const idempotencyKey = randomUUID()
    const limited = [
      await client.post(EXPENSES, expense(stranger), { idempotencyKey }),
      await client.upload(stranger, '<Document/>', { idempotencyKey }),
      await client.get(list),
    ]
    for (const { status, body, headers } of limited) {
      expect(status).to.equal(429)
      expect(body.error.code).to.equal('rate_limited')
      expect(headers.get('RateLimit-Limit')).to.equal(String(LIMIT))
      expect(headers.get('RateLimit-Remaining')).to.equal('0')
      expect(Number(headers.get('RateLimit-Reset'))).to.be.within(1, 60)
      expect(headers.get('Retry-After')).to.equal(headers.get('RateLimit-Reset'))
    }
    const stored = await service().web.pool.any(sql.type(row())`
      select end_customer_id::text from source_facts where end_customer_id = ${stranger}
      union all
      select idempotency_key from idempotency_records where idempotency_key = ${idempotencyKey}
    `)
    expect(stored).to.have.length(0)

    expect((await (await newClient()).get(list)).status).to.equal(200)
  })

  it('counts for a key that may not do this, and not for a key that is none', async () => {
    const reader = await newClient(['read'])
    const forbidden = await reader.post(EXPENSES, expense(customer))
    expect(forbidden.status).to.equal(403)
    expect(forbidden.headers.get('RateLimit-Remaining')).to.equal(String(LIMIT - 1))
    const unknown = await get(list, { base_url, key: 'hb_0123_abc' })
    expect(unknown.status).to.equal(401)
    for (const name of COUNTERS) expect(unknown.headers.get(name)).to.equal(null)
  })

  it('without a limit nothing is counted', async () => {
    const { headers } = await get(list)
    for (const name of COUNTERS) expect(headers.get(name)).to.equal(null)
  })

  it('gives a new minute when the old one is over, to each key its own', () => {
    let now = 0
    const checkRateLimit = limitRate(2, () => now)
    expect(checkRateLimit('a')).to.include({ 'RateLimit-Remaining': '1', 'RateLimit-Reset': '60' })
    now = 30_500
    expect(checkRateLimit('a')).to.include({ 'RateLimit-Remaining': '0', 'RateLimit-Reset': '30' })
    expect(checkRateLimit('b')).to.include({ 'RateLimit-Remaining': '1', 'RateLimit-Reset': '60' })
    now = 59_999
    expect(() => checkRateLimit('a'))
      .to.throw(ApiError)
      .with.deep.property('headers')
      .that.includes({ 'Retry-After': '1', 'RateLimit-Remaining': '0' })
    now = 60_000
    expect(checkRateLimit('a')).to.include({ 'RateLimit-Remaining': '1', 'RateLimit-Reset': '60' })
  })
})
