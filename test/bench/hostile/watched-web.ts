import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, startWeb, type Web } from '../processes.ts'

type Watched = { readonly web: Web; watch(work: () => Promise<void>): Promise<number> }

/** A web process that measures how long its event loop is held: the longest CPU time of one turn in milliseconds. */
export async function withWatchedWeb<Result>(
  { database_url }: Database,
  measure: (watched: Watched) => Promise<Result>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-loop-'))
  const file = join(folder, 'longest')
  const args = ['--import', './test/bench/hostile/watch-loop.ts', 'api/main.ts']
  const web = await startWeb(database_url, { LOOP_FILE: file, QUEUE_DEPTH_LIMIT: '0' }, { args })
  try {
    return await measure({
      web,
      async watch(work) {
        web.child.kill('SIGUSR2')
        await sleep(100)
        await work()
        web.child.kill('SIGUSR2')
        while (!existsSync(file)) await sleep(20)
        await sleep(50)
        const held_ms = Number(readFileSync(file, 'utf8')) / 1_000
        rmSync(file)
        return held_ms
      },
    })
  } finally {
    await web.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
