import { type Database, DatabaseAway, type Databases, type Places } from '../databases/databases.ts'
import { keepLease, type Lease } from '../databases/lease.ts'
import { findLeastFull } from '../databases/least-full.ts'
import { rememberPlaces } from '../databases/places.ts'
import { type KnownDatabase, type KnownPlaces, readKnownPlaces } from '../store/databases/known-databases.ts'
import { claimPlaces, findPlaces, readSize } from '../store/databases/places.ts'
import { HOME } from '../store/databases/registry.ts'
import type { Deps } from './deps.ts'
import { logFailure } from './log-failure.ts'
import { closeDatabase, databaseOptions, openKnown } from './open-database.ts'
import { openWatchedFurther } from './watched-databases.ts'

type FollowedDatabases = Databases & {
  /** Closes the further ones; home stays open. */
  close(): Promise<void>
}

/**
 * Home and the further ledger databases as requests need them: each opened as soon as home knows it, asked for where end customers
 * live, and refused at once while it is away.
 */
export function followDatabases(deps: Deps, env: NodeJS.ProcessEnv): FollowedDatabases {
  const { home } = deps.databases
  const present = openPresent(deps, env)
  let names: readonly string[] = []
  const find = (name: string) => (name === HOME ? home : present.get(name))
  const fill = findLeastFull(async (name) => readSize((find(name) ?? (await isAway(name))).pool))
  const lease = keepLease(
    async () => {
      const known = await readKnownPlaces(home.pool)
      const others = known.databases.filter(({ name }) => name !== HOME)
      names = others.map(({ name }) => name)
      present.follow(others)
      fill.follow(known.databases.map(({ name }) => name))
      return known
    },
    (error) => logFailure(deps.log, error, 'the list of ledger databases', 'the ledger databases cannot be listed'),
  )
  return {
    home,
    ...placesIn(home, lease, find, (there) => fill.choose(there) ?? HOME),
    all: () => [home, ...names.flatMap((name) => present.get(name) ?? [])],
    moving: () => lease.known()?.moving ?? lease.ask().then(({ moving }) => moving),
    away: () => names.filter((name) => present.get(name) === null),
    async close() {
      await lease.close()
      await present.close()
    },
  }
}

const isAway = (name: string): Promise<never> => Promise.reject(new DatabaseAway(name))

function placesIn(
  home: Database,
  lease: Lease<KnownPlaces>,
  find: (name: string) => Database | null,
  choose: (there: readonly KnownDatabase[]) => string,
) {
  const places = rememberPlaces(
    lease,
    { find: (ids) => findPlaces(home.pool, ids), claim: (wanted) => claimPlaces(home.pool, wanted) },
    HOME,
    ({ databases }) => choose(databases.filter(({ name, state }) => state === 'open' && find(name) !== null)),
  )
  const named = (name: string) => find(name) ?? isAway(name)
  const databaseOf = (place: string | Promise<string>) => (place instanceof Promise ? place.then(named) : named(place))
  const each = (names: ReadonlyMap<string, string>): Places =>
    new Map([...names].map(([id, name]) => [id, find(name) ?? new DatabaseAway(name)]))
  const databasesOf = (names: ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>) =>
    names instanceof Promise ? names.then(each) : each(names)
  return {
    of: (end_customer_id: string) => databaseOf(places.of(end_customer_id)),
    forWrite: (end_customer_id: string) => databaseOf(places.forWrite(end_customer_id)),
    ofEach: (end_customer_ids: readonly string[]) => databasesOf(places.ofEach(end_customer_ids)),
    forWriteEach: (end_customer_ids: readonly string[]) => databasesOf(places.forWriteEach(end_customer_ids)),
  }
}

function openPresent({ config, log, tracing }: Deps, env: NodeJS.ProcessEnv) {
  return openWatchedFurther(
    {
      open(one) {
        const named = log.child({ database: one.name })
        return openKnown(one, env, databaseOptions({ config, process_name: 'web', log: named, tracing, boss: {} }))
      },
      begin: async () => async () => {}, // requests come by themselves
      close: (database) => closeDatabase(database, config.shutdown_timeout_ms),
      failed: (database, reason) => log.warn({ database, reason }, 'a ledger database cannot be opened'),
    },
    env,
  )
}
