import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { type App, buildApp } from '../../../../api/app.ts'
import { limitFailures } from '../../../../api/http/admission/limit-failures.ts'
import { ApiError } from '../../../../shared/contract/platform/errors.ts'
import { get } from '../../../support/client.ts'
import { service } from '../../../support/service.ts'
import { inPool } from '../../../support/watched/in-pool.ts'

const LIMIT = 3
const PATH = '/v1/source-facts/x'

describe('a limit on wrong API keys', () => {
  let app: App
  let server: Server
  let base_url: string
  let lookups = 0
  const ask = (key: string, address: string) =>
    get(PATH, { base_url, key, headers: { 'X-Forwarded-For': `10.0.0.1, ${address}` } })

  before(async () => {
    const { web } = service()
    const config = { ...web.config, failed_auth_per_minute: LIMIT }
    const { home } = web.databases
    const pool = new Proxy(home.pool, {
      get(target, name, receiver) {
        if (name === 'maybeOne') lookups += 1
        return Reflect.get(target, name, receiver)
      },
    })
    app = buildApp({ ...inPool({ ...web, pool: home.pool }, pool), config })
    server = createServer(app.koa.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await app.close()
  })

  it('429 after so many, without a look into the database; a known key and other addresses go on', async () => {
    expect((await ask(service().key, '192.0.2.1')).status).to.equal(404)
    for (let index = 0; index < LIMIT; index += 1)
      expect((await ask(`hb_wrong${index}_secret`, '192.0.2.1')).status).to.equal(401)
    const before = lookups
    const refused = await ask('hb_wrong9_secret', '192.0.2.1')
    expect(lookups).to.equal(before)
    expect([refused.status, refused.body.error.code]).to.deep.equal([429, 'rate_limited'])
    expect(Number(refused.headers.get('Retry-After'))).to.be.within(1, 60)
    expect((await ask(service().key, '192.0.2.1')).status).to.equal(404)
    expect((await ask('hb_wrong9_secret', '192.0.2.2')).status).to.equal(401)
    expect(lookups).to.be.greaterThan(before)
  })

  it('ends after a minute; without a limit nobody is refused', () => {
    let now = 0
    const limit = limitFailures(1, () => now)
    limit.count('a')
    expect(() => limit.requireLeft('a')).to.throw(ApiError)
    expect(() => limit.requireLeft('b')).to.not.throw()
    now = 60_000
    expect(() => limit.requireLeft('a')).to.not.throw()
    const none = limitFailures(0)
    for (let index = 0; index < 1_000; index += 1) none.count('a')
    expect(() => none.requireLeft('a')).to.not.throw()
  })
})
