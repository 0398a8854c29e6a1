import type { Deps } from '../deps/deps.ts'
import { closeDatabase, databaseOptions, openKnown } from '../deps/open-database.ts'
import { type KnownDatabase, readKnownPlaces } from '../store/databases/known-databases.ts'
import { findPlaces } from '../store/databases/places.ts'
import { listVariables } from '../store/databases/read-registry.ts'
import { HOME } from '../store/databases/registry.ts'
import { urlsOf } from '../store/databases/urls.ts'
import { collectOutput, type PrintOptions } from './print-table.ts'

export type LedgerOptions = PrintOptions & {
  /** In this one alone. */
  readonly database?: string
  /** In the one where it lives. */
  readonly endCustomer?: string
}

export type CommandIn<Options> = (deps: Deps, options: Options) => Promise<number | void>

/**
 * Runs a command in each ledger database, or in the one that its options are about. What it prints says of which database it is, where
 * there are several.
 *
 * @returns the exit code: 1 also where a database could not be worked in; the others are all the same
 */
export async function eachDatabase<Options extends LedgerOptions>(
  deps: Deps,
  options: Options,
  command: CommandIn<Options>,
): Promise<number> {
  const known = await knownDatabases(deps)
  const only =
    options.database ?? (options.endCustomer && known.length > 1 && (await placeOf(deps, options.endCustomer)))
  if (only) return (await inDatabase(deps, namedDatabase(known, only), (there) => command(there, options))) ?? 0
  if (known.length < 2) return (await command(deps, options)) ?? 0
  const output = collectOutput(options)
  let code = 0
  for (const one of known) {
    const its = { ...options, output: output.of(one.name) }
    const ended = await inDatabase(deps, one, (there) => command(there, its)).catch((error: Error) => {
      console.error(`${one.name}: ${error.message}`)
      return 1
    })
    code = Math.max(code, ended ?? 0)
  }
  output.end()
  return code
}

/** Runs a command in the first database that has what it is about; where none has it, at home, which says so. */
export async function whereItIs<Options extends LedgerOptions>(
  deps: Deps,
  options: Options,
  has: (deps: Deps) => Promise<boolean>,
  command: CommandIn<Options>,
): Promise<number> {
  if (options.database === undefined)
    for (const one of await knownDatabases(deps)) {
      let code: number | null = null
      await inDatabase(deps, one, async (there) => {
        if (await has(there)) code = (await command(there, options)) ?? 0
      })
      if (code !== null) return code
    }
  return eachDatabase(deps, { ...options, database: options.database ?? HOME }, command)
}

/** Home first; home alone where there is no other one. */
export async function knownDatabases({ pool }: Pick<Deps, 'pool'>): Promise<readonly KnownDatabase[]> {
  const { databases } = await readKnownPlaces(pool)
  const home = databases.filter(({ name }) => name === HOME)
  return [...home, ...databases.filter(({ name }) => name !== HOME)]
}

async function placeOf({ pool }: Deps, end_customer_id: string): Promise<string> {
  return (await findPlaces(pool, [end_customer_id])).get(end_customer_id) ?? HOME
}

/** @throws Error where home does not know it */
export function namedDatabase(known: readonly KnownDatabase[], name: string): { readonly name: string } {
  const found = known.find((one) => one.name === name)
  if (found || name === HOME) return found ?? { name }
  throw new Error(`There is no ledger database "${name}"; databases list shows them.`)
}

/** @throws Error where it takes nobody new */
export function requireTakesNew(known: readonly KnownDatabase[], name: string): void {
  const state = known.find((one) => one.name === name)?.state
  if (state === 'draining') throw new Error(`The ledger database "${name}" is being drained and takes nobody new.`)
  if (state !== 'open') throw new Error(`There is no ledger database "${name}" that is open.`)
}

/** @throws Error with one sentence where it cannot be used */
export async function inDatabase<Result>(
  deps: Deps,
  known: KnownDatabase | { readonly name: string },
  work: (deps: Deps) => Promise<Result>,
): Promise<Result> {
  if (known.name === HOME || !('url_variable' in known)) return work(deps)
  const { log, tracing } = deps
  const owner_url_variable = (await listVariables(deps.pool)).get(known.name) ?? null
  const urls = urlsOf({ url_variable: known.url_variable, owner_url_variable: null }, process.env)
  const config = {
    ...deps.config,
    database_url: urls.database_url,
    migration_database_url:
      owner_url_variable && process.env[owner_url_variable]
        ? urlsOf({ url_variable: owner_url_variable, owner_url_variable: null }, process.env).database_url
        : null,
  }
  const options = databaseOptions({ config, process_name: 'cli', log, tracing, boss: {} })
  const database = await openKnown(known, process.env, options)
  try {
    return await work({ ...deps, config, pool: database.pool, boss: database.boss })
  } finally {
    await closeDatabase(database, 0)
  }
}
