import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { Client } from 'pg'
import { type App, buildApp } from '../../../api/app.ts'
import { createShares } from '../../../api/http/admission/shares.ts'
import { takeTurns } from '../../../api/http/admission/turns.ts'
import type { ApiDeps } from '../../../api/http/api-deps.ts'
import type { Format } from '../../../api/http/endpoint.ts'
import { JOURNAL_FORMATS } from '../../../api/journal/export-journal.ts'
import { readJournalEntries } from '../../../api/journal/read-journal-entries.ts'
import { createRightOfWay } from '../../../shared/process/right-of-way.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { eventually } from '../../support/books.ts'
import { at, post } from '../../support/client.ts'
import { EXPENSES, expense, newEndCustomer, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { ownerUrl, service } from '../../support/service.ts'

const MOST = 3
const LIMITS = { requireRoom() {}, rest: () => 0, isQuiet: () => true, rightOfWay: createRightOfWay(0) }
/** Vouchers of a journal, each of which is a piece. */
const COUNT = 12

/** Reads of statements that wait for the lock of the test. The worker, which folds totals meanwhile, waits for it too. */
function readsThatWait(): Promise<number> {
  return service().web.pool.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%statement_watermarks%'
      and query not like '%for update%'
  `)
}

describe('expensive requests of an API key', () => {
  let app: App
  let server: Server
  let base_url: string
  let customer: string
  const newKey = () => issueKey(service().home, { client_name: `shares ${randomUUID()}` })
  const statement = () => `/v1/statements/trial-balance?end_customer_id=${customer}&fiscal_year_id=FY2026` as const

  before(async () => {
    const { web } = service()
    app = buildApp({ ...web, config: { ...web.config, expensive_requests_per_key: MOST } })
    server = createServer(app.koa.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    customer = await newEndCustomer()
    await post(EXPENSES, expense(customer), { wait: 10 })
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await app.close()
  })

  /** Holds what a statement reads, as the owner of the tables, while something is looked at. */
  async function whileReadsAreHeld(look: () => Promise<void>): Promise<void> {
    const client = new Client({ connectionString: ownerUrl(service().database_url) })
    await client.connect()
    await client.query('begin; lock table statement_watermarks in access exclusive mode')
    await look().finally(() => client.end())
  }

  it('beyond its bound are 429 with Retry-After; another key, and short requests of this one, go on', async () => {
    const [greedy, other] = [at(base_url, await newKey()), at(base_url, await newKey())]
    await whileReadsAreHeld(async () => {
      const under_way = Array.from({ length: MOST }, () => greedy.get(statement()))
      await sleep(200)
      const refused = await greedy.get(statement())
      expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '2'])
      expect(JSON.parse(refused.text).error.code).to.equal('rate_limited')
      const list = `/v1/payments?end_customer_id=${customer}` as const
      expect((await greedy.get(list)).status).to.equal(200)
      expect((await other.get(list)).status).to.equal(200)
      expect((await other.get(`/v1/journal-entries?end_customer_id=${customer}`)).status).to.equal(200)
      void Promise.all(under_way)
    })
    await eventually(async () => (await greedy.get(statement())).status === 200)
  })

  it('leave no short work to be begun when its client has gone', async () => {
    const shares = createShares({ ...LIMITS, pool_size: 2, expensive_of_key: 1 })
    const socket = Object.assign(new EventEmitter(), { destroyed: false }) as unknown as Socket
    const inTurn = shares.short('k', { socket } as IncomingMessage)
    const first = Promise.withResolvers<void>()
    const begun = inTurn(() => first.promise)
    const waiting = inTurn(() => Promise.resolve('begun')).catch(({ message }) => message)
    socket.emit('close')
    first.resolve()
    await begun
    expect(await waiting).to.equal('The client has hung up.')
  })

  it('one of them uses the database at a time', async () => {
    const greedy = at(base_url, await newKey())
    await whileReadsAreHeld(async () => {
      void Promise.all(Array.from({ length: MOST }, () => greedy.get(statement())))
      await eventually(async () => (await readsThatWait()) > 0)
      await sleep(300)
      expect(await readsThatWait()).to.equal(1)
    })
  })

  it('are done one after the other, in the turns that other keys leave', async () => {
    const shares = createShares({ ...LIMITS, pool_size: 10, expensive_of_key: 3 })
    const begun: string[] = []
    const end = new Map<string, () => void>()
    const request = (key: string, name: string) => {
      const res = new EventEmitter() as unknown as ServerResponse
      const { inTurn } = shares.expensive(key, { req: { socket: new EventEmitter() } as IncomingMessage, res })
      return inTurn(() => {
        begun.push(name)
        return new Promise<void>((resolve) => end.set(name, resolve))
      })
    }
    const all = [request('a', 'a1'), request('a', 'a2'), request('a', 'a3'), request('b', 'b1')]
    expect(begun).to.deep.equal(['a1', 'b1'])
    end.get('a1')?.()
    await nextTurn()
    expect(begun).to.deep.equal(['a1', 'b1', 'a2'])
    end.get('a2')?.()
    await nextTurn()
    expect(begun).to.deep.equal(['a1', 'b1', 'a2', 'a3'])
    for (const resolve of end.values()) resolve()
    await Promise.all(all)
  })

  it('leave their places when they are answered, refused, or hung up on', async () => {
    const key = await newKey()
    const greedy = at(base_url, key)
    for (let count = 0; count < 2 * MOST; count += 1) {
      const unknown = await greedy.get(
        `/v1/statements/trial-balance?end_customer_id=${randomUUID()}&fiscal_year_id=FY2026`,
      )
      expect([unknown.status, (await greedy.get(statement())).status]).to.deep.equal([404, 200])
    }
    await whileReadsAreHeld(async () => {
      for (let count = 0; count < 2 * MOST; count += 1) {
        const { port } = server.address() as AddressInfo
        const socket = connect(port, '127.0.0.1')
        socket.write(`GET ${statement()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
        await sleep(50)
        socket.destroy()
        await sleep(20)
      }
      const last = greedy.get(statement())
      const first = await Promise.race([last, sleep(200)])
      expect(first).to.equal(undefined) // it waits for its turn, and was not refused
    })
    await eventually(async () => (await greedy.get(statement())).status === 200)
  })

  it('a journal that nobody reads is not read from the database either', async function () {
    this.timeout(180_000)
    const text = 'x'.repeat(20)
    const line = (side: 'debit' | 'credit', account_code: string) => ({
      account_code,
      text,
      [side]: { amount_minor: 100, currency: 'CHF' },
    })
    const lines = Array.from({ length: 250 }, () => [line('debit', '6500'), line('credit', '1520')]).flat()
    for (let count = 0; count < COUNT; count += 1) await post(VOUCHERS, voucher(customer, { payload: { lines } }))
    await eventually(async () => {
      const entries = await service().owner.oneFirst(sql.type(row<{ count: number }>())`
        select count(*)::integer as count from journal_entries where end_customer_id = ${customer}
      `)
      return entries > COUNT
    })
    const reads: string[] = []
    const { pool } = service().web
    const counted = new Proxy(pool, {
      get(target, name) {
        if (name !== 'any') return Reflect.get(target, name)
        return (query: { sql: string }) => {
          if (query.sql.includes('journal_lines_of')) reads.push('piece')
          return target.any(query as never)
        }
      },
    })
    const home = { pool: counted, takeTurns: takeTurns(), databases: { of: () => 'home' } }
    const deps = Object.assign(home, { apiDepsIn: () => home }) as unknown as ApiDeps
    const query = { end_customer_id: customer, limit: 500 }
    const request = { caller: { key_id: 'a' }, params: {}, query, inTurn: (work: () => unknown) => work() }
    const exported = JOURNAL_FORMATS.csv as unknown as Format<unknown>
    const streams = [
      () => readJournalEntries(deps, request as never),
      async () => (await exported.read(deps, request as never)).body,
    ]
    for (const open of streams) {
      reads.length = 0
      const stream = (await open()) as Readable
      const written = stream[Symbol.asyncIterator]()
      await written.next()
      await sleep(200)
      expect(reads.length).to.be.lessThan(5)
      while (!(await written.next()).done);
      expect(reads.length).to.be.greaterThan(COUNT)
    }
  })
})
