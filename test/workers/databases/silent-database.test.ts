import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { Client } from 'pg'
import { newInstallation } from '../../store/databases/installation.ts'
import { eventually } from '../../support/books.ts'
import { runProcess } from '../../support/processes/real-processes.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'
import { startReplicated } from '../../support/servers/replicated.ts'
import { openSilentLine } from '../../support/servers/silent-line.ts'
import { there } from '../../support/there.ts'
import { backendsOf, freezer } from '../../torture/surroundings/postgres/process-table.ts'

/** More than a worker has connections. */
const WAITING = 20
/** Longer than a silent database is waited for. */
const ROUNDS = 12

describe('a worker of a ledger database that is silent', function () {
  this.timeout(240_000)
  let servers: Awaited<ReturnType<typeof startReplicated>>
  let line: Awaited<ReturnType<typeof openSilentLine>>
  let home: QuietService
  let second: QuietService
  let worker: ReturnType<typeof runProcess>
  let frozen: ReturnType<typeof freezer>

  before(async () => {
    servers = await startReplicated('none')
    line = await openSilentLine(servers.primary.port)
    const postmaster = Number(readFileSync(join(servers.primary.folder, 'postmaster.pid'), 'utf8').split('\n')[0])
    frozen = freezer(() => [postmaster, ...backendsOf(postmaster).map(({ pid }) => pid)])
    const installation = await newInstallation()
    await servers.primary.query('create database second')
    installation.env.SECOND_URL = inSecond(servers.primary.url, line.port)
    installation.env.SECOND_OWNER_URL = inSecond(servers.primary.owner_url, line.port)
    await installation.add('second')
    home = await openQuietService(installation.home)
    second = await openQuietService(inSecond(servers.primary.url), {}, inSecond(servers.primary.owner_url))
    worker = runProcess('workers/main.ts', { DATABASE_URL: installation.home, ...installation.env })
    await eventually(async () => worker.text().includes('works in a further ledger database'), 60)
  })
  after(async () => {
    frozen?.thaw()
    expect(await worker.stop()).to.equal(0)
    await Promise.all([home.close(), second.close()])
    await line.close()
    await servers.close()
  })

  const reasons = () =>
    worker.lines().flatMap(({ database, reason, level }) => (database === 'second' && level >= 40 ? [reason] : []))

  /** Facts whose jobs wait within PostgreSQL, and who lets them go on. */
  async function underWay() {
    const they = await second.newEndCustomer()
    await post(second, they)
    const owner = new Client({ connectionString: inSecond(servers.primary.owner_url) })
    await owner.connect()
    await owner.query('begin; lock table journal_entries in access exclusive mode')
    const facts = await Promise.all(Array.from({ length: WAITING }, () => sendTo(second, they)))
    await eventually(async () => (await owner.query(WAITERS)).rows.length > 0)
    return { they, facts, goOn: () => owner.end() }
  }

  for (const [how, fallSilent, speakAgain] of [
    ['machine is lost', () => line.fallSilent(), () => line.speakAgain()],
    ['processes are frozen', () => frozen.freeze(), () => frozen.thaw()],
  ] as const)
    it(`goes on at home where its ${how}, and works there again by itself`, async () => {
      const { they, facts, goOn } = await underWay()
      const before = reasons().length
      fallSilent()
      try {
        const customer = await home.newEndCustomer()
        for (let round = 0; round < ROUNDS; round += 1) {
          await post(home, customer)
          await sleep(1_000)
        }
        await eventually(async () => reasons().length > before)
      } finally {
        speakAgain()
        await goOn()
      }
      for (const fact of facts) await eventually(() => isPosted(second, fact), 120)
      await post(second, they)
      expect(await second.findings(they)).to.deep.equal([])
      expect(await second.count('journal_entries', they)).to.equal(WAITING + 2)
      expect(worker.lines().filter(({ level }) => level >= 50)).to.deep.equal([])
    })
})

const WAITERS = `select from pg_locks where relation = 'journal_entries'::regclass and not granted`

function inSecond(server_url: string, port?: number): string {
  const url = new URL(server_url)
  url.pathname = '/second'
  if (port !== undefined) url.port = String(port)
  return url.href
}

async function sendTo({ post }: QuietService, end_customer_id: string): Promise<string> {
  const { body } = await post(EXPENSES, expense(end_customer_id))
  return there(body.id)
}

async function isPosted({ get }: QuietService, id: string): Promise<boolean> {
  return (await get(`/v1/source-facts/${id}`)).body.state === 'posted'
}

async function post(service: QuietService, end_customer_id: string): Promise<void> {
  const fact = await sendTo(service, end_customer_id)
  await eventually(() => isPosted(service, fact))
}
