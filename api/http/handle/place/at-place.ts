import { ApiError } from '../../../../shared/contract/platform/errors.ts'
import type { ApiDeps } from '../../api-deps.ts'

type WorkAtPlace<Result> = (deps: ApiDeps) => Promise<Result>

/** Rows are at the old place for 45 seconds after a move, so what was read there by then is whole. */
const ROWS_STAY_MS = 40_000

/**
 * Reads with the dependencies of the database that has the books of an end customer. A stream is read for longer than it may stay there,
 * so each of its pieces asks anew. A process that slept meanwhile may have found nothing where rows were: what was refused, or read for
 * so long, is read at the new place.
 *
 * @param end_customer_id undefined where the request names none: then at home
 * @param read answers at its end only, so that it can be done twice
 */
export async function readAtPlace<Result>(
  deps: ApiDeps,
  end_customer_id: string | undefined,
  read: WorkAtPlace<Result>,
): Promise<Result> {
  if (!end_customer_id) return read(deps)
  for (let place = await deps.databases.of(end_customer_id); ; ) {
    const began_at = performance.now()
    const found = await read(deps.apiDepsIn(place)).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    )
    const mayBeEmptied =
      'error' in found ? found.error instanceof ApiError : performance.now() - began_at > ROWS_STAY_MS
    const now = mayBeEmptied ? await deps.databases.of(end_customer_id) : place
    if (now !== place) place = now
    else if ('error' in found) throw found.error
    else return found.result
  }
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
  if (!end_customer_id) return write(deps)
  const place = deps.databases.forWrite(end_customer_id)
  // At once where the place is known.
  return place instanceof Promise
    ? place.then((database) => write(deps.apiDepsIn(database)))
    : write(deps.apiDepsIn(place))
}
