import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { connectAsOwner, type DatabaseUrls } from '../store/databases/urls.ts'
import { type CustomerMove, takeOver } from '../store/moving/moves.ts'
import { endSilentSession, saySomething } from '../store/moving/time-limits.ts'

/** Whoever says nothing for so long is asleep, or cut off: PostgreSQL ends its session, and the move is free for somebody else. */
const PATIENCE_MS = 10_000
const BEAT_MS = 1_000

/**
 * Makes a move one's own for as long as some work takes. Whoever has lost it meanwhile changes nothing any more: each statement asks for the
 * epoch.
 *
 * @returns what the work returns
 * @throws Error where somebody else moves
 */
export async function alone<Result>(
  home_urls: DatabaseUrls,
  move_id: string,
  work: (move: CustomerMove) => Promise<Result>,
): Promise<Result> {
  const client = await connectAsOwner(home_urls)
  const ended = new AbortController()
  try {
    await endSilentSession(client, PATIENCE_MS)
    const taken = await takeOver(client, move_id)
    if (taken === null) throw new Error('Somebody else moves it at this moment.')
    const beating = beat(client, ended.signal).catch(() => {}) // the session has ended, or shall
    try {
      return await work(taken)
    } finally {
      ended.abort()
      await beating
    }
  } finally {
    await client.end()
  }
}

async function beat(client: Client, signal: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(BEAT_MS, undefined, { signal })
    await saySomething(client)
  }
}
