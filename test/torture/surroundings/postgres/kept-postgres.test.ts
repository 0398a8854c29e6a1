import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Client } from 'pg'
import { keepPostgres } from './kept-postgres.ts'
import { backendsOf, trySignal } from './process-table.ts'

/** Only Linux lists the processes of a server. */
const onLinux = process.platform === 'linux' ? it : it.skip

describe('the PostgreSQL of a storm', () => {
  onLinux('is there again when it was killed while all of it stood still, and goes on', async function () {
    this.timeout(180_000)
    const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-kept-'))
    chmodSync(folder, 0o755) // PostgreSQL may have a user of its own
    const postgres = await keepPostgres(join(folder, 'postgres'))
    const first = await postmasterOf(postgres.database_url())
    const processes = backendsOf(first).map(({ pid }) => pid)
    try {
      postgres.freeze()
      postgres.signal('SIGKILL')
      // As a disturbance that has begun before ends: after the postmaster is gone, and while the next one is tried.
      while (backendsOf(first).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
      postgres.thaw()
      await postgres.untilUp()
      expect(await postmasterOf(postgres.database_url())).not.to.equal(first)
    } finally {
      for (const pid of processes) trySignal(pid, 'SIGCONT')
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

async function postmasterOf(connectionString: string): Promise<number> {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows } = await client.query("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer as pid")
  await client.end()
  return rows[0].pid
}
