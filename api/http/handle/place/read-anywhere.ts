import { ApiError } from '../../../../shared/contract/platform/errors.ts'
import { type Database, DatabaseAway } from '../../../../shared/databases/databases.ts'
import { listNotHere } from '../../../../shared/store/databases/fences.ts'
import type { Caller } from '../../admission/caller.ts'
import type { ApiDeps } from '../../api-deps.ts'

/** Those that may have a resource, and the name of one of them that cannot be asked. */
type MayHave = { readonly databases: readonly Database[]; readonly missing: string | null }

/**
 * Reads by an id, where the request does not name the end customer: all databases that may have the resource are asked at once,
 * and one at most has it.
 *
 * @throws what the read throws; while a database is away, that nothing was found is no answer
 */
export async function readAnywhere<Result>(
  deps: ApiDeps,
  caller: Caller,
  read: (deps: ApiDeps, caller: Caller) => Promise<Result>,
): Promise<Result> {
  const { databases } = deps
  const { end_customer_ids } = caller
  if (databases.all().length === 1 && databases.away().length === 0) return read(deps, caller)
  const asked = end_customer_ids === null ? everywhere(deps) : await placesOf(deps, end_customer_ids)
  if (asked.databases.length === 0 && asked.missing === null) return read(deps, caller)
  const moving = await databases.moving()
  const readIn = async (database: Database) => {
    const not_here = moving.length === 0 ? [] : await listNotHere(database.pool, moving)
    return read(deps.apiDepsIn(database), { ...caller, not_here })
  }
  const readOnce = () => Promise.any(asked.databases.map(readIn))
  // Who was not there in one database yet, and in the other one no more, is there now.
  const found = moving.length === 0 ? readOnce() : readOnce().catch(readOnce)
  return found.catch(({ errors }: AggregateError) => {
    const told = errors.find(isRefusal) ?? errors.find((error) => !(error instanceof ApiError))
    throw told ?? (asked.missing === null ? errors[0] : new DatabaseAway(asked.missing))
  })
}

function everywhere({ databases }: ApiDeps): MayHave {
  return { databases: databases.all(), missing: databases.away()[0] ?? null }
}

async function placesOf({ databases }: ApiDeps, end_customer_ids: readonly string[]): Promise<MayHave> {
  const found = new Set<Database>()
  let missing: string | null = null
  for (const place of (await databases.ofEach(end_customer_ids)).values()) {
    if (place instanceof DatabaseAway) missing = place.database
    else found.add(place)
  }
  return { databases: [...found], missing }
}

/** Of the database that has the resource: the others have not found it. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.code !== 'not_found'
}
