import type { Match } from '../../../shared/camt053/matching/match.ts'
import { findPartsOfOpenDebits } from '../../../shared/store/bank/candidates/parts-of-open-debits.ts'
import type { OpenBankMovement } from '../../../shared/store/bank/open-movements.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import type { MatchMovements } from './match-open-items.ts'

/**
 * The proposals for movements, and for the payments of those that are collective debits. What one of these is for says more than what
 * all of it may be for: each target once, as it is surest.
 */
export function withPartsOfDebits(
  tx: Tx,
  end_customer_id: string,
  matchMovements: MatchMovements<OpenBankMovement>,
): (movements: readonly OpenBankMovement[]) => Promise<readonly (readonly Match[])[]> {
  return async (movements) => {
    const ofWhole = await matchMovements(movements)
    const ids = movements.flatMap(({ id, is_collective }) => (is_collective ? id : []))
    if (ids.length === 0) return ofWhole
    const parts = await findPartsOfOpenDebits(tx, end_customer_id, ids)
    const found = await matchMovements(parts)
    const places = Map.groupBy(parts.keys(), (place) => parts[place]?.entry_id ?? '')
    return movements.map(({ id }, index) => {
      const ofParts = (places.get(id) ?? []).flatMap((place) => found[place] ?? [])
      return ofParts.length === 0 ? (ofWhole[index] ?? []) : surest([...ofParts, ...(ofWhole[index] ?? [])])
    })
  }
}

function surest(matches: readonly Match[]): Match[] {
  const best = new Map<string, Match>()
  for (const match of matches)
    if (match.score > (best.get(match.target_id)?.score ?? 0)) best.set(match.target_id, match)
  return [...best.values()].sort((a, b) => b.score - a.score)
}
