import { RECEIPT_TYPES } from '../../shared/contract/facts/source-fact-parts.ts'
import type { Money } from '../../shared/contract/primitives.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { FactWithdrawal, ShownRequest, SourceFactWithIntents } from '../../shared/store/facts/source-facts.ts'
import type { Evidence } from '../../shared/store/journal/evidence.ts'
import { presentIntent } from '../settlement/present-intent.ts'

type PresentableFact = Omit<
  SourceFactWithIntents,
  'request' | 'request_hash' | 'duplicate_key' | 'actor_id' | 'request_id'
> & { readonly request: ShownRequest }

/** Contract, "Source fact, response". */
export function presentSourceFact(fact: PresentableFact) {
  return {
    object: 'source_fact',
    id: publicId('source_fact', fact.source_fact_id),
    accounting_finality: 'none',
    allocation_id: { object: 'payment_allocation', id: null },
    journal_entry_id: {
      object: 'journal_entry',
      id: fact.journal_entry_id && publicId('journal_entry', fact.journal_entry_id),
    },
    blockers: fact.blockers,
    warnings: fact.warnings ?? [],
    business_date: fact.business_date,
    end_customer_id: fact.end_customer_id,
    external_reference: fact.external_reference,
    fact_type: fact.fact_type,
    idempotency_key: fact.idempotency_key,
    evidence_hashes: presentEvidence(fact.request),
    source_system: fact.source_system,
    ...presentSubject(fact.request),
    state: fact.state,
    superseded_by: fact.superseded_by && publicId('source_fact', fact.superseded_by),
    withdrawal: fact.withdrawal && presentWithdrawal(fact.withdrawal),
    intents: fact.intents.map(presentIntent),
    created_at: fact.created_at,
    evaluated_at: fact.evaluated_at,
  }
}

type NamedInPayload = {
  readonly supplier?: { readonly name?: string | null } | null
  readonly customer?: { readonly name?: string | null } | null
  readonly gross_amount?: Money | null
}

/** Whom a document is from or for, and how much it is; a voucher has neither. */
function presentSubject({ payload }: ShownRequest) {
  const { supplier, customer, gross_amount } = (payload ?? {}) as NamedInPayload
  return { partner_name: supplier?.name ?? customer?.name ?? null, amount: gross_amount ?? null }
}

/** Without the request, which only the log and the row name. */
function presentWithdrawal({ reason, actor_id, withdrawn_at }: FactWithdrawal) {
  return { reason, actor_id, withdrawn_at }
}

export function presentEvidence({ evidence_links = [], source_hash, source_payload_hash }: Evidence) {
  return {
    attachment_hashes: evidence_links.filter(({ type }) => RECEIPT_TYPES.includes(type)).map(({ sha256 }) => sha256),
    evidence_link_hashes: evidence_links.map(({ sha256 }) => sha256),
    source_hash,
    source_payload_hash,
  }
}
