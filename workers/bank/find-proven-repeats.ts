import { comparedEntryOf, pageOfKey } from '../../shared/camt053/repeats/compared-entries.ts'
import {
  type DoubtfulEntry,
  type Merge,
  mergeOverlaps,
  type StatementPair,
} from '../../shared/camt053/repeats/merge-overlaps.ts'
import { mayOverlap } from '../../shared/camt053/repeats/prove-overlap.ts'
import type { StatementRelations } from '../../shared/camt053/repeats/statement-relations.ts'
import type { WholeBankStatement } from '../../shared/camt053/repeats/whole-bank-statement.ts'
import { listEntriesOfStatements } from '../../shared/store/bank/repeats/entries-of-statements.ts'
import type { Db } from '../../shared/store/db/database.ts'
import type { Doubtful } from './find-proven-new.ts'

/** Pairs of bank statements that are compared after an import, and bank entries of a statement. */
const MOST_PAIRS = 200
const MOST_ENTRIES = 20_000

type DoubtfulOfImport = DoubtfulEntry & { readonly import_id: string }
type Proven = { readonly merges: readonly Merge<DoubtfulOfImport>[]; readonly provenPairs: readonly StatementPair[] }

/** Finds the possible repeats that are repeats by the balances of two bank statements. */
export async function findProvenRepeats(
  db: Db,
  end_customer_id: string,
  doubtful: Doubtful,
  relations: StatementRelations,
): Promise<Proven> {
  const pairs = pairsOf(doubtful, relations)
  const statements = [...new Set(pairs.flat())]
  if (statements.length === 0) return { merges: [], provenPairs: [] }
  const pages = statements.flatMap((statement, place) =>
    statement.pages.map(({ key }) => ({ ...pageOfKey(key), place })),
  )
  const rows = await listEntriesOfStatements(db, end_customer_id, pages)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  const entries = new Map(
    statements.map((statement, place) => [statement, (byPlace.get(place) ?? []).map(comparedEntryOf)]),
  )
  return mergeOverlaps(pairs, entries, relations)
}

/** Bank statements that have equal bank entries of which one is in doubt, and that may overlap. */
function pairsOf({ undecided, equals }: Doubtful, relations: StatementRelations): StatementPair[] {
  const seen = new Map<WholeBankStatement, Set<WholeBankStatement>>()
  const pairs: StatementPair[] = []
  for (const { statement_keys, first_hash } of undecided) {
    const others = new Set((equals.get(first_hash)?.kept ?? []).flatMap((kept) => kept.statement_keys))
    for (const key of statement_keys) {
      for (const other_key of others) {
        if (pairs.length >= MOST_PAIRS) return pairs
        const [one, other] = [relations.wholeOf(key), relations.wholeOf(other_key)]
        if (!one || !other || one === other || seen.get(one)?.has(other) || seen.get(other)?.has(one)) continue
        seen.set(one, (seen.get(one) ?? new Set()).add(other))
        const relation = relations.between(key, other_key)
        const hasRoom = Math.max(one.entry_count, other.entry_count) <= MOST_ENTRIES
        if (!hasRoom || relation === 'apart' || relation === 'doubtful') continue
        if (relation !== 'unknown' || mayOverlap(one, other)) pairs.push([one, other])
      }
    }
  }
  return pairs
}
