import { comparedEntryOf, pageOfKey } from '../../shared/camt053/repeats/compared-entries.ts'
import {
  type DoubtfulEntry,
  type Merge,
  mergeOverlaps,
  type StatementPair,
} from '../../shared/camt053/repeats/merge-overlaps.ts'
import { pairsInDoubt } from '../../shared/camt053/repeats/pairs-in-doubt.ts'
import type { StatementRelations } from '../../shared/camt053/repeats/statement-relations.ts'
import { inTurns } from '../../shared/process/in-turns.ts'
import { listEntriesOfStatements } from '../../shared/store/bank/repeats/entries-of-statements.ts'
import type { Db } from '../../shared/store/db/database.ts'
import type { Doubtful } from './find-proven-new.ts'

type DoubtfulOfImport = DoubtfulEntry & { readonly import_id: string }
type Proven = { readonly merges: readonly Merge<DoubtfulOfImport>[]; readonly provenPairs: readonly StatementPair[] }

/** Finds the possible repeats that are repeats by the balances of two bank statements. */
export async function findProvenRepeats(
  db: Db,
  end_customer_id: string,
  doubtful: Doubtful,
  relations: StatementRelations,
): Promise<Proven> {
  const { pairs, statements } = await inTurns(pairsInDoubt(doubtful.undecided, doubtful.equals, relations))
  if (statements.length === 0) return { merges: [], provenPairs: [] }
  const pages = statements.flatMap((statement, place) =>
    statement.pages.map(({ key }) => ({ ...pageOfKey(key), place })),
  )
  const rows = await listEntriesOfStatements(db, end_customer_id, pages)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  const entries = new Map(
    statements.map((statement, place) => [statement, (byPlace.get(place) ?? []).map(comparedEntryOf)]),
  )
  return inTurns(mergeOverlaps(pairs, entries, relations))
}
