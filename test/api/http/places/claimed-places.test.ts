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
import { runCli } from '../../../support/processes/run-cli.ts'
import { chart, EXPENSES, expense } from '../../../support/requests/examples.ts'
import { ownerUrl, service } from '../../../support/service.ts'

describe('a new end customer of an installation with several ledger databases', function () {
  this.timeout(180_000)
  let installation: Awaited<ReturnType<typeof newInstallation>>
  let second: string
  let key: string
  let webs: Awaited<ReturnType<typeof startWeb>>[]

  before(async () => {
    installation = await newInstallation()
    second = await service().server.createDatabase()
    installation.name('second', second)
    // Empty ones are alike, so its weight makes it the least full one.
    await installation.add('second', () => {}, { weight: 1_000 })
    const pool = await openPool(installation.home, { pool_size: 1, statement_timeout_ms: 30_000 })
    key = await issueKey(pool, { client_name: 'of newcomers' }).finally(() => pool.end())
    webs = await Promise.all([startWeb(), startWeb()])
    // Where there is none that was measured, newcomers live at home.
    for (const { client } of webs)
      await eventually(async () => {
        const newcomer = randomUUID()
        expect((await client.put('/v1/accounts', chart(newcomer))).status).to.equal(202)
        return (await livesIn(second, newcomer)) === 1
      })
  })
  after(async () => {
    expect(await Promise.all(webs.map(({ web }) => web.stop()))).to.deep.equal([0, 0])
  })

  async function startWeb() {
    const port = await freePort()
    const env = { DATABASE_URL: installation.home, HOST: '127.0.0.1', PORT: String(port), ...installation.env }
    const web = runProcess('api/main.ts', env)
    await eventually(async () => web.text().includes('is listening'), 60)
    return { web, client: at(`http://127.0.0.1:${port}`, key) }
  }
  const livesIn = async (database_url: string, id: string) =>
    (await queryRows(database_url, `select from end_customers where end_customer_id = '${id}'`)).length
  const place = (name: string, id: string) =>
    runCli('shared/cli/ops.ts', ['databases', 'place', name, '--end-customer', id], {
      DATABASE_URL: installation.home,
      ...installation.env,
    })

  it('lives in the least full one, in one alone however many requests come first', async () => {
    const newcomers = Array.from({ length: 10 }, () => randomUUID())
    const answers = await Promise.all(
      newcomers.flatMap((id) =>
        webs.flatMap(({ client }) => [client.put('/v1/accounts', chart(id)), client.post(EXPENSES, expense(id))]),
      ),
    )
    expect([...new Set(answers.map(({ status }) => status))]).to.deep.equal([202])
    for (const id of newcomers)
      expect([await livesIn(installation.home, id), await livesIn(second, id)]).to.deep.equal([0, 1])
    const facts = await queryRows<{ count: number }>(second, 'select count(*)::integer as count from source_facts')
    expect(facts[0]?.count).to.equal(20)
    expect(await queryRows(installation.home, 'select from source_facts')).to.have.length(0)
  })

  it('lives in the one that an operator has named before, and in no other one afterwards', async () => {
    const newcomer = randomUUID()
    const placed = await place('home', newcomer)
    expect([placed.code, placed.stdout]).to.deep.equal([0, `${newcomer} will live in home\n`])
    for (const { client } of webs) expect((await client.put('/v1/accounts', chart(newcomer))).status).to.equal(202)
    expect([await livesIn(installation.home, newcomer), await livesIn(second, newcomer)]).to.deep.equal([1, 0])
    const again = await place('second', newcomer)
    expect([again.code, again.stderr]).to.deep.equal([1, `${newcomer} lives in home already.\n`])
    expect((await place('third', randomUUID())).stderr).to.equal('There is no ledger database "third" that is open.\n')
  })

  it('of a batch with others lives there, too', async () => {
    const newcomers = Array.from({ length: 3 }, () => randomUUID())
    const [one] = webs
    const { status, text } = (await one?.client.post('/v1/source-facts/batch', {
      items: newcomers.map((id) => expense(id)),
    })) ?? { status: 0, text: '' }
    expect(status, text).to.equal(202)
    const placed = await queryRows(
      installation.home,
      `select from placements where database_name = 'second' and end_customer_id in (${newcomers.map((id) => `'${id}'`).join()})`,
    )
    expect(placed).to.have.length(3)
    expect(await queryRows(ownerUrl(installation.home), 'select from source_facts')).to.have.length(0)
  })
})
