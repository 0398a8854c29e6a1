import { expect } from 'chai'
import { migrate } from '../../../shared/store/migrate.ts'
import { ownerUrl, service } from '../../support/service.ts'

/** What a release says of the roles that it is given. */
async function releaseWith(database_url: string, migration_database_url: string | null): Promise<string[]> {
  const lines: string[] = []
  await migrate({ database_url, migration_database_url }, (line) => lines.push(line))
  return lines.filter((line) => !line.startsWith('applied '))
}

describe('the two roles of a release', function () {
  this.timeout(60_000)
  const ONE_ROLE =
    'warning: the processes use the role that owns the tables, so they could change what is posted. ' +
    'Set MIGRATION_DATABASE_URL (docs/operate/configuration.md).'

  it('one URL, or the same role in both: it works, with a warning; two say nothing', async () => {
    const database_url = await service().server.createEmptyDatabase()
    const owner_url = ownerUrl(database_url)
    expect(await releaseWith(owner_url, null)).to.deep.equal([ONE_ROLE])
    expect(await releaseWith(owner_url, owner_url)).to.deep.equal([ONE_ROLE])
    expect(await releaseWith(database_url, owner_url)).to.deep.equal([])
    expect(await releaseWith(owner_url, null), 'the owner keeps its own rights').to.deep.equal([ONE_ROLE])
  })

  it('URLs of two databases are refused, and nothing is done', async () => {
    const [one, other] = [await service().server.createEmptyDatabase(), await service().server.createEmptyDatabase()]
    const error = await releaseWith(one, ownerUrl(other)).catch(({ message }) => message)
    expect(error).to.equal('DATABASE_URL and MIGRATION_DATABASE_URL name different databases.')
  })
})
