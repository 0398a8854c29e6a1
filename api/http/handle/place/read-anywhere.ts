import { ApiError } from '../../../../shared/contract/platform/errors.ts'
import { type Database, DatabaseAway } from '../../../../shared/databases/databases.ts'
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
  { end_customer_ids }: Pick<Caller, 'end_customer_ids'>,
  read: (deps: ApiDeps) => Promise<Result>,
): Promise<Result> {
  const { databases } = deps
  if (databases.all().length === 1 && databases.away().length === 0) return read(deps)
  const asked = end_customer_ids === null ? everywhere(deps) : await placesOf(deps, end_customer_ids)
  if (asked.databases.length === 0 && asked.missing === null) return read(deps)
  return Promise.any(asked.databases.map((database) => read(deps.apiDepsIn(database)))).catch(
    ({ errors }: AggregateError) => {
      const told = errors.find(isRefusal) ?? errors.find((error) => !(error instanceof ApiError))
      throw told ?? (asked.missing === null ? errors[0] : new DatabaseAway(asked.missing))
    },
  )
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
