import type { Database } from '../../../../shared/databases/databases.ts'
import type { ApiDeps } from '../../api-deps.ts'

type WorkAtPlace<Result> = (deps: ApiDeps) => Promise<Result>

/**
 * Reads with the dependencies of the database that has the books of an end customer. A stream is read for longer than it may stay there,
 * so each of its pieces asks anew.
 *
 * @param end_customer_id undefined where the request names none: then at home
 */
export function readAtPlace<Result>(
  deps: ApiDeps,
  end_customer_id: string | undefined,
  read: WorkAtPlace<Result>,
): Promise<Result> {
  return end_customer_id ? workIn(deps, deps.databases.of(end_customer_id), read) : read(deps)
}

/**
 * Writes with the dependencies of the database that has the books of an end customer, or will have them.
 *
 * @param end_customer_id empty for what belongs to an API client, and undefined for a batch, which finds the places of its items by itself
 */
export function writeAtPlace<Result>(
  deps: ApiDeps,
  end_customer_id: string | undefined,
  write: WorkAtPlace<Result>,
): Promise<Result> {
  return end_customer_id ? workIn(deps, deps.databases.forWrite(end_customer_id), write) : write(deps)
}

/** At once where the place is known. */
function workIn<Result>(
  deps: ApiDeps,
  place: Database | Promise<Database>,
  work: WorkAtPlace<Result>,
): Promise<Result> {
  return place instanceof Promise
    ? place.then((database) => work(deps.apiDepsIn(database)))
    : work(deps.apiDepsIn(place))
}
