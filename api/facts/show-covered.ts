import { type Caller, covers } from '../http/admission/caller.ts'
import type { Accept, BatchRequest, RejectedItem } from '../http/endpoint.ts'
import { type ItemOutcome, presentBatch } from './present-batch.ts'
import { type BatchItem, FORBIDDEN, isForbidden } from './read-batch-item.ts'

type Request = BatchRequest<BatchItem>
type Recorded = ItemOutcome & { readonly source_fact: { readonly end_customer_id: string } | null }

/**
 * Replays of a batch show a key only what it may see. All keys of a client share its Idempotency-Keys, so the one that
 * asks may cover less than the one that was answered first. Other requests are refused before their record is looked for.
 */
export function showCovered(accept: Accept<Request>): Accept<Request> {
  return async (deps, request) => {
    const answer = await accept(deps, request)
    if (answer.kind === 'created' || request.caller.end_customer_ids === null) return answer
    return { ...answer, response: covered(answer.response, request) }
  }
}

/** Items that the key does not cover are answered as they would be to a new request of it. */
function covered(response: string, { body: items, caller }: Request): string {
  const { data } = JSON.parse(response) as { data: readonly Recorded[] }
  const isHidden = (outcome: Recorded, index: number) => isOfOthers(outcome, caller) || isForbiddenNow(items[index])
  if (!data.some(isHidden)) return response
  const hidden: ItemOutcome = { outcome: 'rejected', source_fact: null, details: FORBIDDEN }
  return JSON.stringify(presentBatch(data.map((outcome, index) => (isHidden(outcome, index) ? hidden : outcome))))
}

function isOfOthers({ source_fact }: Recorded, caller: Caller): boolean {
  return source_fact !== null && !covers(caller, source_fact.end_customer_id)
}

/** A conflict shows no fact, but that there is one. */
function isForbiddenNow(item: BatchItem | RejectedItem | undefined): boolean {
  return item !== undefined && isForbidden(item)
}
