import { nowAsTimestamp } from '../../shared/clock.ts'
import type { FactRequests } from '../../shared/contract/source-facts.ts'
import { ApiError } from '../../shared/errors.ts'
import { newUuid } from '../../shared/ids.ts'
import { documentOf, duplicateKeyOf } from '../../shared/source-document.ts'
import { findSourceFact } from '../../shared/store/source-facts.ts'
import type { Accept, MutatingRequest } from '../endpoint.ts'
import { presentSourceFact } from '../present/source-fact.ts'

/** Keeps a fact with its evidence hashes and has it evaluated; it can be read at once. */
export function recordSourceFact<Type extends keyof FactRequests>(fact_type: Type): Accept<FactRequests[Type]> {
  return async (deps, request) => {
    const outcome = await deps.submitFact(newFact(fact_type, request))
    if (outcome.kind === 'conflict') throw conflict(outcome.pointer)
    const { source_fact_id } = outcome
    const current = async () => {
      if (source_fact_id === null) return null
      const row = await findSourceFact(deps.pool, source_fact_id, null)
      return row && row.state !== 'received' ? presentSourceFact(row) : null
    }
    return {
      response: outcome.response,
      is_replay: outcome.kind === 'replayed',
      current: source_fact_id ? current : undefined,
    }
  }
}

function newFact<Type extends keyof FactRequests>(
  fact_type: Type,
  { body, caller, request_id, idempotency_key, fingerprint, body_hash }: MutatingRequest<FactRequests[Type]>,
) {
  const fact = {
    end_customer_id: body.end_customer_id.toLowerCase(),
    source_fact_id: newUuid(),
    fact_type,
    state: 'received' as const,
    source_system: body.source_system,
    external_reference: body.external_reference,
    idempotency_key: body.idempotency_key,
    business_date: body.business_date,
    request: body,
    blockers: [],
    journal_entry_id: null,
    superseded_by: null,
    created_at: nowAsTimestamp(),
    evaluated_at: null,
    intents: [],
  }
  return {
    ...fact,
    body_key: body.idempotency_key,
    request_hash: body_hash,
    duplicate_key: duplicateKeyOf(documentOf(fact_type, body)),
    client_id: caller.client_id,
    actor_id: caller.key_id,
    request_id,
    // From here on the names are those of the idempotency record.
    idempotency_key,
    fingerprint,
    status: 202,
    response: JSON.stringify(presentSourceFact(fact)),
  }
}

function conflict(pointer: string): ApiError {
  const message =
    pointer === '/idempotency_key'
      ? 'A fact with this idempotency_key in its body exists and differs. Use a new key for a new fact.'
      : 'This Idempotency-Key was used for another request. Use a new key for a new request.'
  return new ApiError('idempotency_key_conflict', message, [{ pointer, code: 'idempotency_key_conflict', message }])
}
