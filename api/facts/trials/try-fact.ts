import assert from 'node:assert/strict'
import { prepareFact } from '../../../shared/accounting/facts/prepare-fact.ts'
import { sourceFactTrial } from '../../../shared/contract/facts/fact-trials.ts'
import type { FactRequests } from '../../../shared/contract/facts/source-facts.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { findSourceFactsByBodyKey, type SourceFactWithIntents } from '../../../shared/store/facts/source-facts.ts'
import { useSnapshotIsolation } from '../../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import { keyConflict } from '../../http/idempotency.ts'
import type { Trial, TrialRequest } from '../../http/trial.ts'
import { bodyKeyOf, factOf, isSameFact, wrongLines } from '../new-fact.ts'
import { decideTried, loadTried } from './decide-tried.ts'
import { presentFactTrial, presentKnownFact } from './present-trial.ts'

/** What would become of a fact, by the rules and the books of this moment. It holds no lock, and nothing is stored. */
export function trySourceFact<Type extends keyof FactRequests>(fact_type: Type): Trial {
  return {
    response: sourceFactTrial,
    run: (deps, request: TrialRequest<FactRequests[Type]>) => tryFact(fact_type, deps, request),
  }
}

async function tryFact<Type extends keyof FactRequests>(
  fact_type: Type,
  deps: ApiDeps,
  request: TrialRequest<FactRequests[Type]>,
) {
  const { body, body_hash: request_hash } = request
  const details = wrongLines(fact_type, body)
  if (details.length > 0) throw new ApiError('validation_failed', 'The lines of the voucher are wrong.', details)
  const { row } = factOf(fact_type, body, { canonical: request.canonical, hash: request_hash }, request)
  const fact = prepareFact({ ...row, request: body, request_hash })
  const { context, known } = await deps.pool.transaction(async (tx) => {
    await useSnapshotIsolation(tx)
    const [stored] = await findSourceFactsByBodyKey(tx, [bodyKeyOf(row)])
    return { context: stored ? null : await loadTried(tx, [fact]), known: stored }
  })
  if (known && !isSameFact(known, row)) throw keyConflict('/idempotency_key')
  if (!context) return presentKnownFact(row, known as SourceFactWithIntents)
  const decided = (await decideTried(deps, context, [fact], async () => {})).get(fact.source_fact_id)
  assert(decided, 'the only fact is decided')
  return presentFactTrial(fact, decided, null)
}
