import {
  type DetailsPart,
  findDetailsInParts,
  type TableOfDetails,
} from '../../shared/store/bank/details-of-entries.ts'
import type { Caller } from '../http/admission/caller.ts'
import { mapInSlices } from '../http/admission/turns.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import { presentDetails } from './present-bank-entry.ts'

/** The details of each bank entry or notification. */
export type DetailsById = ReadonlyMap<string, readonly object[]>

/** All details of some bank entries or notifications, however many payments they have: read and presented some at a time. */
export async function readDetails(
  { pool, takeTurns }: ApiDeps,
  { key_id }: Caller,
  table: TableOfDetails,
  end_customer_id: string,
  ids: readonly string[],
): Promise<DetailsById> {
  const byId = new Map<string, object[]>()
  if (ids.length === 0) return byId
  const parts = await findDetailsInParts(pool, table, end_customer_id, ids)
  const add = ({ id, part }: DetailsPart) => {
    const details = byId.get(id) ?? []
    details.push(...presentDetails(part))
    byId.set(id, details)
  }
  await takeTurns(key_id, Number.POSITIVE_INFINITY, (slice) => mapInSlices(parts, slice, add))
  return byId
}

/** An answer with all of the details, where it has the first ones. */
export function withDetails<Answer extends { readonly transaction_details: object[] }>(
  answer: Answer,
  details: readonly object[] | undefined,
): Answer {
  if (!details) return answer
  return { ...answer, transaction_details: details, ...('has_more_details' in answer && { has_more_details: false }) }
}
