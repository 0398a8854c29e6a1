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
