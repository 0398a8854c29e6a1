import { compareReferences } from '../../shared/camt053/repeats/bank-references.ts'
import type { Equals } from '../../shared/camt053/repeats/decide-repeats.ts'
import type { StatementPair } from '../../shared/camt053/repeats/merge-overlaps.ts'
import type { StatementRelations } from '../../shared/camt053/repeats/statement-relations.ts'
import type { WholeBankStatement } from '../../shared/camt053/repeats/whole-bank-statement.ts'
import type { UndecidedRepeat } from '../../shared/store/bank/repeats/undecided-repeats.ts'

/** Bank entries about which nobody has decided, with what is kept of their contents. */
export type Doubtful = {
  readonly undecided: readonly UndecidedRepeat[]
  readonly equals: ReadonlyMap<string, Equals>
}

/** Possible repeats that are none of the equal bank entries: by their references, or by the bank statements that have them. */
export function* findProvenNew(
  { undecided, equals }: Doubtful,
  provenPairs: readonly StatementPair[],
  relations: StatementRelations,
): Generator<void, readonly UndecidedRepeat[]> {
  const isOther = createIsOther(provenPairs, relations)
  const created: UndecidedRepeat[] = []
  for (const possible of undecided) {
    const known = equals.get(possible.first_hash)
    if (!known || known.hasMore) continue
    let isNew = true
    for (const kept of known.kept) {
      // Thousands of equal ones may be in doubt, and each is compared with all of them.
      yield
      isNew = kept.entry_id === possible.entry_id || isOther(possible, kept)
      if (!isNew) break
    }
    if (isNew) created.push(possible)
  }
  return created
}

function createIsOther(provenPairs: readonly StatementPair[], relations: StatementRelations) {
  const isProven = createProven(provenPairs)
  const isAlike = (key: string, other: string) => ['overlap', 'doubtful'].includes(relations.between(key, other))
  const areApart = (key: string, other: string) => {
    if (isAlike(key, other)) return false
    return relations.between(key, other) === 'apart' || isProven(relations.wholeOf(key), relations.wholeOf(other))
  }
  return (possible: UndecidedRepeat, { references, statement_keys }: Equals['kept'][number]): boolean => {
    const inAnyTwo = (are: (key: string, other: string) => boolean) =>
      possible.statement_keys.some((key) => statement_keys.some((other) => are(key, other)))
    if (inAnyTwo(areApart)) return true
    // Bank statements with the same figures may be one with new references.
    return compareReferences(possible.bank_references, references) === 'different' && !inAnyTwo(isAlike)
  }
}

/** Of two bank statements whose common bank entries are known, all others are others. */
function createProven(pairs: readonly StatementPair[]) {
  const others = new Map<WholeBankStatement, Set<WholeBankStatement>>()
  const add = (one: WholeBankStatement, other: WholeBankStatement) => {
    others.set(one, (others.get(one) ?? new Set()).add(other))
  }
  for (const [one, other] of pairs) {
    add(one, other)
    add(other, one)
  }
  return (one: WholeBankStatement | null, other: WholeBankStatement | null) =>
    one !== null && other !== null && (others.get(one)?.has(other) ?? false)
}
