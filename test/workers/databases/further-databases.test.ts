import { expect } from 'chai'
import { newInstallation } from '../../store/databases/installation.ts'
import { eventually } from '../../support/books.ts'
import { closeToAll, openToAll } from '../../support/places/second-database.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { runProcess } from '../../support/processes/real-processes.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'

const METRICS_TOKEN = 'a-token-of-the-metrics-of-a-worker'

describe('a worker of an installation with several ledger databases', function () {
  this.timeout(180_000)
  let installation: Awaited<ReturnType<typeof newInstallation>>
  let home: QuietService
  let second: QuietService
  let worker: ReturnType<typeof runProcess> | null = null

  beforeEach(async () => {
    installation = await newInstallation()
    const second_url = await service().server.createDatabase()
    installation.name('second', second_url)
    await installation.add('second')
    home = await openQuietService(installation.home)
    second = await openQuietService(second_url)
  })
  afterEach(async () => {
    await worker?.stop()
    worker = null
    await Promise.all([home.close(), second.close()])
  })

  it('works in all of them', async () => {
    const facts = [await sendTo(home), await sendTo(second)]
    const METRICS_PORT = String(await freePort())
    worker = await start({ METRICS_PORT, METRICS_TOKEN })
    await eventually(() => isPosted(home, facts[0]))
    await eventually(() => isPosted(second, facts[1]))
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }
    const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`, { headers })).text()
    for (const name of ['home', 'second'])
      expect(text).to.match(new RegExp(`^hauptbuch_pool_connections\\{database="${name}",state="idle"\\} \\d+$`, 'm'))
    expect(await worker.stop()).to.equal(0)
  })

  it('works in one that is added while it runs', async () => {
    const third_url = await service().server.createDatabase()
    installation.name('third', third_url)
    worker = await start()
    await installation.add('third')
    const third = await openQuietService(third_url)
    const fact = await sendTo(third)
    await eventually(() => isPosted(third, fact)).finally(() => third.close())
  })

  it('works in the others while one is away, and in that one when it is back', async () => {
    const facts = [await sendTo(home), await sendTo(second)]
    await second.close()
    await closeToAll(second.database_url)
    worker = await start()
    await eventually(() => isPosted(home, facts[0]))
    await eventually(async () => reasons().length > 0)
    await openToAll(second.database_url)
    second = await openQuietService(second.database_url)
    await eventually(() => isPosted(second, facts[1]))
    expect(new Set(reasons()).size).to.equal(reasons().length)
    expect(reasons()[0]).to.match(/^Cannot use database ".*" on .*: .*\. Check SECOND_URL\.$/)
  })

  it('works in those alone that WORKER_DATABASES names', async () => {
    const facts = [await sendTo(home), await sendTo(second)]
    worker = await start({ WORKER_DATABASES: 'second' })
    await eventually(() => isPosted(second, facts[1]))
    const there = await sendTo(second)
    await eventually(() => isPosted(second, there))
    expect(await isPosted(home, facts[0])).to.equal(false)
  })

  it('says in one sentence why one is not that of home, and begins nothing there', async () => {
    const other_url = await service().server.createDatabase()
    installation.name('second', other_url)
    worker = await start()
    await eventually(async () => reasons().length > 0)
    expect(reasons()).to.deep.equal(['SECOND_URL leads to a database that was never added to this installation.'])
  })

  async function start(env: Record<string, string> = {}) {
    const started = runProcess('workers/main.ts', { DATABASE_URL: installation.home, ...installation.env, ...env })
    worker = started
    await eventually(async () => started.text().includes('the worker is running'), 60)
    return started
  }

  function reasons() {
    const lines = worker?.lines().filter(({ msg }) => msg === 'a ledger database cannot be opened') ?? []
    return lines.map(({ reason }) => reason)
  }
})

async function sendTo({ post, newEndCustomer }: QuietService): Promise<string> {
  const { body } = await post(EXPENSES, expense(await newEndCustomer()))
  return body.id
}

async function isPosted({ get }: QuietService, id: string | undefined): Promise<boolean> {
  return (await get(`/v1/source-facts/${there(id)}`)).body.state === 'posted'
}
