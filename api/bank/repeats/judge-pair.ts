import { comparedEntryOf, pageOfKey } from '../../../shared/camt053/repeats/compared-entries.ts'
import { judgeStatements } from '../../../shared/camt053/repeats/judge-statements.ts'
import { compareStatements, type StatementPair } from '../../../shared/camt053/repeats/merge-overlaps.ts'
import type { ComparedStatements } from '../../../shared/camt053/repeats/prove-overlap.ts'
import type { StatementRelations } from '../../../shared/camt053/repeats/statement-relations.ts'
import { inTurns } from '../../../shared/process/in-turns.ts'
import { listEntriesOfStatements } from '../../../shared/store/bank/repeats/entries-of-statements.ts'
import type { Db } from '../../../shared/store/db/database.ts'

export type JudgesPair = (
  compared: ComparedStatements<ReturnType<typeof comparedEntryOf>>,
) => ReturnType<typeof judgeStatements>

/** What the second bank statement is to the first one, by their bank entries as they are kept now. */
export async function judgePair(
  db: Db,
  end_customer_id: string,
  pair: StatementPair,
  relations: StatementRelations,
  judge: JudgesPair = judgeStatements,
): Promise<ReturnType<typeof judgeStatements>> {
  const pages = pair.flatMap((statement, place) => statement.pages.map(({ key }) => ({ ...pageOfKey(key), place })))
  const rows = await listEntriesOfStatements(db, end_customer_id, pages)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  const entries = new Map(pair.map((statement, place) => [statement, (byPlace.get(place) ?? []).map(comparedEntryOf)]))
  const compared = await inTurns(compareStatements(pair, entries, relations))
  return compared ? judge(compared) : { kind: 'unknown' }
}
