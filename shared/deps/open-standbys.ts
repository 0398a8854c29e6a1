import { setTimeout as sleep } from 'node:timers/promises'
import type { Databases } from '../databases/databases.ts'
import { type AskStandby, createStandbyGate, type StandbyChoice, type StandbyGate } from '../databases/standbys.ts'
import { watchDatabase } from '../databases/watch-presence.ts'
import { findReplayed, readFlushed, TimelineIsSecret } from '../store/databases/log-positions.ts'
import { openProbe } from '../store/databases/probe.ts'
import { openPool, type Pool } from '../store/db/database.ts'
import { cutConnections } from '../store/db/driver/connected-clients.ts'
import type { Deps } from './deps.ts'
import { logLostConnection } from './log-failure.ts'
import { databaseOptions } from './open-database.ts'

export type Standbys = {
  /** A standby that is not behind the database of this pool now; null: read there. */
  choose(pool: Pool): Promise<StandbyChoice<Pool> | null>
  close(): Promise<void>
}

type Standby = { readonly name: string; readonly ask: AskStandby<Pool>; close(): Promise<void> }

const TRY_EVERY_MS = 1_000
/** All reads wait for that answer, and the primary could serve them meanwhile. */
const ANSWER_MS = 250

/** The standbys of DATABASE_READ_URLS, each opened whenever it is there; null where none is named. */
export function openStandbys(deps: Deps, databases: Databases): Standbys | null {
  const { database_read_urls: urls } = deps.config
  if (urls === null) return null
  const standbys = urls.map(({ name, database_url }) => openStandby(deps, name, database_url))
  const gates = new Map<Pool, StandbyGate<Pool> | null>()

  function gateOf(pool: Pool): StandbyGate<Pool> | null {
    const known = gates.get(pool)
    if (known !== undefined) return known
    const database = databases.all().find((one) => one.pool === pool)
    if (database === undefined) return null
    const asked = standbys.filter(({ name }) => name === database.name).map(({ ask }) => ask)
    const gate = asked.length === 0 ? null : createStandbyGate(() => readFlushed(pool), asked)
    gates.set(pool, gate)
    return gate
  }

  return {
    choose: async (pool) => (await gateOf(pool)?.choose()) ?? null,
    async close() {
      await Promise.all(standbys.map((standby) => standby.close()))
    },
  }
}

/**
 * A process needs no standby: one that is away, silent, or does not say how far it is, is tried again in the background, and the primary
 * answers meanwhile.
 */
function openStandby(deps: Deps, name: string, database_url: string): Standby {
  const log = deps.log.child({ standby_of: name })
  const probe = openProbe(database_url, 'DATABASE_READ_URLS')
  const reader = openReader(deps, database_url, log)
  let reason = ''

  const watch = watchDatabase(async () => {
    try {
      await findReplayed(probe)
      reason = ''
    } catch (error) {
      if (!(error instanceof TimelineIsSecret)) cutConnections(database_url)
      const { message } = error as Error
      if (message !== reason) log.warn({ reason: message }, 'a standby answers no reads')
      reason = message
      throw error
    }
  })

  return {
    name,
    async ask() {
      const pool = watch.isAway() ? null : reader.pool()
      if (pool === null) return null
      const late = sleep(ANSWER_MS, null, { ref: false })
      const replayed = await Promise.race([findReplayed(probe), late])
      return replayed && { ...replayed, reader: pool }
    },
    async close() {
      await watch.close()
      await probe.close()
      await reader.close()
    },
  }
}

/** A pool is made while its server is there. */
function openReader({ config, tracing }: Deps, database_url: string, log: Deps['log']) {
  const options = databaseOptions({ config, process_name: 'web', log, tracing, boss: {} })
  const closing = new AbortController()
  let pool: Pool | null = null

  async function open(): Promise<void> {
    while (!closing.signal.aborted && pool === null) {
      try {
        pool = await openPool(database_url, options)
        pool.on('error', (error) => logLostConnection(log, error))
      } catch {
        await sleep(TRY_EVERY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {})
      }
    }
  }
  const opening = open()

  return {
    pool: () => pool,
    async close() {
      closing.abort()
      await opening
      await pool?.end()
    },
  }
}
