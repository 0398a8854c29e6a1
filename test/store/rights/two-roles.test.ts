import { expect } from 'chai'
import { Client } from 'pg'
import { migrate } from '../../../shared/store/migrate.ts'
import { ownerUrl, service } from '../../support/service.ts'

/** What a release says of the roles that it is given. */
async function releaseWith(database_url: string, migration_database_url: string | null): Promise<string[]> {
  const lines: string[] = []
  await migrate({ database_url, migration_database_url }, (line) => lines.push(line))
  return lines.filter((line) => !line.startsWith('applied '))
}

async function asOwner(database_url: string, query: string) {
  const client = new Client({ connectionString: ownerUrl(database_url) })
  await client.connect()
  return client.query(query).finally(() => client.end())
}

describe('the two roles of a release', function () {
  this.timeout(180_000)
  const ONE_ROLE =
    'warning: the processes use the role that owns the tables, so they could change what is posted. ' +
    'Set MIGRATION_DATABASE_URL (docs/operate/configuration.md).'

  const OTHERS = 'has rights from another role or from everybody'
  const SET = 'set on parameter session_replication_role'
  const RUN = 'pg_execute_server_program'

  it('one URL, or the same role in both: it works, with a warning; two say nothing', async () => {
    const database_url = await service().server.createEmptyDatabase()
    const owner_url = ownerUrl(database_url)
    expect(await releaseWith(owner_url, null)).to.deep.equal([ONE_ROLE])
    expect(await releaseWith(owner_url, owner_url)).to.deep.equal([ONE_ROLE])
    expect(await releaseWith(database_url, owner_url)).to.deep.equal([])
    expect(await releaseWith(owner_url, null), 'the owner keeps its own rights').to.deep.equal([ONE_ROLE])
  })

  it('has what is new before the functions that use it are replaced', async () => {
    const database_url = await service().server.createEmptyDatabase()
    const owner_url = ownerUrl(database_url)
    await releaseWith(database_url, owner_url)
    const { username } = new URL(database_url)
    await asOwner(
      database_url,
      `revoke update on statement_watermarks from ${username};
      drop function public_id; create function public_id(text, uuid) returns integer language sql as 'select 1'`,
    )
    expect(await releaseWith(database_url, owner_url).catch(({ message }) => message)).to.include('public_id')
    const { rows } = await asOwner(
      database_url,
      `select has_any_column_privilege('${username}', 'statement_watermarks', 'update') as is_there`,
    )
    expect(rows).to.deep.equal([{ is_there: true }])
  })

  it('a role that may do more by other ways is named, with each of them', async () => {
    const database_url = await service().server.createEmptyDatabase()
    const owner_url = ownerUrl(database_url)
    await releaseWith(database_url, owner_url)
    const { rows } = await asOwner(database_url, 'select current_database() as database')
    const { database } = rows[0]
    const [more, group] = ['more', 'group'].map((name) => `${database}_${name}`)
    await asOwner(database_url, `create role ${more} login password 'more'; create role ${group}`)
    const url = new URL(database_url)
    url.username = String(more)
    url.password = 'more'
    const warned = async (grant: string, revoke: string) => {
      await asOwner(database_url, grant)
      const lines = await releaseWith(url.href, owner_url)
      await asOwner(database_url, revoke)
      return lines.map((line) => line.replace(/^.* of the processes (.*), so they could .*$/, '$1'))
    }
    try {
      expect(await releaseWith(url.href, owner_url), 'nothing more').to.deep.equal([])
      for (const [what, to, words] of [
        ['delete on journal_lines', group, `${OTHERS} (delete on journal_lines from ${group})`],
        ['update (description) on journal_entries', group, `${OTHERS} (update on journal_entries from ${group})`],
        [
          'delete on journal_lines, journal_entries',
          group,
          `${OTHERS} (delete on journal_entries and 1 more from ${group})`,
        ],
        [`create on database ${database}`, more, `may create schemas (create on database ${database})`],
        [SET, more, `may turn triggers off (${SET})`],
        [RUN, more, `may write files or run programs on the server (${RUN})`],
      ] as const) {
        await asOwner(database_url, `grant ${group} to ${more}`)
        expect(await warned(`grant ${what} to ${to}`, `revoke ${what} from ${to}`), what).to.deep.equal([words])
      }
      await asOwner(database_url, `grant ${group} to ${more}`)
      const [everything] = await warned(`grant pg_write_all_data to ${more}`, `revoke pg_write_all_data from ${more}`)
      expect(everything).to.match(/^has rights .* \(delete on \w+ and \d+ more from pg_write_all_data, insert /)
      await asOwner(database_url, 'grant update, delete on journal_lines to public')
      expect(await releaseWith(url.href, owner_url), 'everybody has nothing after a release').to.deep.equal([])
    } finally {
      await asOwner(database_url, `drop owned by ${more}, ${group}; drop role ${more}; drop role ${group}`)
    }
  })

  it('a role that does not own the tables is refused in one sentence', async () => {
    const database_url = await service().server.createEmptyDatabase()
    await releaseWith(database_url, ownerUrl(database_url))
    const error = await releaseWith(database_url, null).catch(({ message }) => message)
    expect(error).to.equal(
      'This role does not own the tables. Set MIGRATION_DATABASE_URL to the role that does (docs/operate/configuration.md).',
    )
  })

  it('URLs of two databases are refused, and nothing is done', async () => {
    const [one, other] = [await service().server.createEmptyDatabase(), await service().server.createEmptyDatabase()]
    const error = await releaseWith(one, ownerUrl(other)).catch(({ message }) => message)
    expect(error).to.equal('DATABASE_URL and MIGRATION_DATABASE_URL name different databases.')
  })
})
