import { randomUUID } from 'node:crypto'
import { openPool } from '../../../shared/store/db/database.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { newInstallation } from '../../store/databases/installation.ts'
import { eventually } from '../books.ts'
import { at } from '../client.ts'
import { queryRows } from '../first-build.ts'
import { freePort } from '../processes/free-port.ts'
import { runProcess } from '../processes/real-processes.ts'
import { ownerUrl, service } from '../service.ts'

export const NAMES = ['home', 'second', 'third'] as const
export type Name = (typeof NAMES)[number]

/**
 * A home and two further databases with an end customer in each, and a web process that knows them.
 *
 * @param settings of all processes beside their databases
 */
export async function openThreeDatabases(settings: Record<string, string> = {}) {
  const they: Record<Name, string> = { home: randomUUID(), second: randomUUID(), third: randomUUID() }
  const installation = await newInstallation()
  const urls: Record<Name, string> = { home: installation.home, second: '', third: '' }
  for (const name of ['second', 'third'] as const) {
    urls[name] = await service().server.createDatabase()
    installation.name(name, urls[name])
    await installation.add(name)
  }
  for (const name of NAMES)
    await queryRows(ownerUrl(urls.home), `insert into placements values ('${they[name]}', '${name}')`)
  /** Of the owner. */
  const home = await openPool(ownerUrl(urls.home), { pool_size: 2, statement_timeout_ms: 60_000 })
  const port = await freePort()
  const base_url = `http://127.0.0.1:${port}`
  const key = await issueKey(home, { client_name: 'of three databases' })
  const client = at(base_url, key)
  const env = { DATABASE_URL: urls.home, HOST: '127.0.0.1', PORT: String(port), ...installation.env, ...settings }
  const accountsOf = async (name: Name) => (await client.get(`/v1/accounts?end_customer_id=${they[name]}`)).status

  async function startWeb() {
    const started = runProcess('api/main.ts', env)
    await eventually(async () => started.text().includes('is listening'), 60)
    for (const name of NAMES) await eventually(async () => (await accountsOf(name)) === 200)
    return started
  }
  return {
    they,
    urls,
    home,
    env,
    key,
    client,
    accountsOf,
    startWeb,
    inDatabase: (name: Name, query: string) => queryRows(ownerUrl(urls[name]), query),
    isAway: async (name: Name) => (await statesOf(base_url)).some((one) => one.name === name && one.state === 'away'),
    /** None while the web process does not listen. */
    async namesUp(): Promise<string[]> {
      const states = await statesOf(base_url).catch(() => [])
      return states.flatMap(({ name, state }) => (state === 'up' ? [name] : []))
    },
  }
}

async function statesOf(base_url: string) {
  const response = await fetch(`${base_url}/readyz`)
  const { databases = [] } = (await response.json()) as { databases?: { name: string; state: string }[] }
  return databases
}
