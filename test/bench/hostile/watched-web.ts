import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type Database, startWeb, type Web } from '../processes.ts'

export type WatchedWeb = {
  readonly web: Web
  /** The longest CPU time of one turn of the event loop, in milliseconds. */
  watch(work: () => Promise<unknown>): Promise<number>
  /** CPU time of the process, in milliseconds. */
  cost(work: () => Promise<unknown>): Promise<number>
}

/** A web process that measures how long its event loop is held: the longest CPU time of one turn in milliseconds. */
export async function withWatchedWeb<Result>(
  database: Pick<Database, 'database_url'>,
  measure: (watched: WatchedWeb) => Promise<Result>,
) {
  const watched = await startWatchedWeb(database)
  try {
    return await measure(watched)
  } finally {
    await watched.web.stop()
  }
}

export async function startWatchedWeb({ database_url }: Pick<Database, 'database_url'>): Promise<WatchedWeb> {
  const args = ['--import', './test/bench/hostile/watch-loop.ts', 'api/main.ts']
  const web = await startWeb(database_url, { QUEUE_DEPTH_LIMIT: '0' }, { args, has_channel: true })
  return {
    web,
    async watch(work) {
      await ask(web.child)
      let longest: unknown
      try {
        await work()
      } finally {
        longest = await ask(web.child)
      }
      return Number(longest) / 1_000
    },
    async cost(work) {
      const before = Number(await ask(web.child, 'cost'))
      await work()
      return (Number(await ask(web.child, 'cost')) - before) / 1_000
    },
  }
}

async function ask(child: ChildProcess, what: 'watch' | 'cost' = 'watch'): Promise<unknown> {
  const answer = once(child, 'message')
  child.send(what)
  return (await answer)[0]
}
