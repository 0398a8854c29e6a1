import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { openPool } from '../../../../shared/store/db/database.ts'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { newInstallation } from '../../../store/databases/installation.ts'
import { eventually } from '../../../support/books.ts'
import { at } from '../../../support/client.ts'
import { queryRows } from '../../../support/first-build.ts'
import { freePort } from '../../../support/processes/free-port.ts'
import { runProcess } from '../../../support/processes/real-processes.ts'
import { chart, EXPENSES, expense } from '../../../support/requests/examples.ts'
import { type Server, startReplicated } from '../../../support/servers/replicated.ts'
import { openSilentLine } from '../../../support/servers/silent-line.ts'
import { ownerUrl } from '../../../support/service.ts'

const METRICS_TOKEN = 'a-token-of-the-metrics-of-a-silent-one'
/** More than a key has turns. */
const AT_ONCE = 30

describe('a ledger database on a server of its own that is lost', function () {
  this.timeout(180_000)
  let servers: Awaited<ReturnType<typeof startReplicated>>
  let line: Awaited<ReturnType<typeof openSilentLine>>
  let web: ReturnType<typeof runProcess>
  let client: ReturnType<typeof at>
  let base_url: string
  /** By the database where they live. */
  const they = { home: randomUUID(), silent: randomUUID(), killed: randomUUID() }

  before(async () => {
    servers = await startReplicated('none')
    line = await openSilentLine(servers.primary.port)
    const installation = await newInstallation()
    for (const [name, port] of [
      ['silent', line.port],
      ['killed', servers.primary.port],
    ] as const) {
      await servers.primary.query(`create database ${name}`)
      installation.env[`${name.toUpperCase()}_URL`] = inDatabase(servers.primary.url, name, port)
      installation.env[`${name.toUpperCase()}_OWNER_URL`] = inDatabase(servers.primary.owner_url, name, port)
      await installation.add(name)
    }
    for (const [name, id] of Object.entries(they))
      await queryRows(ownerUrl(installation.home), `insert into placements values ('${id}', '${name}')`)
    const pool = await openPool(installation.home, { pool_size: 1, statement_timeout_ms: 30_000 })
    const key = await issueKey(pool, { client_name: 'of three' }).finally(() => pool.end())
    const port = await freePort()
    base_url = `http://127.0.0.1:${port}`
    web = runProcess('api/main.ts', {
      ...{ DATABASE_URL: installation.home, HOST: '127.0.0.1', PORT: String(port), METRICS_TOKEN },
      ...installation.env,
    })
    client = at(base_url, key)
    await eventually(async () => web.text().includes('is listening'), 60)
    for (const id of Object.values(they))
      await eventually(async () => (await client.put('/v1/accounts', chart(id))).status === 202)
  })
  after(async () => {
    expect(await web.stop()).to.equal(0)
    await line.close()
    await servers.close()
  })

  const read = async (id: string) => (await client.get(`/v1/accounts?end_customer_id=${id}`)).status
  const write = async (id: string) => (await client.post(EXPENSES, expense(id))).status
  async function isAway(name: string): Promise<boolean> {
    const { databases } = (await (await fetch(`${base_url}/readyz`)).json()) as {
      databases: { name: string; state: string }[]
    }
    return databases.some((one) => one.name === name && one.state === 'away')
  }
  const figuresOf = async (name: string) => {
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }
    const text = await (await fetch(`${base_url}/metrics`, { headers })).text()
    return text.split('\n').filter((figure) => figure.startsWith(`hauptbuch_pool_connections{database="${name}"`))
  }
  const sendTo = (id: string) => Array.from({ length: AT_ONCE }, (_, index) => (index % 2 ? read(id) : write(id)))
  /** All are served, while as many requests of the same key to the one that is away are refused. */
  async function expectServed(name: 'silent' | 'killed', ...others: string[]): Promise<void> {
    const refused = sendTo(they[name])
    const served = others.flatMap(sendTo)
    expect(new Set(await Promise.all(refused))).to.deep.equal(new Set([503]))
    expect(new Set(await Promise.all(served))).to.deep.equal(new Set([200, 202]))
    expect(await figuresOf(name)).to.deep.equal([])
  }

  it('says nothing any more: what waits for it is refused, and its key has its turns for the others', async () => {
    // As many connections as the key may use are open, and they are what waits.
    await Promise.all(sendTo(they.silent))
    line.fallSilent()
    const waiting = sendTo(they.silent)
    const others = [...sendTo(they.home), ...sendTo(they.killed)]
    expect(new Set(await Promise.all(others))).to.deep.equal(new Set([200, 202]))
    expect(new Set(await Promise.all(waiting))).to.deep.equal(new Set([503]))
    await eventually(() => isAway('silent'))
    await expectServed('silent', they.home, they.killed)
  })

  it('is killed: its end customers are refused, and nobody else notices', async () => {
    await servers.primary.kill()
    const statuses = await Promise.all([...sendTo(they.home), ...sendTo(they.killed)])
    expect(statuses.filter((status) => ![200, 202, 503].includes(status))).to.deep.equal([])
    expect(statuses.slice(0, AT_ONCE).filter((status) => status === 503)).to.deep.equal([])
    await eventually(() => isAway('killed'))
    await expectServed('killed', they.home)
  })
})

function inDatabase(server_url: Server['url'], name: string, port: number): string {
  const url = new URL(server_url)
  url.pathname = `/${name}`
  url.port = String(port)
  return url.href
}
