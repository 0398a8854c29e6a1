import { setTimeout as sleep } from 'node:timers/promises'
import type { KnownDatabase } from '../store/databases/known-databases.ts'
import type { Database } from './databases.ts'

const TRY_EVERY_MS = 1_000

type Steps = {
  /** @throws Error while the database cannot be used, or is another one than that */
  open(known: KnownDatabase): Promise<Database>
  /**
   * What the process does in it from now on. It is tried again until it succeeds, so it leaves nothing behind where it fails.
   *
   * @returns what ends it
   */
  begin(database: Database): Promise<() => Promise<void>>
  close(database: Database): Promise<void>
  /** Hears of each reason once, until there is another one. */
  failed(name: string, reason: string): void
  readonly try_every_ms?: number
}

export type FurtherDatabases = {
  /** Opens those that are new, for as long as that takes, closes those that are missing, and leaves the others as they are. */
  follow(known: readonly KnownDatabase[]): void
  /** Null until it is open. */
  get(name: string): Database | null
  close(): Promise<void>
}

type Opened = { readonly database: Database; end(): Promise<void> }
type Followed = {
  readonly database_id: string
  readonly opening: Promise<Opened | null>
  readonly ending: AbortController
}

/** Opens the databases beside home, each by itself: one that is away keeps neither the process nor another one waiting. */
export function openFurther(steps: Steps): FurtherDatabases {
  const followed = new Map<string, Followed>()
  const open = new Map<string, Database>()
  /** Of those that were taken out. */
  const ends = new Set<Promise<void>>()

  function begin(known: KnownDatabase): void {
    const ending = new AbortController()
    const { name, database_id } = known
    followed.set(name, {
      database_id,
      ending,
      opening: keepTrying(steps, known, ending.signal, (database) => open.set(name, database)),
    })
  }

  async function end(name: string, { opening, ending }: Followed): Promise<void> {
    ending.abort()
    followed.delete(name)
    open.delete(name)
    const opened = await opening
    await opened?.end()
    if (opened) await steps.close(opened.database)
  }

  function forget(name: string, one: Followed): void {
    // Its server may be off already.
    const ended: Promise<void> = end(name, one)
      .catch(() => {})
      .finally(() => ends.delete(ended))
    ends.add(ended)
  }

  return {
    follow(known) {
      const wanted = new Map(known.map(({ name, database_id }) => [name, database_id]))
      for (const [name, one] of followed) if (wanted.get(name) !== one.database_id) forget(name, one)
      for (const one of known) if (!followed.has(one.name)) begin(one)
    },
    get: (name) => open.get(name) ?? null,
    async close() {
      await Promise.all([...[...followed].map(([name, one]) => end(name, one)), ...ends])
    },
  }
}

/** @returns null where it is not wanted any more before it has succeeded */
async function keepTrying(
  { try_every_ms = TRY_EVERY_MS, ...steps }: Steps,
  known: KnownDatabase,
  signal: AbortSignal,
  opened: (database: Database) => void,
): Promise<Opened | null> {
  let database: Database | null = null
  let reason = ''
  while (!signal.aborted) {
    try {
      database ??= await steps.open(known)
      if (signal.aborted) break
      const end = await steps.begin(database)
      if (!signal.aborted) opened(database)
      return { database, end }
    } catch (error) {
      const { message } = error as Error
      if (message !== reason && !signal.aborted) steps.failed(known.name, message)
      reason = message
      await sleep(try_every_ms, undefined, { ref: false, signal }).catch(() => {})
    }
  }
  if (database) await steps.close(database)
  return null
}
