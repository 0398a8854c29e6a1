import type { FactState } from '../../contract/facts/source-facts.ts'
import { LOOSE_KEY_LENGTH } from '../documents/duplicate-key.ts'
import type { RelatedFact } from './batch-context.ts'
import type { PreparedFact } from './prepare-fact.ts'

/** The facts that a batch has posted so far, in their order, by the keys that others may have in common with them. */
export type PostedInBatch = Map<string, PreparedFact[]>

export function rememberPosted(posted: PostedInBatch, fact: PreparedFact): void {
  const keys = fact.duplicate_key ? [referenceKey(fact), duplicateKey(fact), looseKey(fact)] : [referenceKey(fact)]
  for (const key of keys) {
    const known = posted.get(key)
    if (known) known.push(fact)
    else posted.set(key, [fact])
  }
}

/**
 * Related facts that this very batch has posted, which the database does not know of yet: the first of each kind, as of
 * those that it knows.
 */
export function relatedInBatch(posted: PostedInBatch, fact: PreparedFact): RelatedFact[] {
  const same = posted.get(referenceKey(fact))?.[0]
  const others = (key: string) => posted.get(key)?.find((other) => referenceKey(other) !== referenceKey(fact))
  const duplicate = fact.duplicate_key ? others(duplicateKey(fact)) : undefined
  const similar = fact.duplicate_key && !duplicate ? others(looseKey(fact)) : undefined
  return [
    ...(same ? [relatedFact(fact, same, 'same_reference')] : []),
    ...(duplicate ? [relatedFact(fact, duplicate, 'suspected_duplicate')] : []),
    ...(similar ? [relatedFact(fact, similar, 'possible_duplicate')] : []),
  ]
}

/**
 * The one of a kind that came first, wherever it is known from: the answer does not depend on what the batch has posted
 * itself.
 */
export function firstOf(related: readonly RelatedFact[], kind: RelatedFact['kind'], state?: FactState) {
  if (related.length === 0) return undefined
  const wanted = related.filter((one) => one.kind === kind && (state === undefined || one.related_state === state))
  return wanted.sort((a, b) => (a.related_id < b.related_id ? -1 : 1))[0]
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
