import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Client } from 'pg'
import { openPool } from '../../../../shared/store/db/database.ts'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { eventually } from '../../../support/books.ts'
import type { at } from '../../../support/client.ts'
import { runProcess } from '../../../support/processes/real-processes.ts'
import { chart, EXPENSES, expense } from '../../../support/requests/examples.ts'
import { type Server, startReplicated } from '../../../support/servers/replicated.ts'
import { openSilentLine } from '../../../support/servers/silent-line.ts'
import { isOfStandby, startWebOfTest } from '../../../support/servers/web-of-test.ts'

describe('reads at standbys', function () {
  this.timeout(150_000)
  let servers: Awaited<ReturnType<typeof startReplicated>>
  let standby: Server
  let webs: Awaited<ReturnType<typeof startWebOfTest>>[]
  let key: string
  const customer = randomUUID()

  beforeEach(async () => {
    servers = await startReplicated()
    standby = await servers.addStandby('b')
    webs = []
  })
  afterEach(async () => {
    await stopWebs()
    await servers.close()
  })

  async function stopWebs(): Promise<void> {
    for (const { web } of webs.splice(0)) await web.stop()
  }

  it('have everything that another web process has answered, from the standby where it has it', async () => {
    const [one, two] = await startBoth(standby)
    await one.put('/v1/accounts', chart(customer))
    let at_standby = 0
    await eventually(async () => {
      const { body } = await one.post(EXPENSES, expense(customer))
      const { status, headers } = await two.get(`/v1/source-facts/${body.id}`)
      expect(status).to.equal(200)
      if (isOfStandby(headers)) at_standby += 1
      return at_standby >= 20
    })
  })

  it('come from the primary while the standby is behind, and have the same ETag', async () => {
    const [one, two] = await startBoth(standby)
    await one.put('/v1/accounts', chart(customer))
    const worker = runProcess('workers/main.ts', { DATABASE_URL: servers.primary.url })
    const booked = await one.post(EXPENSES, expense(customer), { wait: 30 })
    expect([booked.body.state, await worker.stop()]).to.deep.equal(['posted', 0])
    await standby.query('select pg_wal_replay_pause()')
    await eventually(async () => {
      const [row] = await standby.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state')
      return row?.state === 'paused'
    })
    const { body } = await one.post(EXPENSES, expense(customer))
    const path = `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026` as const
    for (const read of [await two.get(`/v1/source-facts/${body.id}`), await two.get(path)])
      expect([read.status, isOfStandby(read.headers)]).to.deep.equal([200, false])
    const { headers } = await two.get(path)
    await standby.query('select pg_wal_replay_resume()')
    await eventually(async () => isOfStandby((await two.get(path)).headers))
    const later = await two.get(path)
    expect(later.headers.get('ETag')).to.equal(headers.get('ETag'))
    const known = { Authorization: `Bearer ${key}`, 'If-None-Match': String(headers.get('ETag')) }
    expect((await fetch(`${webs[1]?.base_url}${path}`, { headers: known })).status).to.equal(304)
  })

  it('come from the primary when the standby is promoted, or gone', async () => {
    const [one, two] = await startBoth(standby)
    await one.put('/v1/accounts', chart(customer))
    const path = `/v1/accounts?end_customer_id=${customer}` as const
    await eventually(async () => isOfStandby((await two.get(path)).headers))
    await standby.query('select pg_promote()')
    await readAtPrimary(one, two)
    await standby.kill()
    await readAtPrimary(one, two)
  })

  it('never come from a standby of the timeline before, however far it is', async () => {
    const other = await servers.addStandby('c')
    await standby.query('select pg_promote()')
    await servers.primary.query('create table ahead as select generate_series(1, 10000) as number')
    await eventually(async () => (await other.query(`select from pg_class where relname = 'ahead'`)).length === 1)
    const [one, two] = await startBoth(other, standby)
    await one.put('/v1/accounts', chart(customer))
    await readAtPrimary(one, two)
  })

  it('never come from a standby of a newer timeline, however far it is, and at once where that is the one of the primary', async () => {
    const other = await servers.addStandby('c', standby)
    await standby.query('select pg_promote()')
    await standby.query('create table ahead as select generate_series(1, 10000) as number')
    await eventually(async () => (await other.query(`select from pg_class where relname = 'ahead'`)).length === 1)
    const [one, two] = await startBoth(other)
    await one.put('/v1/accounts', chart(customer))
    await readAtPrimary(one, two)
    await stopWebs()
    const [, later] = await startBoth(other, standby)
    const path = `/v1/accounts?end_customer_id=${customer}` as const
    await eventually(async () => isOfStandby((await later.get(path)).headers))
  })

  it('come from the primary where the role that owns the tables may not tell of which timeline a standby is', async () => {
    await servers.primary.query('create role plain')
    await servers.primary.query('alter function replayed_log() owner to plain')
    const [one, two] = await startBoth(standby)
    await one.put('/v1/accounts', chart(customer))
    await readAtPrimary(one, two)
    await eventually(async () => webs[1]?.web.text().includes('pg_read_all_stats') === true)
  })

  it('come from the primary when the line to the standby falls silent, also those that were under way', async () => {
    const line = await openSilentLine(standby.port)
    const [one, two] = await startBoth({ ...standby, url: standby.url.replace(`:${standby.port}`, `:${line.port}`) })
    const holder = new Client({ connectionString: servers.primary.owner_url })
    await holder.connect()
    try {
      await one.put('/v1/accounts', chart(customer))
      const path = `/v1/accounts?end_customer_id=${customer}` as const
      await eventually(async () => isOfStandby((await two.get(path)).headers))
      await holder.query('begin')
      await holder.query('lock table accounts in access exclusive mode')
      const isHeld = `select from pg_locks where relation = 'accounts'::regclass and mode = 'AccessExclusiveLock'`
      await eventually(async () => (await standby.query(isHeld)).length === 1)
      const under_way = two.get(path)
      const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await eventually(async () => (await standby.query(waits)).length > 0)
      line.fallSilent()
      await holder.query('rollback')
      const { status, headers } = await under_way
      expect([status, isOfStandby(headers)]).to.deep.equal([200, false])
      await readAtPrimary(one, two)
    } finally {
      await holder.end()
      await line.close()
    }
  })

  async function startBoth(read: Server, primary = servers.primary) {
    const env = { DATABASE_URL: primary.url, DATABASE_READ_URLS: `home=${read.url}` }
    const pool = await openPool(primary.url, { pool_size: 1, statement_timeout_ms: 10_000 })
    key = await issueKey(pool, { client_name: 'tests' })
    await pool.end()
    for (let count = 0; count < 2; count += 1) webs.push(await startWebOfTest(env, key))
    return webs.map(({ client }) => client) as [ApiClient, ApiClient]
  }

  async function readAtPrimary(one: ApiClient, two: ApiClient): Promise<void> {
    for (let count = 0; count < 5; count += 1) {
      const { body } = await one.post(EXPENSES, expense(customer))
      const { status, headers } = await two.get(`/v1/source-facts/${body.id}`)
      expect([status, isOfStandby(headers)]).to.deep.equal([200, false])
    }
  }
})

type ApiClient = ReturnType<typeof at>
