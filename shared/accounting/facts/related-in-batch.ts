import type { RelatedFact } from './batch-context.ts'
import type { PreparedFact } from './prepare-fact.ts'

/** Related facts that this very batch has posted, which the database does not know of yet. */
export function relatedInBatch(posted: ReadonlyMap<string, PreparedFact>, fact: PreparedFact): RelatedFact[] {
  const same = posted.get(referenceKey(fact))
  const duplicate = fact.duplicate_key ? posted.get(duplicateKey(fact)) : undefined
  return [
    ...(same ? [relatedFact(fact, same, 'same_reference')] : []),
    ...(duplicate && duplicate !== same ? [relatedFact(fact, duplicate, 'suspected_duplicate')] : []),
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

export function referenceKey({ end_customer_id, source_system, external_reference }: PreparedFact): string {
  return JSON.stringify([end_customer_id, source_system, external_reference])
}

export function duplicateKey({ end_customer_id, duplicate_key }: PreparedFact): string {
  return JSON.stringify([end_customer_id, duplicate_key])
}
