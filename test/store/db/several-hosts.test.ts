import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { Client } from 'pg'
import { readConfig } from '../../../shared/process/config.ts'
import { connect } from '../../../shared/store/connect.ts'
import { openPool, type Pool, row, sql } from '../../../shared/store/db/database.ts'
import { isDatabaseAway } from '../../../shared/store/db/database-away.ts'
import { cutConnections } from '../../../shared/store/db/driver/connected-clients.ts'
import { eventually } from '../../support/books.ts'
import { type Server, startReplicated } from '../../support/servers/replicated.ts'
import { openSilentLine } from '../../support/servers/silent-line.ts'

describe('a database URL with several hosts', function () {
  this.timeout(180_000)
  let servers: Awaited<ReturnType<typeof startReplicated>>
  let pool: Pool | null = null

  beforeEach(async () => {
    servers = await startReplicated('none')
  })
  afterEach(async () => {
    await pool?.end()
    pool = null
    await servers.close()
  })

  it('leads to the one that takes writes, wherever it stands', async () => {
    const standby = await servers.addStandby('b')
    for (const ports of [
      [standby.port, servers.primary.port],
      [servers.primary.port, standby.port],
    ]) {
      const client = await connect(urlOf(ports))
      expect((await client.query('select pg_is_in_recovery() as is_standby')).rows).to.deep.equal([
        { is_standby: false },
      ])
      await client.end()
    }
  })

  it('is one sentence where none of them takes writes', async () => {
    const standby = await servers.addStandby('b')
    await servers.primary.kill()
    const ports = [servers.primary.port, standby.port]
    expect(await connect(urlOf(ports)).catch(({ message }) => message)).to.equal(
      `Cannot use database "hauptbuch" on 127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}: none of its 2 hosts takes writes. ` +
        'Check DATABASE_URL.',
    )
  })

  it('ends queries that wait for a host which has gone without a word, when another one is promoted', async () => {
    const standby = await servers.addStandby('b')
    const line = await openSilentLine(servers.primary.port)
    pool = await open([line.port, standby.port])
    expect(await timelineOf(pool)).to.equal(1)
    line.fallSilent()
    const waiting = pool.query(sql.type(row())`select`).catch((error) => error)
    await servers.primary.kill()
    await standby.query('select pg_promote()')
    expect(isDatabaseAway(await waiting)).to.equal(true)
    await eventually(async () => (await timelineOf(pool as Pool).catch(() => 0)) === 2)
    await line.close()
  })

  it('ends queries that wait for a silent host, when they are cut and no other host takes the writes', async () => {
    const standby = await servers.addStandby('b')
    const line = await openSilentLine(servers.primary.port)
    pool = await open([line.port, standby.port])
    expect(await timelineOf(pool)).to.equal(1)
    line.fallSilent()
    const waiting = pool.query(sql.type(row())`select`).catch((error) => error)
    cutConnections(urlOf([line.port, standby.port]))
    const error = await Promise.race([waiting, sleep(10_000, 'it waits still')])
    expect(isDatabaseAway(error), String(error)).to.equal(true)
    line.speakAgain()
    await eventually(async () => (await timelineOf(pool as Pool).catch(() => 0)) === 1)
    await line.close()
  })

  it('does not go back to a primary that comes back as one, and has the older timeline', async () => {
    const standby = await servers.addStandby('b')
    pool = await open([servers.primary.port, standby.port])
    expect(await timelineOf(pool)).to.equal(1)
    await standby.query('select pg_promote()')
    await eventually(async () => (await timelineOf(pool as Pool).catch(() => 0)) === 2)
    await standby.kill()
    await eventually(async () => (await timelineOf(pool as Pool).catch(() => 0)) === 0)
    const error = await pool.query(sql.type(row())`select`).catch((thrown) => thrown)
    expect(isDatabaseAway(error)).to.equal(true)
  })

  it('refuses a server that has become closed to writes, and goes on when it is open again', async () => {
    const { primary } = servers
    pool = await open([primary.port])
    expect(await timelineOf(pool)).to.equal(1)
    await closeToWrites(primary, 'on')
    await eventually(async () => (await timelineOf(pool as Pool).catch(() => 0)) === 0)
    await closeToWrites(primary, 'off')
    await eventually(async () => (await timelineOf(pool as Pool).catch(() => 0)) === 1)
  })

  it('keeps no connection when the last one is closed', async () => {
    const standby = await servers.addStandby('b')
    const opened = await open([servers.primary.port, standby.port])
    await opened.end()
    for (const server of [servers.primary, standby])
      await eventually(async () => {
        const others = await server.query(`select from pg_stat_activity where usename = 'hauptbuch_process'`)
        return others.length === 0
      })
  })

  function urlOf(ports: readonly number[]): string {
    const { username, password, pathname } = new URL(servers.primary.url)
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
    const DATABASE_URL = `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`
    return String(readConfig({ DATABASE_URL }).database_url)
  }

  function open(ports: readonly number[]): Promise<Pool> {
    return openPool(urlOf(ports), { pool_size: 3, statement_timeout_ms: 60_000 })
  }
})

describe('a database URL with one host', () => {
  it('is connected to without a question', async () => {
    const DATABASE_URL = 'postgres://u:p@127.0.0.1:1/books'
    const { database_url } = readConfig({ DATABASE_URL })
    expect(new Client({ connectionString: String(database_url) }).host).to.equal('127.0.0.1')
  })
})

/** Each promotion raises it. */
async function timelineOf(pool: Pool): Promise<number> {
  const text = await pool.oneFirst(sql.type(row<{ timeline: string }>())`
    select left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline
  `)
  return Number.parseInt(text, 16)
}

async function closeToWrites(server: Server, value: 'on' | 'off'): Promise<void> {
  const client = new Client({ connectionString: server.owner_url, options: '-c default_transaction_read_only=off' })
  await client.connect()
  await client.query(`alter system set default_transaction_read_only = ${value}`)
  await client.query('select pg_reload_conf()')
  await client.end()
}
