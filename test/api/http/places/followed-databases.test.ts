import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { openPool } from '../../../../shared/store/db/database.ts'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { newInstallation } from '../../../store/databases/installation.ts'
import { eventually } from '../../../support/books.ts'
import { at } from '../../../support/client.ts'
import { queryRows } from '../../../support/first-build.ts'
import { closeToAll, openToAll } from '../../../support/places/second-database.ts'
import { freePort } from '../../../support/processes/free-port.ts'
import { runProcess } from '../../../support/processes/real-processes.ts'
import { chart } from '../../../support/requests/examples.ts'
import { ownerUrl, service } from '../../../support/service.ts'

const METRICS_TOKEN = 'a-token-of-the-metrics-of-two'

describe('a web process of an installation with several ledger databases', function () {
  this.timeout(180_000)
  let installation: Awaited<ReturnType<typeof newInstallation>>
  let second: string
  let web: ReturnType<typeof runProcess> | null = null
  let client: ReturnType<typeof at>
  let base_url: string
  const they = randomUUID()
  const neighbour = randomUUID()

  before(async () => {
    installation = await newInstallation()
    second = await service().server.createDatabase()
    installation.name('second', second)
    await installation.add('second')
    await queryRows(
      ownerUrl(installation.home),
      `insert into placements (end_customer_id, database_name) values ('${they}', 'second'), ('${neighbour}', 'home')`,
    )
    const pool = await openPool(installation.home, { pool_size: 1, statement_timeout_ms: 30_000 })
    const key = await issueKey(pool, { client_name: 'of two databases' }).finally(() => pool.end())
    const port = await freePort()
    const env = {
      DATABASE_URL: installation.home,
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_TOKEN,
      ...installation.env,
    }
    web = runProcess('api/main.ts', env)
    base_url = `http://127.0.0.1:${port}`
    client = at(base_url, key)
    await eventually(async () => web?.text().includes('is listening') ?? false, 60)
  })
  after(async () => {
    await openToAll(second)
    expect(await web?.stop()).to.equal(0)
  })

  const statusOf = async (end_customer_id: string) =>
    (await client.get(`/v1/accounts?end_customer_id=${end_customer_id}`)).status
  const readiness = async () => {
    const { databases } = (await (await fetch(`${base_url}/readyz`)).json()) as {
      databases: { name: string; state: string }[]
    }
    return Object.fromEntries(databases.map(({ name, state }) => [name, state]))
  }
  const upOnes = async () => {
    const text = await (
      await fetch(`${base_url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
    ).text()
    return text.split('\n').filter((line) => line.startsWith('hauptbuch_database_up{'))
  }
  const livesIn = (database_url: string, end_customer_id: string) =>
    queryRows(database_url, `select from end_customers where end_customer_id = '${end_customer_id}'`)

  it('works for an end customer in the one that home says has its books', async () => {
    await eventually(async () => (await client.put('/v1/accounts', chart(they))).status === 202)
    expect((await client.put('/v1/accounts', chart(neighbour))).status).to.equal(202)
    expect(await livesIn(second, they)).to.have.length(1)
    expect(await livesIn(installation.home, they)).to.have.length(0)
    expect(await livesIn(installation.home, neighbour)).to.have.length(1)
    expect([await statusOf(they), await statusOf(neighbour)]).to.deep.equal([200, 200])
  })

  it('lists them together, page by page', async () => {
    // What is listed is counted by a worker.
    const worker = runProcess('workers/main.ts', { DATABASE_URL: installation.home, ...installation.env })
    const both = [they, neighbour].sort()
    const list = async (query = '') =>
      (await client.get(`/v1/end-customers${query}` as '/v1/end-customers')).body.data.map((one) => one.end_customer_id)
    await eventually(async () => (await list()).length === 2).finally(() => worker.stop())
    expect(await list()).to.deep.equal(both)
    for (const order of ['end_customer_id', 'name', 'next_due_date', 'blocked_facts']) {
      const whole = await list(`?order=${order}`)
      expect([...whole].sort()).to.deep.equal(both)
      const first = await list(`?order=${order}&limit=1`)
      expect([...first, ...(await list(`?order=${order}&limit=1&starting_after=${first[0]}`))]).to.deep.equal(whole)
    }
  })

  it('answers 503 for those of one that is away, serves the others, and goes on when it is back', async () => {
    await closeToAll(second)
    await eventually(async () => (await readiness()).second === 'away')
    expect(await statusOf(they)).to.equal(503)
    expect(await statusOf(neighbour)).to.equal(200)
    expect((await client.get('/v1/end-customers')).status).to.equal(503)
    expect(await readiness()).to.deep.equal({ home: 'up', second: 'away' })
    expect(await upOnes()).to.deep.equal([
      'hauptbuch_database_up{database="second"} 0',
      'hauptbuch_database_up{database="home"} 1',
    ])
    await openToAll(second)
    await eventually(async () => (await statusOf(they)) === 200)
  })
})
