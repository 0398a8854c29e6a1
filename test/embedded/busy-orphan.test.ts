import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { startEmbeddedPostgres } from '../../shared/embedded/server.ts'

const SERVER = join(import.meta.dirname, '../../shared/embedded/server.ts')

describe('an embedded PostgreSQL that has lost its supervisor', () => {
  it('is found again after a start at which it was too busy to answer', async function () {
    this.timeout(300_000)
    const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-orphan-'))
    chmodSync(folder, 0o755) // PostgreSQL may have a user of its own
    const data_dir = join(folder, 'data')
    const pid = await startAndDie(data_dir)
    try {
      process.kill(pid, 'SIGSTOP')
      const [failed] = await Promise.allSettled([startEmbeddedPostgres({ data_dir, fsync: false })])
      expect(failed.status).to.equal('rejected')
      process.kill(pid, 'SIGCONT')
      const server = await startEmbeddedPostgres({ data_dir, fsync: false })
      await server.stop()
    } finally {
      if (readPid(data_dir) === pid) process.kill(pid, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

/** @returns the postmaster that a supervisor has left behind */
async function startAndDie(data_dir: string): Promise<number> {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(SERVER)})
    await startEmbeddedPostgres({ data_dir: ${JSON.stringify(data_dir)}, fsync: false })
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(said).to.equal('')
  return readPid(data_dir)
}

function readPid(data_dir: string): number {
  try {
    return Number(readFileSync(join(data_dir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}
