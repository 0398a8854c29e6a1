import type { StatementPair } from '../merge-overlaps.ts'
import { witnessesOf } from '../returning-balance.ts'
import type { StatementRelations } from '../statement-relations.ts'
import type { WholeBankStatement } from '../whole-bank-statement.ts'
import { keyOfPlace, type LinkedEntry, type LinkedPlace } from './disputed-links.ts'

/** Pairs that are looked at after an import. */
const MOST_PAIRS = 200

/**
 * Pairs of bank statements that were found to overlap, and of which known ones may show by now that they are apart: the balance may
 * have returned between them. Two that have a bank entry in common for certain are not. It can be interrupted after each pair.
 */
export function* witnessedPairs(
  entries: readonly LinkedEntry[],
  relations: StatementRelations,
): Generator<void, StatementPair[]> {
  const pairs: StatementPair[] = []
  const seen = createSeen()
  for (const { places } of entries) {
    yield
    const found = wholesOf(places.filter(isFound), relations)
    const certain = wholesOf(places.filter(isCertain), relations)
    for (const one of found) {
      for (const other of certain) {
        if (one === other || !seen(one, other) || pairs.length >= MOST_PAIRS) continue
        yield
        if (witnessesOf([one, other], relations).length > 0) pairs.push([one, other])
      }
    }
  }
  return pairs.length === 0 ? pairs : yield* withoutShared(pairs, entries, relations)
}

function* withoutShared(
  pairs: readonly StatementPair[],
  entries: readonly LinkedEntry[],
  relations: StatementRelations,
): Generator<void, StatementPair[]> {
  const shared: ReadonlySet<WholeBankStatement>[] = []
  for (const { places } of entries) {
    yield
    shared.push(wholesOf(places.filter(isCertain), relations))
  }
  const left: StatementPair[] = []
  for (const [one, other] of pairs) {
    yield
    if (!shared.some((wholes) => wholes.has(one) && wholes.has(other))) left.push([one, other])
  }
  return left
}

/** Bank statements have taken what it brought for a repeat. */
function isFound({ brought_entry_id, is_reviewed }: LinkedPlace): boolean {
  return brought_entry_id !== null && !is_reviewed
}

function isCertain(place: LinkedPlace): boolean {
  return !isFound(place)
}

function wholesOf(places: readonly LinkedPlace[], { wholeOf }: StatementRelations): ReadonlySet<WholeBankStatement> {
  return new Set(places.flatMap((place) => wholeOf(keyOfPlace(place)) ?? []))
}

/** @returns whether a pair is seen for the first time */
function createSeen() {
  const seen = new Map<WholeBankStatement, Set<WholeBankStatement>>()
  return (one: WholeBankStatement, other: WholeBankStatement) => {
    if (seen.get(one)?.has(other)) return false
    seen.set(one, (seen.get(one) ?? new Set()).add(other))
    return true
  }
}
