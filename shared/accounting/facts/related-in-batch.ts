import { LOOSE_KEY_LENGTH } from '../documents/duplicate-key.ts'
import type { RelatedFact } from './batch-context.ts'
import type { PreparedFact } from './prepare-fact.ts'

/** The facts that a batch has posted so far, by the keys that others may have in common with them. */
export type PostedInBatch = Map<string, PreparedFact>

export function rememberPosted(posted: PostedInBatch, fact: PreparedFact): void {
  posted.set(referenceKey(fact), fact)
  if (!fact.duplicate_key) return
  posted.set(duplicateKey(fact), fact)
  posted.set(looseKey(fact), fact)
}

/** Related facts that this very batch has posted, which the database does not know of yet. */
export function relatedInBatch(posted: PostedInBatch, fact: PreparedFact): RelatedFact[] {
  const same = posted.get(referenceKey(fact))
  const duplicate = fact.duplicate_key ? posted.get(duplicateKey(fact)) : undefined
  const similar = fact.duplicate_key ? posted.get(looseKey(fact)) : undefined
  return [
    ...(same ? [relatedFact(fact, same, 'same_reference')] : []),
    ...(duplicate && duplicate !== same ? [relatedFact(fact, duplicate, 'suspected_duplicate')] : []),
    ...(similar && similar !== same && similar !== duplicate ? [relatedFact(fact, similar, 'possible_duplicate')] : []),
  ]
}

function relatedFact(fact: PreparedFact, other: PreparedFact, kind: RelatedFact['kind']): RelatedFact {
  return {
    source_fact_id: fact.source_fact_id,
    related_id: other.source_fact_id,
    related_state: 'posted',
    related_reference: other.external_reference,
    kind,
  }
}

/** No text that PostgreSQL holds has the character that separates the two. */
function referenceKey({ end_customer_id, source_system, external_reference }: PreparedFact): string {
  return `${end_customer_id} reference ${source_system}\0${external_reference}`
}

function duplicateKey({ end_customer_id, duplicate_key }: PreparedFact): string {
  return `${end_customer_id} duplicate ${duplicate_key}`
}

function looseKey({ end_customer_id, duplicate_key }: PreparedFact): string {
  return `${end_customer_id} loose ${duplicate_key?.slice(0, LOOSE_KEY_LENGTH)}`
}
