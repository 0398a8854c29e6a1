import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect } from 'chai'
import { checkDatabases } from '../../../shared/store/databases/check-databases.ts'
import { openDatabase } from '../../../shared/store/databases/registry.ts'
import { connectAsOwner } from '../../../shared/store/databases/urls.ts'
import { openPool } from '../../../shared/store/db/database.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { queryRows } from '../../support/first-build.ts'
import { ownerUrl, service } from '../../support/service.ts'
import { identitiesOf, newInstallation, reasonOf } from './installation.ts'

/** What is told when it is done for good. */
const STEPS = ['home has its identity', 'two is migrated', 'two has its identity', 'home knows two']

const TWO_DATABASES = [
  { name: 'home', url_variable: 'DATABASE_URL', state: 'open' },
  { name: 'two', url_variable: 'TWO_URL', state: 'open' },
]

const empty = () => service().server.createEmptyDatabase()
/** With the tables of this release, and nothing in them. */
const migrated = () => service().server.createDatabase()

describe('a further ledger database', function () {
  this.timeout(180_000)

  it('is migrated, has an identity, and is known at home, once, however often it is added', async () => {
    const installation = await newInstallation()
    const two = await empty()
    installation.name('two', two)
    const said: string[] = []
    await installation.add('two', (line) => said.push(line))
    expect(said).to.deep.equal(STEPS)
    const identity = await identitiesOf(two)
    const [{ name } = { name: '' }] = identity
    expect(name).to.equal('two')
    await Promise.all([installation.add('two'), installation.add('two')])
    expect(await installation.registered()).to.deep.equal(TWO_DATABASES)
    expect(await identitiesOf(two)).to.deep.equal(identity)
    expect(await identitiesOf(installation.home)).to.have.length(1)
    expect(await checkDatabases(installation.urls, installation.env)).to.deep.equal([{ name: 'two', finding: null }])
  })

  for (const [step, line] of STEPS.entries())
    it(`goes on where it was cut off behind "${line}"`, async () => {
      const installation = await newInstallation()
      const two = await migrated()
      installation.name('two', two)
      const cut = installation.add('two', (said) => {
        if (said === line) throw new Error('cut off')
      })
      expect(await reasonOf(cut)).to.equal('cut off')
      const before = await identitiesOf(two)
      expect(before).to.have.length(step < 2 ? 0 : 1)
      await installation.add('two')
      expect(await installation.registered()).to.deep.equal(TWO_DATABASES)
      if (before.length > 0) expect(await identitiesOf(two)).to.deep.equal(before)
    })

  it('goes on after a SIGKILL', async () => {
    const installation = await newInstallation()
    installation.name('two', await empty())
    const args = ['databases', 'add', 'two', '--url-variable', 'TWO_URL', '--owner-url-variable', 'TWO_OWNER_URL']
    const child = spawn(process.execPath, ['shared/cli/ops.ts', ...args], {
      env: {
        ...process.env,
        ...installation.env,
        DATABASE_URL: installation.home,
        MIGRATION_DATABASE_URL: ownerUrl(installation.home),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = once(child, 'exit')
    await once(child.stderr, 'data')
    child.kill('SIGKILL')
    await ended
    await installation.add('two')
    expect(await installation.registered()).to.deep.equal(TWO_DATABASES)
  })

  it('is opening until every process has asked for it, and open then', async () => {
    const installation = await newInstallation()
    installation.name('two', await migrated())
    const cut = installation.add('two', (said) => {
      if (said === 'home knows two') throw new Error('cut off')
    })
    await reasonOf(cut)
    const stateOf = async () => (await installation.registered())[1]?.state
    expect(await stateOf()).to.equal('opening')
    const home = await connectAsOwner(installation.urls)
    expect([await openDatabase(home, 'two', 3_600_000), await stateOf()]).to.deep.equal(['opening', 'opening'])
    expect([await openDatabase(home, 'two', 0), await stateOf()]).to.deep.equal(['open', 'open'])
    await home.end()
  })

  it('takes other variables when it is added again', async () => {
    const installation = await newInstallation()
    const two = await migrated()
    installation.name('two', two)
    installation.name('other', two)
    await installation.add('two')
    await installation.add('two', undefined, { url_variable: 'OTHER_URL', owner_url_variable: 'OTHER_OWNER_URL' })
    expect((await installation.registered())[1]).to.deep.equal({
      name: 'two',
      url_variable: 'OTHER_URL',
      state: 'open',
    })
  })

  const withBooks = async () => {
    const database_url = await migrated()
    await queryRows(ownerUrl(database_url), `insert into end_customers (end_customer_id) values ('${randomUUID()}')`)
    return database_url
  }
  const withKeys = async () => {
    const database_url = await migrated()
    const pool = await openPool(database_url, { pool_size: 1, statement_timeout_ms: 60_000 })
    await issueKey(pool, { client_name: 'somebody' }).finally(() => pool.end())
    return database_url
  }
  const withOtherTables = async () => {
    const database_url = await empty()
    await queryRows(ownerUrl(database_url), 'create table shop (id integer)')
    return database_url
  }
  const ofAnotherInstallation = async () => {
    const [other, database_url] = [await newInstallation(), await migrated()]
    other.name('two', database_url)
    await other.add('two')
    return database_url
  }
  const newer = async () => {
    const database_url = await migrated()
    await queryRows(ownerUrl(database_url), `insert into schema_migrations (name, run_on) values ('9999-later', now())`)
    return database_url
  }

  const REFUSED: [name: string, make: (home: string) => Promise<string>, reason: string][] = [
    ['one that has books', withBooks, 'TWO_URL leads to a database that is in use: it has rows of end_customers.'],
    ['one that has API keys', withKeys, 'TWO_URL leads to a database that is in use: it has rows of api_clients.'],
    ['one of other software', withOtherTables, 'TWO_URL leads to a database that is in use: it has a table shop.'],
    ['one of another installation', ofAnotherInstallation, 'TWO_URL leads to a database of another installation.'],
    ['one of a newer release', newer, 'TWO_URL leads to a database of a newer release.'],
    ['home itself', async (home) => home, 'TWO_URL leads to home, or to a copy of it.'],
  ]
  for (const [name, make, reason] of REFUSED)
    it(`${name} is refused, and nothing is written there`, async () => {
      const installation = await newInstallation()
      const two = await make(installation.home)
      installation.name('two', two)
      const tables = `select count(*)::integer as count from pg_class where relnamespace = 'public'::regnamespace`
      const before = await queryRows(two, tables)
      expect(await reasonOf(installation.add('two'))).to.equal(reason)
      expect(await queryRows(two, tables)).to.deep.equal(before)
      expect(await installation.registered()).to.deep.equal(TWO_DATABASES.slice(0, 1))
    })

  it('is refused under the name of another one, and another one under its name', async () => {
    const installation = await newInstallation()
    installation.name('two', await migrated())
    await installation.add('two')
    installation.name('three', installation.env.TWO_URL ?? '')
    expect(await reasonOf(installation.add('three'))).to.equal('THREE_URL leads to the ledger database "two".')
    installation.name('two', await migrated())
    expect(await reasonOf(installation.add('two'))).to.equal(
      'Home knows "two" already, and TWO_URL leads to another database.',
    )
    expect(await reasonOf(installation.add('home', undefined, { url_variable: 'TWO_URL' }))).to.equal(
      '"home" is the database of DATABASE_URL; choose another name.',
    )
    expect(await reasonOf(installation.add('three', undefined, { url_variable: 'TWO_URL' }))).to.equal(
      'TWO_URL is the variable of the ledger database "two".',
    )
    expect(await reasonOf(installation.add('four'))).to.equal('FOUR_URL is not set.')
    installation.env.FOUR_URL = 'mysql://somebody:secret@there/x'
    expect(await reasonOf(installation.add('four'))).to.equal(
      'FOUR_URL must be a URL like postgres://user:password@host:5432/database, or with several hosts and ' +
        'target_session_attrs=read-write.',
    )
    expect(await installation.registered()).to.deep.equal(TWO_DATABASES)
  })

  it('waits for the release step of home', async () => {
    const installation = await newInstallation()
    await queryRows(
      ownerUrl(installation.home),
      'delete from schema_migrations where name = (select max(name) from schema_migrations)',
    )
    installation.name('two', await migrated())
    expect(await reasonOf(installation.add('two'))).to.equal(
      'Home does not have the tables of this release. Run the release step first.',
    )
  })
})
