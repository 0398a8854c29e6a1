import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../shared/embedded/server.ts'
import { migrate } from '../../shared/store/migrate.ts'
import { eventually } from '../support/books.ts'
import { runCli } from '../support/processes/run-cli.ts'

describe('commands on the embedded database', function () {
  this.timeout(180_000)
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'hauptbuch-test-embedded-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const env = (data_dir: string) => ({ DATABASE_URL: '', HAUPTBUCH_DATA_DIR: data_dir })
  const keys = (data_dir: string, ...args: string[]) => runCli('shared/cli/keys.ts', args, env(data_dir))
  const ops = (data_dir: string, ...args: string[]) => runCli('shared/cli/ops.ts', args, env(data_dir))
  const isRunning = () => existsSync(join(folder, 'cluster/postmaster.pid'))

  it('say what to do where none was ever made, and make none', async () => {
    const missing = join(folder, 'missing')
    const hint = 'Run npm start first, or name another one with DATABASE_URL or HAUPTBUCH_DATA_DIR.\n'
    for (const data_dir of [folder, missing])
      for (const run of [() => keys(data_dir, 'create', '--client', 'x'), () => ops(data_dir, 'queues')])
        expect(await run()).to.deep.equal({
          code: 1,
          stdout: '',
          stderr: `There is no database in ${data_dir} yet. ${hint}`,
        })
    expect(readdirSync(folder)).to.deep.equal([])
  })

  it('start it, bring it up to date and stop it again, also when they fail or are interrupted', async () => {
    await (await startEmbeddedPostgres({ data_dir: folder })).stop()
    const made = await keys(folder, 'create', '--client', 'first')
    expect([made.code, isRunning()], made.stderr).to.deep.equal([0, false])
    const nobody = randomUUID()
    const failed = await ops(folder, 'verify', '--end-customer', nobody)
    expect([failed.code, failed.stderr]).to.deep.equal([1, `There is no end customer ${nobody}.\n`])
    expect(isRunning()).to.equal(false)

    const child = spawn(process.execPath, ['shared/cli/ops.ts', 'verify'], { env: { ...process.env, ...env(folder) } })
    await eventually(async () => isRunning())
    child.kill('SIGINT')
    expect(await once(child, 'exit')).to.deep.equal([130, null])
    expect(isRunning()).to.equal(false)
  })

  it('a data folder of the release before, with one role, gets the second at its start', async () => {
    const before = await startEmbeddedPostgres({ data_dir: folder })
    await queryAs(before.migration_database_url, 'drop owned by hauptbuch_process; drop role hauptbuch_process')
    await before.stop()
    rmSync(join(folder, 'process-password'))
    const server = await startEmbeddedPostgres({ data_dir: folder })
    try {
      await migrate(server)
      expect(await queryAs(server.database_url, 'select count(*)::int as count from api_keys')).to.deep.equal([
        { count: 1 },
      ])
      const error = await queryAs(server.database_url, 'delete from journal_lines').catch(({ message }) => message)
      expect(error).to.equal('permission denied for table journal_lines')
    } finally {
      await server.stop()
    }
  })

  it('have sessions that read their pages themselves', async () => {
    const server = await startEmbeddedPostgres({ data_dir: folder })
    try {
      expect(await queryAs(server.database_url, 'show io_method')).to.deep.equal([{ io_method: 'sync' }])
    } finally {
      await server.stop()
    }
  })

  it('has the pages in memory that it had there before', async () => {
    const before = await startEmbeddedPostgres({ data_dir: folder })
    const as = (query: string, server = before) => queryAs(server.migration_database_url, query)
    await as('create extension pg_buffercache; create extension pg_prewarm')
    await as('create table read_before as select generate_series(1, 10000) as number')
    const [all] = await as(`select pg_relation_size('read_before') / 8192 as pages`)
    // Refused while the pages of the last time are still being read.
    const isListed = () => as('select autoprewarm_dump_now()').then(Boolean, () => false)
    await eventually(isListed)
    await before.stop()
    const server = await startEmbeddedPostgres({ data_dir: folder })
    const inMemory = `select count(*) as pages from pg_buffercache
      where relfilenode = pg_relation_filenode('read_before') and relforknumber = 0`
    try {
      await eventually(async () => isDeepStrictEqual(await as(inMemory, server), [all]))
      await as('drop table read_before; drop extension pg_buffercache; drop extension pg_prewarm', server)
    } finally {
      await server.stop()
    }
  })

  it('use the one that runs, and leave it running', async () => {
    const server = await startEmbeddedPostgres({ data_dir: folder })
    try {
      const listed = await keys(folder, 'list', '--json')
      expect(JSON.parse(listed.stdout).map(({ client }: { client: string }) => client)).to.deep.equal(['first'])
      expect(isRunning()).to.equal(true)
    } finally {
      await server.stop()
    }
  })
})

async function queryAs(connectionString: string, query: string): Promise<object[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}
