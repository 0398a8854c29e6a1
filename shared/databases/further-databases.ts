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
  /** Opens those that are new, for as long as that takes, and leaves the others as they are. */
  follow(known: readonly KnownDatabase[]): void
  /** Null until it is open. */
  get(name: string): Database | null
  close(): Promise<void>
}

type Opened = { readonly database: Database; end(): Promise<void> }

/** Opens the databases beside home, each by itself: one that is away keeps neither the process nor another one waiting. */
export function openFurther({ try_every_ms = TRY_EVERY_MS, ...steps }: Steps): FurtherDatabases {
  const closing = new AbortController()
  const followed = new Map<string, Promise<Opened | null>>()
  const open = new Map<string, Database>()

  /** @returns null where the process stops before it has succeeded */
  async function keepTrying(known: KnownDatabase): Promise<Opened | null> {
    let database: Database | null = null
    let reason = ''
    while (!closing.signal.aborted) {
      try {
        database ??= await steps.open(known)
        if (closing.signal.aborted) break
        const end = await steps.begin(database)
        open.set(known.name, database)
        return { database, end }
      } catch (error) {
        const { message } = error as Error
        if (message !== reason && !closing.signal.aborted) steps.failed(known.name, message)
        reason = message
        await sleep(try_every_ms, undefined, { ref: false, signal: closing.signal }).catch(() => {})
      }
    }
    if (database) await steps.close(database)
    return null
  }

  async function end(opening: Promise<Opened | null>): Promise<void> {
    const opened = await opening
    await opened?.end()
    if (opened) await steps.close(opened.database)
  }

  return {
    follow(known) {
      for (const one of known) if (!followed.has(one.name)) followed.set(one.name, keepTrying(one))
    },
    get: (name) => open.get(name) ?? null,
    async close() {
      closing.abort()
      await Promise.all([...followed.values()].map(end))
    },
  }
}
