import type { Deps } from '../../../deps/deps.ts'
import { closeDatabase, databaseOptions, openKnown } from '../../../deps/open-database.ts'
import { type MoveOptions, moveEndCustomer } from '../../../moving/move-end-customer.ts'
import { readKnownPlaces } from '../../../store/databases/known-databases.ts'
import { HOME } from '../../../store/databases/registry.ts'
import { type PrintOptions, printAnswer } from '../../print-table.ts'

type MoveCommand = PrintOptions & {
  endCustomer: string
  to?: string
  offline?: boolean
  longestPause?: number
  takeBack?: boolean
  targetIsGone?: boolean
}

export const MOVE_HELP = `
Rows are copied while the end customer is written. What has changed since is copied and compared while its writes are
answered 503 with Retry-After; reads and everybody else go on. It may be interrupted anywhere: run it again and it goes on, or with --take-back.`

/** Moves an end customer, all of it, into another ledger database. */
export async function move(
  deps: Deps,
  { endCustomer, to, offline, longestPause, takeBack, targetIsGone = false, ...options }: MoveCommand,
): Promise<void> {
  if (takeBack ? to !== undefined : to === undefined) throw new Error('Say --to NAME, or --take-back.')
  if (targetIsGone && !takeBack) throw new Error('Say --target-is-gone with --take-back.')
  const moved = await moveEndCustomer(
    { end_customer_id: endCustomer, to_name: to ?? null },
    {
      ...moveOptionsOf(deps, { offline, longestPause }),
      target_is_gone: targetIsGone,
      // Standard output is for the answer.
      say: (state) => console.error(state),
    },
  )
  const { move_id, end_customer_id, from_name, to_name, state } = moved
  const text = `${end_customer_id} lives in ${state === 'cleaned' ? to_name : from_name}`
  printAnswer({ move_id, end_customer_id, from_name, to_name, state }, text, options)
}

export type PauseOptions = { readonly offline?: boolean | undefined; readonly longestPause?: number | undefined }

/** How an operator's command moves. */
export function moveOptionsOf(deps: Deps, { offline, longestPause }: PauseOptions): MoveOptions {
  if (offline && longestPause !== undefined) throw new Error('Say --offline or --longest-pause.')
  const { database_url, migration_database_url } = deps.config
  if (database_url === null) throw new Error('DATABASE_URL is not set')
  return {
    home_urls: { database_url, migration_database_url },
    env: process.env,
    offline: offline ?? false,
    ...(longestPause !== undefined && { times: { longest_pause_ms: longestPause } }),
    openBoss: (name) => openBoss(deps, name),
  }
}

async function openBoss({ databases, config, log, tracing }: Deps, name: string) {
  if (name === HOME) return { boss: databases.home.boss, close: async () => {} }
  const known = (await readKnownPlaces(databases.home.pool)).databases.find((one) => one.name === name)
  if (!known) throw new Error(`Home knows no ledger database "${name}".`)
  const options = databaseOptions({ config, process_name: 'cli', log, tracing, boss: {} })
  const database = await openKnown(known, process.env, options)
  return { boss: database.boss, close: () => closeDatabase(database, 0) }
}
