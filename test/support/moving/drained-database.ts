import { randomUUID } from 'node:crypto'
import { drainDatabase } from '../../../shared/moving/draining/drain-database.ts'
import { type MoveOptions, moveEndCustomer } from '../../../shared/moving/move-end-customer.ts'
import { bossFor } from '../../../shared/queue/boss.ts'
import { openPool, type Pool, row, sql } from '../../../shared/store/db/database.ts'
import type { Fragment } from '../../../shared/store/db/filters.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { verifyLedger } from '../../../shared/verify/verify-ledger.ts'
import { newInstallation } from '../../store/databases/installation.ts'
import { eventually } from '../books.ts'
import { NAMES, type Name } from '../places/three-databases.ts'
import { chart, EXPENSES, expense } from '../requests/examples.ts'
import { ownerUrl, service } from '../service.ts'
import { TIMES } from './moves-of-tests.ts'
import { startBoth } from './processes-of-moves.ts'

export type Draining = Awaited<ReturnType<typeof openDraining>>
type Options = Parameters<typeof drainDatabase>[1]
type Client = Awaited<ReturnType<typeof startBoth>>['client']

/** Home and two further databases, with a web and a worker process that work in all of them. */
export async function openDraining() {
  const installation = await newInstallation()
  const urls: Record<Name, string> = { home: installation.home, second: '', third: '' }
  for (const name of ['second', 'third'] as const) {
    urls[name] = await service().server.createDatabase()
    installation.name(name, urls[name])
    await installation.add(name)
  }
  const owners = { home: openOwner(urls.home), second: openOwner(urls.second), third: openOwner(urls.third) }
  const pools = { home: await owners.home, second: await owners.second, third: await owners.third }
  const env = { DATABASE_URL: urls.home, ...installation.env }
  const processes = await startBoth(env, await issueKey(pools.home, { client_name: 'of draining' }))
  const { client } = processes
  const placeOf = async (end_customer_id: string): Promise<string> =>
    (await pools.home.maybeOneFirst(sql.type(row<{ name: string }>())`
      select database_name as name from placements where end_customer_id = ${end_customer_id}
    `)) ?? 'home'

  const options = optionsOf(installation, urls)
  return {
    ...{ installation, client, placeOf },
    env: { ...env, MIGRATION_DATABASE_URL: ownerUrl(urls.home) },
    home: pools.home,
    ...commandsWith(options),
    inThird: (ddl: Fragment) => pools.third.query(sql.type(row())`${ddl}`),
    inhabitant: (name: Name) => moveIn(pools.home, client, name),
    countIn: (name: Name) =>
      pools[name].oneFirst(sql.type(row<{ count: number }>())`select count(*)::integer as count from end_customers`),
    async namesUp(): Promise<string[]> {
      const { databases }: { databases: { name: string; state: string }[] } = JSON.parse(
        (await client.get('/readyz')).text,
      )
      return databases.flatMap(({ name, state }) => (state === 'up' ? [name] : []))
    },
    /** Of the processes. */
    sessionsIn: (name: Name) =>
      pools[name].any(sql.type(row())`
        select application_name from pg_stat_activity
        where datname = current_database() and usename = ${new URL(urls[name]).username}
      `),
    findings: async (they: string) => verifyLedger(pools[(await placeOf(they)) as Name], they, () => {}),
    async close() {
      const codes = await processes.stop()
      await Promise.all(NAMES.map((name) => pools[name].end()))
      return codes
    },
  }
}

const openOwner = (database_url: string) =>
  openPool(ownerUrl(database_url), { pool_size: 2, statement_timeout_ms: 60_000 })

function optionsOf(installation: Awaited<ReturnType<typeof newInstallation>>, urls: Record<Name, string>): MoveOptions {
  return {
    home_urls: installation.urls,
    env: installation.env,
    times: TIMES,
    async openBoss(name) {
      const boss = bossFor(urls[name as Name])
      await boss.start()
      return { boss, close: () => boss.stop({ graceful: false }) }
    },
  }
}

function commandsWith(options: MoveOptions) {
  return {
    options,
    drain: (name: Name, its: Partial<Options> = {}) =>
      drainDatabase(name, { ...options, to_name: null, told: () => {}, ...its }),
    move: (end_customer_id: string, to_name: Name | null, its: Partial<MoveOptions> = {}) =>
      moveEndCustomer({ end_customer_id, to_name }, { ...options, ...its }),
  }
}

/** Somebody who lives there, with books. */
async function moveIn(home: Pool, client: Client, name: Name): Promise<string> {
  const they = randomUUID()
  await home.query(sql.type(row())`
    insert into placements (end_customer_id, database_name) values (${they}, ${name})
  `)
  await client.put('/v1/accounts', chart(they))
  const { body } = await client.post(EXPENSES, expense(they))
  await eventually(async () => (await client.get(`/v1/source-facts/${body.id}`)).body.state === 'posted')
  return they
}
