import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Client } from 'pg'
import { connect } from '../../../shared/store/connect.ts'
import { inOrderOfUse, readDefinitions } from '../../../shared/store/db/replace-definitions.ts'
import { ownerUrl, release, service } from '../../support/service.ts'

describe('functions and views', function () {
  this.timeout(180_000)
  let database_url: string
  let client: Client

  before(async () => {
    database_url = await service().server.createDatabase()
    client = await connect(ownerUrl(database_url))
  })
  after(() => client.end())

  const namesOf = async (query: string) => (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)

  it('each has the file of its name, and each file makes it anew', async () => {
    const functions = await readDefinitions('functions')
    const views = await readDefinitions('views')
    for (const { name, text } of functions)
      expect(text, name).to.match(new RegExp(`^create or replace (function|procedure) ${name}\\(`, 'm'))
    for (const { name, text } of views)
      expect(text, name).to.match(new RegExp(`^create or replace view ${name} as`, 'm'))
    expect(functions.map(({ name }) => name)).to.have.members(
      await namesOf(`select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace`),
    )
    expect(views.map(({ name }) => name)).to.have.members(
      await namesOf(`select viewname::text as name from pg_views where schemaname = 'public'`),
    )
  })

  // PostgreSQL does not make an index anew when a function in it changes: its old rows keep their old keys, and are not found.
  it('those in an index are as the migration has them that made the index', async () => {
    const inIndexes = await namesOf(`select distinct proname::text as name from pg_depend
      join pg_index on indexrelid = objid join pg_proc on pg_proc.oid = refobjid
      where classid = 'pg_class'::regclass and refclassid = 'pg_proc'::regclass and pronamespace = 'public'::regnamespace`)
    expect(inIndexes).to.include.members(['join_hashes', 'join_keys_of'])
    const migrations = await readMigrations()
    for (const { name, text } of await readDefinitions('functions')) {
      if (!inIndexes.includes(name)) continue
      const last = migrations.findLast((migration) => bodyOf(name, migration)) ?? ''
      expect(
        bodyOf(name, text),
        `${name}: its index is to be made anew, by a migration that has the new body`,
      ).to.equal(bodyOf(name, last))
      const statements = last.replace(/\$\$[\s\S]*?\$\$/g, '')
      expect(statements, name).to.match(new RegExp(`^(create (unique )?index[^;]*\\b${name}\\(|reindex )`, 'm'))
    }
  })

  it('a release replaces what differs from the files', async () => {
    const journalLines = `select pg_get_functiondef('check_journal_lines'::regproc) as name`
    const [live = ''] = await namesOf(journalLines)
    await client.query(live.replace(/begin[\s\S]*end /, 'begin return null; end '))
    expect(await namesOf(journalLines)).not.to.deep.equal([live])
    await release(database_url)
    expect(await namesOf(journalLines)).to.deep.equal([live])
  })

  const definition = (name: string, text: string) => ({ name, file: `sql/functions/${name}.sql`, text })

  it('one that uses another comes after it; otherwise the names decide', () => {
    const definitions = [
      definition('a', 'select b(1), d(2) -- and not c'),
      definition('b', 'select d(2), b(0)'),
      definition('c', 'select 1'),
      definition('d', 'select 1'),
    ]
    expect(inOrderOfUse(definitions).map(({ name }) => name)).to.deep.equal(['d', 'b', 'a', 'c'])
  })

  it('a circle is refused with the names in it', () => {
    const circle = [definition('a', 'select b()'), definition('b', 'select c()'), definition('c', 'select a()')]
    expect(() => inOrderOfUse(circle)).to.throw('SQL definitions use each other in a circle: a, b, c, a.')
  })
})

const MIGRATIONS = join(import.meta.dirname, '../../../sql/migrations')

/** In their order. */
async function readMigrations(): Promise<string[]> {
  const files = (await readdir(MIGRATIONS)).sort()
  return Promise.all(files.map((file) => readFile(join(MIGRATIONS, file), 'utf8')))
}

/** What a file makes of the function, if it does. */
function bodyOf(name: string, text: string): string | undefined {
  const made = `^create (?:or replace )?function ${name}\\([\\s\\S]*?\\$\\$([\\s\\S]*?)\\$\\$`
  return new RegExp(made, 'm').exec(text)?.[1]
}
