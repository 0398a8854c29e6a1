import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type App, buildApp } from '../../../api/app.ts'
import { type QueueDepth, watchQueueDepth } from '../../../api/http/admission/queue-depth.ts'
import { openPool, row, sql } from '../../../shared/store/db/database.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { eventually } from '../../support/books.ts'
import { at } from '../../support/client.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { chart, EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'

const BATCH = '/v1/source-facts/batch'
const LIMIT = 3

describe('a queue that is too deep', function () {
  // The longer a poll takes, the rarer it is.
  this.timeout(360_000)
  let quiet: QuietService
  let app: App
  let server: Server
  let client: ReturnType<typeof at>
  let customer: string

  before(async () => {
    quiet = await openQuietService()
    customer = await quiet.newEndCustomer()
    app = buildApp({ ...quiet.worker, config: { ...quiet.worker.config, queue_depth_limit: LIMIT } })
    server = createServer(app.koa.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    client = at(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, quiet.key)
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await app.close()
    await quiet.close()
  })

  it('503 for new facts, alone and in a batch; nothing is stored; everything else goes on', async () => {
    const first = { idempotencyKey: 'batch' }
    const items = Array.from({ length: LIMIT }, () => expense(customer))
    expect((await client.post(BATCH, { items }, first)).status).to.equal(202)
    await eventually(async () => (await client.post(EXPENSES, expense(customer))).status === 503, 60)
    const facts = await quiet.count('source_facts', customer)

    const alone = await client.post(INVOICES, invoice(customer))
    const together = await client.post(BATCH, { items: [expense(customer)] })
    for (const { status, body, headers } of [alone, together]) {
      expect(status).to.equal(503)
      expect(body.error.code).to.equal('service_unavailable')
      expect(Number(headers.get('Retry-After'))).to.be.greaterThan(0)
    }
    expect(await quiet.count('source_facts', customer)).to.equal(facts)

    expect((await client.post(BATCH, { items }, first)).headers.get('Idempotent-Replayed')).to.equal('true')
    expect((await client.get(`/v1/source-facts?end_customer_id=${customer}`)).status).to.equal(200)
    expect((await client.put('/v1/accounts', chart(customer))).status).to.equal(202)
  })

  it('takes the same request when there is room again', async () => {
    const again = { idempotencyKey: 'refused before' }
    const body = expense(customer)
    expect((await client.post(EXPENSES, body, again)).status).to.equal(503)
    await quiet.worker.pool.query(sql.type(row())`
      update pgboss.job set state = 'completed', completed_on = now() where name = 'facts.evaluate'
    `)
    await eventually(async () => (await client.post(EXPENSES, body, again)).status === 202, 60)
  })

  it('429 for the key that has half of it; another key is taken until it is full', async () => {
    const config = { ...quiet.worker.config, queue_depth_limit: 4 }
    const other = await issueKey(quiet.worker.pool, { client_name: 'another sender' })
    const wide = buildApp({ ...quiet.worker, config })
    const listening = createServer(wide.koa.callback()).listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const base_url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
    const [mine, theirs] = [at(base_url, quiet.key), at(base_url, other)]
    try {
      await quiet.worker.pool.query(sql.type(row())`delete from pgboss.job where name like 'facts.%'`)
      expect((await mine.post(BATCH, { items: [expense(customer), expense(customer)] })).status).to.equal(202)
      await eventually(async () => (await mine.post(BATCH, { items: [{}] })).status === 429, 60)
      const refused = await mine.post(EXPENSES, expense(customer))
      expect([refused.status, refused.body.error.code]).to.deep.equal([429, 'rate_limited'])
      expect(Number(refused.headers.get('Retry-After'))).to.be.greaterThan(0)
      expect((await theirs.post(EXPENSES, expense(customer))).status).to.equal(202)
    } finally {
      listening.closeAllConnections()
      listening.close()
      await wide.close()
    }
  })

  it('of two keys with all that they may have leaves room for a third one, also while it is too deep', async () => {
    const counts = [
      [
        ['a', 4],
        ['b', 2],
      ],
      [
        ['a', 4],
        ['b', 3],
        ['c', 1],
      ],
    ] as const
    for (const byKey of counts) {
      const all = byKey.reduce((sum, [, count]) => sum + count, 0)
      const rows = byKey.map(([actor_id, count]) => ({ actor_id, count }))
      const pool = {
        exists: async ({ values }: { values: unknown[] }) => all > Number(values.at(-1)),
        any: async () => rows,
      }
      const config = { ...quiet.worker.config, queue_depth_limit: 8 }
      const log = { warn() {} }
      const depth = depthOf({ config, pool, log }, 10)
      await eventually(async () => isRefused(depth, 'a') && isRefused(depth, 'b'))
      expect([isRefused(depth, 'c'), isRefused(depth, 'd')]).to.deep.equal([false, false])
      await depth.close()
    }
  })

  it('is not looked at without a limit', async () => {
    const config = { ...quiet.worker.config, queue_depth_limit: 0 }
    const pool = { exists: () => Promise.reject(new Error('somebody looked')) }
    const log = { warn: () => expect.fail('somebody looked') }
    const depth = depthOf({ config, pool, log })
    await depth.close()
    depth.requireRoom('k')
  })

  it('cannot be known while the database is away, which refuses nobody and is tried again', async () => {
    const away = await openPool(quiet.database_url, { pool_size: 1, statement_timeout_ms: 1_000 })
    await away.end()
    const warnings: string[] = []
    const log = { error: (_: object, message: string) => warnings.push(message) }
    const depth = depthOf({ config: quiet.worker.config, pool: away, log }, 10)
    await eventually(async () => warnings.length > 1)
    depth.requireRoom('k')
    await depth.close()
    const tries = warnings.length
    await sleep(200)
    expect(warnings).to.have.length(tries)
  })
})

/** With dependencies that are no database: what they are asked, and what they answer. */
function depthOf({ pool, ...deps }: { config: object; pool: object; log: object }, pause_ms?: number): QueueDepth {
  type Depended = Parameters<typeof watchQueueDepth>
  return watchQueueDepth({ pool } as Depended[0], deps as Depended[1], pause_ms)
}

function isRefused(depth: QueueDepth, key_id: string): boolean {
  try {
    depth.requireRoom(key_id)
    return false
  } catch {
    return true
  }
}
