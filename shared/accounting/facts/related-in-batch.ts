import type { FactState } from '../../contract/facts/source-facts.ts'
import { LOOSE_KEY_LENGTH } from '../documents/duplicate-key.ts'
import type { RelatedFact } from './batch-context.ts'
import type { PreparedFact } from './prepare-fact.ts'

/** The facts that a batch has posted so far, by end customer: in their order, by what others may have in common with them. */
export type PostedInBatch = Map<string, PostedOfCustomer>
type PostedOfCustomer = Readonly<Record<'by_reference' | 'by_key' | 'by_loose_key', Map<string, PreparedFact[]>>>

export function rememberPosted(posted: PostedInBatch, fact: PreparedFact): void {
  const { end_customer_id, external_reference, duplicate_key } = fact
  const ofCustomer = posted.get(end_customer_id) ?? {
    by_reference: new Map(),
    by_key: new Map(),
    by_loose_key: new Map(),
  }
  posted.set(end_customer_id, ofCustomer)
  remember(ofCustomer.by_reference, external_reference, fact)
  if (!duplicate_key) return
  remember(ofCustomer.by_key, duplicate_key, fact)
  remember(ofCustomer.by_loose_key, looseKey(duplicate_key), fact)
}

function remember(known: Map<string, PreparedFact[]>, key: string, fact: PreparedFact): void {
  const facts = known.get(key)
  if (facts) facts.push(fact)
  else known.set(key, [fact])
}

const NONE: readonly RelatedFact[] = []

/**
 * Related facts that this very batch has posted, which the database does not know of yet: the first of each kind, as of
 * those that it knows.
 */
export function relatedInBatch(posted: PostedInBatch, fact: PreparedFact): readonly RelatedFact[] {
  const ofCustomer = posted.get(fact.end_customer_id)
  if (!ofCustomer) return NONE
  const { external_reference, duplicate_key } = fact
  const same = ofCustomer.by_reference.get(external_reference)?.find((other) => hasReferenceOf(fact, other))
  const isOther = (other: PreparedFact) => !hasReferenceOf(fact, other)
  const duplicate = duplicate_key ? ofCustomer.by_key.get(duplicate_key)?.find(isOther) : undefined
  const similar =
    duplicate_key && !duplicate ? ofCustomer.by_loose_key.get(looseKey(duplicate_key))?.find(isOther) : undefined
  if (!same && !duplicate && !similar) return NONE
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

function hasReferenceOf(fact: PreparedFact, other: PreparedFact): boolean {
  return other.external_reference === fact.external_reference && other.source_system === fact.source_system
}

function looseKey(duplicate_key: string): string {
  return duplicate_key.slice(0, LOOSE_KEY_LENGTH)
}
