import { randomUUID } from 'node:crypto'
import { addDatabase } from '../../../../shared/store/databases/add-database.ts'
import { HOME_VARIABLES } from '../../../../shared/store/databases/urls.ts'
import { openPool, type Pool, row, sql } from '../../../../shared/store/db/database.ts'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { type Kept, keepProcess } from '../../../torture/surroundings/processes.ts'
import { startReceiver } from '../../../workers/webhooks/webhook-receiver.ts'
import { SUBSCRIPTIONS } from '../../../workers/webhooks/webhook-requests.ts'
import { eventually } from '../../books.ts'
import { at } from '../../client.ts'
import { freePort } from '../../processes/free-port.ts'
import { WEBHOOKS } from '../../service.ts'
import { booksIn } from '../books-in.ts'
import { moversOf } from '../movers.ts'
import type { Victim, Way } from './draw-cut.ts'
import { inTurns } from './in-turns.ts'
import { type ServerName, startServers } from './servers.ts'

/** A process relies on what it knows for two seconds; how long a pause takes is another question, which a loaded machine would answer. */
const TIMES = { known_for_ms: 2_100, longest_pause_ms: 60_000, clean_up_after_ms: 0 }

type Servers = Awaited<ReturnType<typeof startServers>>['servers']
type Owners = Readonly<Record<ServerName, Pool>>
export type Cuts = Awaited<ReturnType<typeof openCuts>>

/** Home and two further databases, each in a PostgreSQL of its own, a web and a worker process: all may be killed, and start again. */
export async function openCuts() {
  const { folder, servers, remove } = await startServers()
  const urls = {
    home: servers.home.process_url(),
    second: servers.second.process_url(),
    third: servers.third.process_url(),
  }
  const env = { ...variablesOf(servers), ...WEBHOOKS }
  const home_urls = {
    database_url: urls.home,
    migration_database_url: servers.home.database_url(),
    variables: HOME_VARIABLES,
  }
  for (const name of ['second', 'third'] as const) await add(home_urls, name, env)
  const owners = await openOwners(servers)
  const port = await freePort()
  const client = at(`http://127.0.0.1:${port}`, await issueKey(owners.home, { client_name: 'of cuts' }))
  const processes = keepBoth({ ...process.env, ...env, DATABASE_URL: urls.home }, port, folder)
  const untilUp = () => Promise.all([...Object.values(servers), processes.web].map((one) => one.untilUp()))
  await untilUp()
  const calm = inTurns(untilUp)
  const receiver = await startReceiver()
  await eventually(async () => (await client.post(SUBSCRIPTIONS, { url: receiver.url })).status === 201, 60)
  return {
    client,
    ...moversOf(urls, { home_urls, env, times: TIMES }),
    ...booksIn<ServerName>(owners),
    newcomer: (name: ServerName) => calm.look(() => place(owners, name)),
    look: calm.look,
    /** Numbers of the events that a webhook has brought, each once, in the order in which they came first. */
    told: (end_customer_id: string) => [...new Set(receiver.numbersOf(end_customer_id))],
    kill(victim: Exclude<Victim, 'mover'>, [from, to]: Way): Promise<void> {
      const chosen = { ...processes, home: servers.home, from: servers[from], to: servers[to] }[victim]
      return calm.strike(() => chosen.signal('SIGKILL'))
    },
    untilUp: () => calm.look(async () => {}),
    /** @returns what has ended though nobody has killed it */
    async close(): Promise<string[]> {
      const all = [processes.web, processes.worker]
      await Promise.all(all.map((one) => one.stop()))
      await receiver.close()
      await Promise.all(Object.values(owners).map((owner) => owner.end()))
      await Promise.all(Object.values(servers).map((one) => one.stop()))
      remove()
      return all.flatMap(({ unasked_ends }) => unasked_ends)
    },
  }
}

async function openOwners({ home, second, third }: Servers): Promise<Owners> {
  return { home: await openOwner(home), second: await openOwner(second), third: await openOwner(third) }
}

function variablesOf(servers: Servers): Record<string, string> {
  const further = ['second', 'third'] as const
  return Object.fromEntries(
    further.flatMap((name) => [
      [`${name.toUpperCase()}_URL`, servers[name].process_url()],
      [`${name.toUpperCase()}_OWNER_URL`, servers[name].database_url()],
    ]),
  )
}

async function add(
  home_urls: Parameters<typeof addDatabase>[0],
  name: string,
  env: Record<string, string>,
): Promise<void> {
  const upper = name.toUpperCase()
  const added = { name, url_variable: `${upper}_URL`, owner_url_variable: `${upper}_OWNER_URL`, weight: 1 }
  await addDatabase(home_urls, added, { env, known_for_ms: 0 })
}

const openOwner = (server: Servers['home']) =>
  openPool(server.database_url(), { pool_size: 2, statement_timeout_ms: 60_000 })

function keepBoth(env: NodeJS.ProcessEnv, port: number, folder: string): Readonly<Record<'web' | 'worker', Kept>> {
  const all = { ...env, LOG_LEVEL: 'warn', DRAIN_MS: '0', TMPDIR: folder, HOST: '127.0.0.1' }
  return {
    web: keepProcess('web', 'api/main.ts', { ...all, PORT: String(port) }, folder),
    worker: keepProcess('worker', 'workers/main.ts', { ...all, PORT: undefined }, folder),
  }
}

/** Somebody who will live there. */
async function place(owners: Owners, name: ServerName): Promise<string> {
  const end_customer_id = randomUUID()
  await owners.home.query(sql.type(row())`
    insert into placements (end_customer_id, database_name) values (${end_customer_id}, ${name})
  `)
  return end_customer_id
}
