import type { FactKey } from '../../shared/store/facts/source-facts.ts'
import type { Outcome } from '../platform/log-outcomes.ts'
import type { PostedBatch } from './post-batch.ts'

/** The outcomes of a batch, and of jobs whose facts were decided before: by another batch, or by the first run of the job. */
export function outcomesOfJobs(keys: readonly FactKey[], batch: PostedBatch | null): Outcome[] {
  const outcomes = batch ? outcomesOfBatch(batch) : []
  const decided = new Set(outcomes.map(({ subject_id }) => subject_id))
  const before = keys.filter(({ source_fact_id }) => !decided.has(source_fact_id))
  return [...outcomes, ...before.map(decidedBefore)]
}

/** A fact that another one supersedes may be known by its id only. */
function outcomesOfBatch({ facts, decisions, numbers }: PostedBatch): Outcome[] {
  const byId = new Map(facts.map((fact) => [fact.source_fact_id, fact]))
  return decisions.map(({ end_customer_id, source_fact_id, state, blockers }) => {
    const fact = byId.get(source_fact_id)
    return {
      kind: 'source_fact',
      subject_id: source_fact_id,
      end_customer_id,
      request_id: fact?.request_id,
      actor_id: fact?.actor_id,
      outcome: state,
      entry_number: numbers.get(source_fact_id),
      blockers,
      accepted_at: fact?.state === 'received' ? fact.created_at : undefined,
    }
  })
}

function decidedBefore({ end_customer_id, source_fact_id }: FactKey): Outcome {
  return { kind: 'source_fact', subject_id: source_fact_id, end_customer_id, outcome: 'already_decided' }
}
