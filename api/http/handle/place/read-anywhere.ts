import { ApiError } from '../../../../shared/contract/platform/errors.ts'
import type { Database } from '../../../../shared/databases/databases.ts'
import type { Caller } from '../../admission/caller.ts'
import type { ApiDeps } from '../../api-deps.ts'

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
  const databases = deps.databases.all()
  if (databases.length === 1) return read(deps)
  const asked = end_customer_ids === null ? databases : await placesOf(deps, end_customer_ids)
  if (asked.length === 0) return read(deps)
  return Promise.any(asked.map((database) => read(deps.apiDepsIn(database)))).catch(({ errors }: AggregateError) => {
    throw errors.find(isRefusal) ?? errors.find((error) => !(error instanceof ApiError)) ?? errors[0]
  })
}

async function placesOf({ databases }: ApiDeps, end_customer_ids: readonly string[]): Promise<Database[]> {
  return [...new Set(await Promise.all(end_customer_ids.map((id) => databases.of(id))))]
}

/** Of the database that has the resource: the others have not found it. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.code !== 'not_found'
}
