import { Canonical, type CanonicalValue } from '../../canonical/canonical-json.ts'
import type { FactRequests, FactType, SourceFactRequest } from '../../contract/facts/source-facts.ts'
import type { AccountingDocument, DocumentOfType } from '../documents/accounting-document.ts'
import { FACT_KINDS, withKind } from './fact-kinds.ts'

type AcceptedFact = {
  readonly fact_type: FactType
  readonly request: SourceFactRequest
  readonly request_hash: string
  /** Kept with a fact that is accepted; absent where it is only asked what would become of the fact. */
  readonly duplicate_key?: string | null
}

type Prepared = {
  readonly document: AccountingDocument
  /** The part of the fact that its journal entry keeps, and that the entry's hash covers. */
  readonly snapshot: Canonical
  readonly duplicate_key: string | null
}

/** A fact with everything that depends on its request alone, in the place of the request. */
export type PreparedFact = Prepared & {
  readonly end_customer_id: string
  readonly source_fact_id: string
  readonly fact_type: FactType
  readonly source_system: string
  readonly external_reference: string
  readonly business_date: string
  readonly actor_id: string
  readonly request_id: string
}

/** Puts document and snapshot in the place of the request; this can be done before the fact's ledger is locked. */
export function prepareFact<Fact extends AcceptedFact>(fact: Fact): Omit<Fact, 'request' | 'duplicate_key'> & Prepared {
  const { request, duplicate_key: kept, ...rest } = fact
  const { fact_type, request_hash }: Omit<AcceptedFact, 'request' | 'duplicate_key'> = rest
  const snapshot = Canonical.of({ request: request as CanonicalValue, request_hash })
  const document = documentOf(fact_type, request)
  const duplicate_key = kept === undefined ? duplicateKeyOf(document) : kept
  return { ...rest, document, snapshot, duplicate_key }
}

export function duplicateKeyOf(document: AccountingDocument): string | null {
  return withKind(document, (kind, itself) => kind.duplicateKeyOf(itself))
}

/** A request in the words of the rules. */
export function documentOf<Type extends FactType>(fact_type: Type, request: FactRequests[Type]): DocumentOfType[Type] {
  return FACT_KINDS[fact_type].documentOf(request)
}
