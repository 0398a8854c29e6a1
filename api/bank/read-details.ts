import { findDetailsInParts } from '../../shared/store/bank/details-of-entries.ts'
import type { Caller } from '../http/admission/caller.ts'
import { mapInSlices } from '../http/admission/turns.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import { presentDetails } from './present-bank-entry.ts'

type DetailsOf = Parameters<typeof findDetailsInParts>

/** The details of one bank entry or notification, however many payments it has: read and presented some at a time. */
export async function readDetails(
  { pool, takeTurns }: ApiDeps,
  { key_id }: Caller,
  table: DetailsOf[1],
  end_customer_id: string,
  id: string,
): Promise<readonly object[]> {
  const parts = await findDetailsInParts(pool, table, end_customer_id, id)
  if (parts.length <= 1) return parts.flatMap(presentDetails)
  const presented = await takeTurns(key_id, Number.POSITIVE_INFINITY, (slice) =>
    mapInSlices(parts, slice, presentDetails),
  )
  return presented.flat()
}
