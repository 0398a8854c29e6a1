import { type Database, DatabaseAway, type Databases, type Places } from '../../../shared/databases/databases.ts'
import type { Deps } from '../../../shared/deps/deps.ts'
import type { Pool } from '../../../shared/store/db/database.ts'

/** The same, whose queries go through a pool that somebody watches: those of the database that they are for, and of no other one. */
export function inPool(deps: Deps, pool: Pool): Deps {
  const known = new Map<Database, Database>()
  const watched = (database: Database): Database => {
    if (database.pool !== deps.pool) return database
    const made = known.get(database) ?? { ...database, pool }
    known.set(database, made)
    return made
  }
  return { ...deps, pool, databases: eachOf(deps.databases, watched) }
}

type Change = (database: Database) => Database

function eachOf(databases: Databases, change: Change): Databases {
  const one = (found: Database | Promise<Database>) => (found instanceof Promise ? found.then(change) : change(found))
  const several = (found: Places | Promise<Places>) => (found instanceof Promise ? found.then(each) : each(found))
  const each = (found: Places): Places =>
    new Map([...found].map(([id, place]) => [id, place instanceof DatabaseAway ? place : change(place)]))
  return {
    home: change(databases.home),
    all: () => databases.all().map(change),
    away: () => databases.away(),
    moving: () => databases.moving(),
    of: (id) => one(databases.of(id)),
    forWrite: (id) => one(databases.forWrite(id)),
    ofEach: (ids) => several(databases.ofEach(ids)),
    forWriteEach: (ids) => several(databases.forWriteEach(ids)),
  }
}
