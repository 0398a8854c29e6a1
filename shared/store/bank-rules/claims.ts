import type { OtherCandidate } from '../../camt053/matching/other-candidates.ts'
import { type Db, row, sql } from '../db/database.ts'

/** The best open proposal of another kind, where its score is as high at least, by bank entry. */
export async function findBetterCandidates(
  db: Db,
  end_customer_id: string,
  entry_ids: readonly string[],
  score: number,
): Promise<ReadonlyMap<string, BetterCandidate>> {
  if (entry_ids.length === 0) return new Map()
  const rows = await db.any(sql.type(row<BetterCandidate>())`
    select distinct on (entry_id) entry_id, candidate_id, score
    from settlement_candidates
    where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(entry_ids, 'uuid')})
      and state = 'open' and target_type <> 'rule' and score >= ${score}
    order by entry_id, score desc, candidate_id
  `)
  return new Map(rows.map((candidate) => [candidate.entry_id, candidate]))
}

/** What else is proposed for these bank entries, the surest first. */
export async function findOtherCandidates(
  db: Db,
  end_customer_id: string,
  entry_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ProposedElsewhere[]>> {
  if (entry_ids.length === 0) return new Map()
  const rows = await db.any(sql.type(row<ProposedElsewhere>())`
    select entry_id, candidate_id, target_id, score, reasons
    from settlement_candidates
    where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(entry_ids, 'uuid')})
      and state = 'open' and target_type <> 'rule'
    order by score desc, candidate_id
  `)
  return Map.groupBy(rows, ({ entry_id }) => entry_id)
}

export type ProposedElsewhere = OtherCandidate & BetterCandidate
export type BetterCandidate = { readonly entry_id: string; readonly candidate_id: string; readonly score: number }
