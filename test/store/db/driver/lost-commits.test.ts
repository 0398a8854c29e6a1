import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../shared/embedded/server.ts'
import { withSessionOptions } from '../../../../shared/store/db/database.ts'
import { migrate } from '../../../../shared/store/migrate.ts'

const WARNING = 'synchronous_commit is off: a crash of PostgreSQL loses what was accepted'

describe('a PostgreSQL that answers before its log is written', function () {
  this.timeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-lost-commits-'))
  let server: EmbeddedPostgres | null = null
  before(async () => {
    server = await startEmbeddedPostgres({ data_dir: folder })
    await migrate(server)
  })
  after(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const program of ['api/main.ts', 'workers/main.ts'])
    it(`is told of when ${program} starts`, async () => {
      const url = server?.database_url ?? ''
      expect(await logOfStart(program, withSessionOptions(url, '-c synchronous_commit=off'))).to.include(WARNING)
      expect(await logOfStart(program, url)).not.to.include(WARNING)
    })
})

/** Until it works. */
async function logOfStart(program: string, database_url: string): Promise<string> {
  const env = { ...process.env, DATABASE_URL: database_url, LOG_LEVEL: 'info', HOST: '127.0.0.1', PORT: '0' }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let log = ''
  for await (const text of child.stdout) {
    log += text
    if (/is listening|is running/.test(log)) child.kill('SIGTERM')
  }
  return log
}
