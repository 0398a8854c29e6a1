import type { Json } from '../shared/accounting/canonical-json.ts'
import { MATCH_RULE_VERSION, type Match, matchMovements } from '../shared/camt053/match.ts'
import { hashOf } from '../shared/hash.ts'
import { newUuid } from '../shared/ids.ts'
import type { Jobs } from '../shared/jobs.ts'
import { lockImports } from '../shared/store/camt053-entries.ts'
import type { Tx } from '../shared/store/database.ts'
import {
  findOpenDebits,
  findOpenPayments,
  findOpenTargets,
  type NewCandidate,
  type OpenMovement,
  replaceCandidates,
  type TargetType,
} from '../shared/store/settlement-candidates.ts'
import type { Job, WorkerDeps } from './jobs.ts'

/** Proposes what payments and debits of the bank may be for, from all that is open now. */
export async function matchSettlements(
  { pool }: WorkerDeps,
  jobs: readonly Job<Jobs['settlement.match']>[],
): Promise<void> {
  for (const end_customer_id of new Set(jobs.map(({ data }) => data.end_customer_id))) {
    await pool.transaction(async (tx) => {
      await lockImports(tx, end_customer_id)
      const candidates = [
        ...(await candidatesFor(tx, end_customer_id, 'document', await findOpenPayments(tx, end_customer_id))),
        ...(await candidatesFor(tx, end_customer_id, 'supplier_payable', await findOpenDebits(tx, end_customer_id))),
      ]
      await replaceCandidates(tx, end_customer_id, candidates)
    })
  }
}

async function candidatesFor(
  tx: Tx,
  end_customer_id: string,
  target_type: TargetType,
  movements: readonly OpenMovement[],
): Promise<NewCandidate[]> {
  if (movements.length === 0) return []
  const targets = await findOpenTargets(tx, end_customer_id, target_type)
  const byId = new Map(movements.map((movement) => [movement.id, movement]))
  return matchMovements(movements, targets).map((match) =>
    candidateOf(end_customer_id, target_type, byId.get(match.movement_id) as OpenMovement, match),
  )
}

/** The hash covers all that a reviewer decides on, so another proposal is another candidate. */
function candidateOf(
  end_customer_id: string,
  target_type: TargetType,
  movement: OpenMovement,
  match: Match,
): NewCandidate {
  const { entry_id, import_id, currency } = movement
  const content = {
    entry_id,
    payment_id: target_type === 'document' ? movement.id : null,
    target_type,
    target_id: match.target_id,
    amount_minor: String(match.amount_minor),
    currency,
    score: match.score,
    reasons: match.reasons,
  }
  const candidate_hash = hashOf({ rule_version: MATCH_RULE_VERSION, end_customer_id, ...content } as Json)
  return { candidate_id: newUuid(), import_id, ...content, candidate_hash }
}
