import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { newInstallation } from '../store/databases/installation.ts'
import { queryRows } from '../support/first-build.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'
import { chart, EXPENSES, expense, newEndCustomer } from '../support/requests/examples.ts'
import { ownerUrl, service } from '../support/service.ts'
import { newJob } from './planted-jobs.ts'

type Line = Record<string, unknown> & { readonly database: string }

describe('npm run ops, with several ledger databases', function () {
  this.timeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-databases-'))
  let installation: Awaited<ReturnType<typeof newInstallation>>
  let second_url: string
  let home: QuietService
  let second: QuietService
  const [ours, theirs] = [randomUUID(), randomUUID()]

  before(async () => {
    installation = await newInstallation()
    second_url = await service().server.createDatabase()
    installation.name('second', second_url)
    await installation.add('second')
    home = await openQuietService(installation.home)
    second = await openQuietService(second_url)
    await queryRows(ownerUrl(installation.home), `insert into placements values ('${theirs}', 'second')`)
    for (const [quiet, customer] of [
      [home, ours],
      [second, theirs],
    ] as const) {
      await quiet.put('/v1/accounts', chart(customer))
      await quiet.post(EXPENSES, expense(customer))
      await quiet.work('facts.evaluate')
      await quiet.refresh(customer)
    }
  })
  after(async () => {
    await Promise.all([home.close(), second.close()])
    rmSync(folder, { recursive: true })
  })

  const ops = (...args: string[]) =>
    runCli('shared/cli/ops.ts', args, {
      DATABASE_URL: installation.home,
      MIGRATION_DATABASE_URL: ownerUrl(installation.home),
      ...installation.env,
    })
  async function list(...args: string[]): Promise<Line[]> {
    const { code, stdout, stderr } = await ops(...args, '--json')
    expect(code, stderr).to.equal(0)
    return JSON.parse(stdout)
  }
  const databasesOf = (lines: readonly Line[]) => [...new Set(lines.map(({ database }) => database))]

  it('shows the queues of all of them, and pauses in all or in the one that is named', async () => {
    expect(databasesOf(await list('queues'))).to.deep.equal(['home', 'second'])
    expect(databasesOf(await list('pause', 'facts.evaluate'))).to.deep.equal(['home', 'second'])
    const resumed = await ops('resume', 'facts.evaluate', '--database', 'second')
    expect([resumed.code, resumed.stdout]).to.deep.equal([0, 'facts.evaluate is resumed\n'])
    const paused = async (url: string) => (await queryRows(url, 'select from paused_queues')).length
    expect([await paused(installation.home), await paused(second_url)]).to.deep.equal([1, 0])
    const both = await ops('resume', 'facts.evaluate')
    expect(both.stdout).to.equal('home: facts.evaluate is resumed\nsecond: facts.evaluate was not paused\n')
    const unknown = await ops('queues', '--database', 'third')
    expect([unknown.code, unknown.stderr]).to.deep.equal([
      1,
      'There is no ledger database "third"; databases list shows them.\n',
    ])
  })

  it('finds a job by its id, and the jobs of an end customer where it lives', async () => {
    const { id } = await newJob(second, theirs)
    expect((await list('jobs', '--end-customer', theirs)).some((job) => job.id === id)).to.equal(true)
    expect((await list('job', id)).map((job) => job.id)).to.deep.equal([id])
    const cancelled = await ops('cancel', id)
    expect([cancelled.code, cancelled.stdout]).to.deep.equal([0, `job ${id} of facts.evaluate is cancelled\n`])
    expect((await ops('job', randomUUID())).stderr).to.match(/^There is no job /)
  })

  it('verifies all books, goes on where one is away, and says so', async () => {
    const verified = await ops('verify')
    expect([verified.code, verified.stdout]).to.deep.equal([
      0,
      'home: 1 ledgers verified, 0 findings\nsecond: 1 ledgers verified, 0 findings\n',
    ])
    const away = await runCli('shared/cli/ops.ts', ['verify'], {
      DATABASE_URL: installation.home,
      SECOND_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    })
    expect([away.code, away.stdout]).to.deep.equal([1, 'home: 1 ledgers verified, 0 findings\n'])
    expect(away.stderr).to.include('second: Cannot use database "nothing" on 127.0.0.1: nothing listens there.')
  })

  it('keys made and ended at home are so in all of them, also where no worker runs', async () => {
    const keys = (...args: string[]) =>
      runCli('shared/cli/keys.ts', args, { DATABASE_URL: installation.home, ...installation.env })
    const { key_id } = JSON.parse((await keys('create', '--client', 'of two databases', '--json')).stdout)
    const stateThere = async () =>
      queryRows(second_url, `select disabled_at is null as is_on from api_keys where key_id = '${key_id}'`)
    expect(await stateThere()).to.deep.equal([{ is_on: true }])
    const disabled = await keys('disable', key_id)
    expect(disabled.code, disabled.stderr).to.equal(0)
    expect(await stateThere()).to.deep.equal([{ is_on: false }])
  })

  it('exports from where an end customer lives, and imports into the one that is named', async () => {
    const file = join(folder, 'theirs.gz')
    expect((await ops('export', '--end-customer', theirs, '--file', file)).stderr).to.equal('')
    const taken = await ops('import', file, '--database', 'home')
    expect(taken.stderr).to.equal(`The end customer ${theirs} has its place in "second" already.\n`)
    const newcomer = await newEndCustomer()
    const other = join(folder, 'newcomer.gz')
    const exported = await runCli('shared/cli/ops.ts', ['export', '--end-customer', newcomer, '--file', other], {
      DATABASE_URL: service().database_url,
    })
    expect(exported.code, exported.stderr).to.equal(0)
    const imported = await ops('import', other, '--database', 'second')
    expect(imported.code, imported.stderr).to.equal(0)
    const isIn = async (url: string) =>
      (await queryRows(url, `select from end_customers where end_customer_id = '${newcomer}'`)).length
    expect([await isIn(installation.home), await isIn(second_url)]).to.deep.equal([0, 1])
    expect(
      await queryRows(installation.home, `select database_name from placements where end_customer_id = '${newcomer}'`),
    ).to.deep.equal([{ database_name: 'second' }])
  })
})
