import { expect } from 'chai'
import { checkDatabases } from '../../../shared/store/databases/check-databases.ts'
import { migrateAll } from '../../../shared/store/migrate.ts'
import { queryRows } from '../../support/first-build.ts'
import { runCli } from '../../support/processes/run-cli.ts'
import { ownerUrl, service } from '../../support/service.ts'
import { newInstallation, reasonOf } from './installation.ts'

const asOwner = (database_url: string, query: string) => queryRows(ownerUrl(database_url), query)
const FORGET_LAST = 'delete from schema_migrations where name = (select max(name) from schema_migrations)'
const DROP_VIEW = 'drop view supplier_payables'
const hasView = async (database_url: string) =>
  (await queryRows(database_url, `select from pg_views where viewname = 'supplier_payables'`)).length === 1

describe('the ledger databases of an installation', function () {
  this.timeout(180_000)
  let installation: Awaited<ReturnType<typeof newInstallation>>
  let two: string
  let three: string

  beforeEach(async () => {
    installation = await newInstallation()
    ;[two, three] = [await service().server.createDatabase(), await service().server.createDatabase()]
    installation.name('two', two)
    installation.name('three', three)
    await installation.add('two')
    await installation.add('three')
  })

  const release = (log?: (line: string) => void) => migrateAll(installation.urls, log, installation.env)
  const findings = async () =>
    (await checkDatabases(installation.urls, installation.env)).map(({ name, finding }) => `${name}: ${finding}`)

  it('are released with home', async () => {
    for (const database_url of [installation.home, two, three]) await asOwner(database_url, DROP_VIEW)
    expect((await release()).map(({ name }) => name)).to.deep.equal(['three', 'two'])
    for (const database_url of [installation.home, two, three]) expect(await hasView(database_url)).to.equal(true)
  })

  it('one that cannot be released keeps no other one from it, and the release fails', async () => {
    await asOwner(three, DROP_VIEW)
    await asOwner(two, DROP_VIEW)
    delete installation.env.THREE_OWNER_URL
    expect(await reasonOf(release())).to.equal('three: THREE_OWNER_URL is not set.')
    expect([await hasView(two), await hasView(three)]).to.deep.equal([true, false])
    installation.name('three', three)
    await release()
    expect(await hasView(three)).to.equal(true)
  })

  it('one that is away keeps no other one from it, and the release succeeds; its turn is when it is back', async () => {
    for (const database_url of [two, three]) await asOwner(database_url, DROP_VIEW)
    const lines: string[] = []
    installation.env.THREE_OWNER_URL = 'postgres://nobody@127.0.0.1:1/nothing'
    const released = await release((line) => lines.push(line))
    expect(released.map(({ name, is_away }) => [name, is_away])).to.deep.equal([
      ['three', true],
      ['two', false],
    ])
    expect(await hasView(two)).to.equal(true)
    expect(lines.filter((line) => line.startsWith('three: '))).to.deep.equal([
      'three: Cannot use database "nothing" on 127.0.0.1: nothing listens there. Check THREE_OWNER_URL. ' +
        'It is not up to date: run the release step when it is back.',
    ])
    installation.name('three', three)
    await release()
    expect(await hasView(three)).to.equal(true)
  })

  it('two variables that were swapped are noticed before anything is done there', async () => {
    installation.name('two', three)
    installation.name('three', two)
    await asOwner(two, DROP_VIEW)
    expect(await reasonOf(release())).to.equal(
      'three: THREE_OWNER_URL leads to the ledger database "two" and not to "three".\n' +
        'two: TWO_OWNER_URL leads to the ledger database "three" and not to "two".',
    )
    expect(await hasView(two)).to.equal(false)
    expect(await findings()).to.deep.equal([
      'three: THREE_URL leads to the ledger database "two" and not to "three".',
      'two: TWO_URL leads to the ledger database "three" and not to "two".',
    ])
    installation.name('two', two)
    installation.name('three', three)
    expect(await findings()).to.deep.equal(['three: null', 'two: null'])
  })

  it('a variable of the owner that leads elsewhere is noticed, too', async () => {
    installation.env.TWO_OWNER_URL = ownerUrl(three)
    expect((await findings())[1]).to.equal('two: TWO_OWNER_URL leads to the ledger database "three" and not to "two".')
    expect(await reasonOf(release())).to.equal(
      'two: TWO_OWNER_URL leads to the ledger database "three" and not to "two".',
    )
    installation.env.TWO_OWNER_URL = ownerUrl(two)
    installation.env.TWO_URL = three
    expect(await reasonOf(release())).to.equal('two: TWO_URL and TWO_OWNER_URL name different databases.')
  })

  const MISFITS: [name: string, spoil: () => Promise<unknown>, reason: string | RegExp][] = [
    [
      'lacks a migration',
      () => asOwner(two, FORGET_LAST),
      'two: TWO_URL leads to a database that lacks the last 1 of the migrations of this release; run the release step.',
    ],
    [
      'was never added',
      async () => installation.name('two', await service().server.createDatabase()),
      'two: TWO_URL leads to a database that was never added to this installation.',
    ],
    [
      'is of another installation',
      () => asOwner(two, 'update database_identity set home_id = gen_random_uuid()'),
      'two: TWO_URL leads to a database of another installation.',
    ],
    [
      'is away',
      async () => {
        const nowhere = new URL(two)
        nowhere.pathname = '/nowhere'
        installation.env.TWO_URL = nowhere.href
      },
      /^two: Cannot use database "nowhere" on .+: database "nowhere" does not exist\. Check TWO_URL\.$/,
    ],
  ]
  for (const [name, spoil, reason] of MISFITS)
    it(`one that ${name} is one sentence of the check`, async () => {
      await spoil()
      const [ofThree, ofTwo] = await findings()
      expect(ofThree).to.equal('three: null')
      if (typeof reason === 'string') expect(ofTwo).to.equal(reason)
      else expect(ofTwo).to.match(reason)
    })

  it('are listed, checked and released by the commands', async () => {
    const run = async (file: string, ...args: string[]) => {
      const env = {
        ...installation.env,
        DATABASE_URL: installation.home,
        MIGRATION_DATABASE_URL: ownerUrl(installation.home),
      }
      return runCli(file, args, env)
    }
    const ops = (...args: string[]) => run('shared/cli/ops.ts', 'databases', ...args)
    await asOwner(
      installation.home,
      `insert into placements (end_customer_id, database_name) values (gen_random_uuid(), 'two')`,
    )
    const listed: Record<string, unknown>[] = JSON.parse((await ops('list', '--json')).stdout)
    expect(listed.map(({ name, end_customers, state }) => [name, end_customers, state])).to.deep.equal([
      ['home', null, 'open'],
      ['three', 0, 'open'],
      ['two', 1, 'open'],
    ])
    expect((await ops('check')).code).to.equal(0)
    const released = await run('shared/store/migrate.ts')
    expect([released.code, released.stdout]).to.deep.equal([
      0,
      'the database is up to date, and so is three, and so is two\n',
    ])
    await asOwner(two, FORGET_LAST)
    const checked = await ops('check', '--json')
    expect(checked.code).to.equal(1)
    expect(JSON.parse(checked.stdout)[0]).to.deep.equal({ name: 'three', finding: null })
    const again = await ops(
      ...['add', 'two', '--url-variable', 'TWO_URL', '--owner-url-variable', 'NO_SUCH_URL', '--json'],
    )
    expect([again.code, again.stdout, again.stderr]).to.deep.equal([1, '', 'NO_SUCH_URL is not set.\n'])
    const wrong = await ops('add', 'two', '--url-variable', 'postgres://somebody:secret@there/x')
    expect([wrong.code, wrong.stdout, wrong.stderr]).to.deep.equal([
      1,
      '',
      'A database is added by the names of variables, such as LEDGERS_2_URL, and not by its URL.\n',
    ])
    const misnamed = await ops('add', 'Two', '--url-variable', 'TWO_URL')
    expect([misnamed.code, misnamed.stdout]).to.deep.equal([1, ''])
    expect(misnamed.stderr).to.match(/^error: .*\n$/)
  })
})
