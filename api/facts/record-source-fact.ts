import assert from 'node:assert/strict'
import type { FactRequests } from '../../shared/contract/facts/source-facts.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { recordEnqueuedJobs } from '../../shared/process/log-context.ts'
import { findSourceFact } from '../../shared/store/facts/source-facts.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest, MutationAnswer } from '../http/endpoint.ts'
import { keyConflict } from '../http/idempotency.ts'
import { factOf, wrongLines } from './new-fact.ts'
import { presentSourceFact } from './present-source-fact.ts'

/**
 * Keeps a fact with its evidence hashes and has it evaluated; it can be read at once. Facts that arrive together share a
 * transaction, so this is not a command.
 */
export function recordSourceFact<Type extends keyof FactRequests>(fact_type: Type) {
  return { accept: (deps: ApiDeps, request: MutatingRequest<FactRequests[Type]>) => record(fact_type, deps, request) }
}

async function record<Type extends keyof FactRequests>(
  fact_type: Type,
  { pool, queueDepth, laneOf, submitFact }: ApiDeps,
  request: MutatingRequest<FactRequests[Type]>,
): Promise<MutationAnswer> {
  queueDepth.requireRoom(request.caller.key_id)
  const details = wrongLines(fact_type, request.body)
  if (details.length > 0) throw new ApiError('validation_failed', 'The lines of the voucher are wrong.', details)
  const outcome = await submitFact(newFact(fact_type, request, laneOf))
  if (outcome.kind === 'conflict') throw keyConflict(outcome.pointer)
  const { kind, response, source_fact_id } = outcome
  if (source_fact_id === null) return { kind, response }
  recordEnqueuedJobs([source_fact_id])
  const current = async () => {
    const row = await findSourceFact(pool, source_fact_id, null)
    return row && row.state !== 'received' ? presentSourceFact(row) : null
  }
  return { kind, response, current }
}

function newFact<Type extends keyof FactRequests>(
  fact_type: Type,
  request: MutatingRequest<FactRequests[Type]>,
  laneOf: ApiDeps['laneOf'],
) {
  const { body, body_hash: hash, canonical, idempotency_key, fingerprint } = request
  assert(canonical, 'a fact is JSON')
  const { fact, row } = factOf(fact_type, body, { canonical, hash }, request)
  return {
    ...row,
    lane: laneOf(row.actor_id, [row]),
    // From here on the names are those of the idempotency record.
    idempotency_key,
    fingerprint,
    status: 202,
    response: JSON.stringify(presentSourceFact(fact)),
  }
}
