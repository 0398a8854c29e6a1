import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { Client } from 'pg'
import { openProbe } from '../../../shared/store/databases/probe.ts'
import { openPool, row, sql } from '../../../shared/store/db/database.ts'
import { isAnswer, isDatabaseAway, reasonOfAbsence } from '../../../shared/store/db/database-away.ts'
import { ownerUrl, service } from '../../support/service.ts'

/** What the driver says of servers that are not there, or go without a word. */
const ERRORS: [object: unknown, reason: string | null][] = [
  [new Error('Connection terminated unexpectedly'), '08006'],
  [new Error('Connection terminated due to connection timeout'), '08006'],
  [new Error('timeout exceeded when trying to connect'), '08006'],
  [new Error('LISTEN/NOTIFY connection ended'), '08006'],
  [new Error('LISTEN/NOTIFY heartbeat timed out'), '08006'],
  [{ message: 'Connection terminated unexpectedly', stack: '' }, '08006'],
  // As the queue reports it.
  [new Error('timeout exceeded when trying to connect (Queue: facts.evaluate, Worker: 1)'), '08006'],
  [new Error('timeout expired (Queue: facts.evaluate, Worker: 1)'), '08006'],
  [new Error('timeout expired, says a row'), null],
  [Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }), '25006'],
  [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  // Of the network and its names.
  [Object.assign(new Error('x'), { code: 'EAI_AGAIN' }), 'EAI_AGAIN'],
  [Object.assign(new Error('x'), { code: 'ENETUNREACH' }), 'ENETUNREACH'],
  [new Error('Client was closed and is not queryable'), '08006'],
  [Object.assign(new Error('Connection terminated is the text of a row'), { code: '23505' }), null],
  [new Error('x', { cause: new Error('Connection terminated') }), '08006'],
  [new Error('an assertion'), null],
]

describe('a database that is away', () => {
  for (const [error, reason] of ERRORS)
    it(`${(error as Error).message} ${(error as { code?: string }).code ?? ''}: ${reason ?? 'a fault'}`, () => {
      expect(isDatabaseAway(error)).to.equal(reason !== null)
      if (reason !== null) expect(reasonOfAbsence(error)).to.equal(reason)
    })

  it('is known by the words of the driver, which has no code for a server that ends a connection without a word', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end()))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const client = new Client({ host: '127.0.0.1', port })
    client.on('error', () => {})
    const error = await client.connect().catch((thrown) => thrown)
    server.close()
    expect([error.code, isDatabaseAway(error)]).to.deep.equal([undefined, true])
  })

  it('is none that says why it takes no connection: what waits there goes on', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const wrong = Object.assign(new URL(service().database_url), { pathname: '/nowhere' }).href
    const silent = `postgres://x:x@127.0.0.1:${port}/x`
    const answers = await Promise.all(
      [wrong, silent].map(async (url) => {
        const probe = openProbe(url, 'DATABASE_URL')
        const error = await probe.ask().catch((thrown) => thrown)
        await probe.close()
        return isAnswer(error)
      }),
    )
    server.close()
    expect(answers).to.deep.equal([true, false])
  })

  it('is known by them where it went between two queries of a transaction', async () => {
    // Not one of the pools, which refuse what somebody else's transaction asks.
    const other = new Client(ownerUrl(service().database_url))
    await other.connect()
    const pool = await openPool(service().database_url, { pool_size: 1, statement_timeout_ms: 15_000 })
    try {
      const second = pool.transaction(async (tx) => {
        const pid = await tx.oneFirst(sql.type(row<{ pid: number }>())`select pg_backend_pid() as pid`)
        await other.query('select pg_terminate_backend($1)', [pid])
        // The connection is gone before it is asked again.
        await sleep(200)
        await tx.query(sql.type(row())`select 1`)
      }, 0)
      const error = await second.then(
        () => null,
        (thrown) => thrown,
      )
      expect(error).to.be.instanceOf(Error)
      expect(isDatabaseAway(error), String(error)).to.equal(true)
    } finally {
      await other.end()
      await pool.end()
    }
  })
})
