import { comparedEntryOf, pageOfKey } from '../../../shared/camt053/repeats/compared-entries.ts'
import { type AreApart, type Dispute, findDispute } from '../../../shared/camt053/repeats/links/disputed-links.ts'
import { statementsAround } from '../../../shared/camt053/repeats/links/statements-around.ts'
import { witnessedPairs } from '../../../shared/camt053/repeats/links/witnessed-pairs.ts'
import type { StatementPair } from '../../../shared/camt053/repeats/merge-overlaps.ts'
import { mayBeApart, witnessesOf } from '../../../shared/camt053/repeats/returning-balance.ts'
import type { StatementRelations } from '../../../shared/camt053/repeats/statement-relations.ts'
import type { WholeBankStatement } from '../../../shared/camt053/repeats/whole-bank-statement.ts'
import { eachInSteps, inTurns } from '../../../shared/process/in-turns.ts'
import { listEntriesOfStatements } from '../../../shared/store/bank/repeats/entries-of-statements.ts'
import { type KeptLinkedEntry, listLinkedEntries } from '../../../shared/store/bank/repeats/linked-entries.ts'
import type { Db } from '../../../shared/store/db/database.ts'

/** Bank entries that are in memory together, to find the balances of a day. */
export const MOST_WITNESSED = 40_000

/** What there was no room for: links that were not looked at, and balances of which every one is possible. */
type Disputes = {
  readonly disputed: readonly DisputedEntry[]
  readonly unlooked: readonly WholeBankStatement[]
  readonly unread: readonly WholeBankStatement[]
}

export type DisputedEntry = { readonly entry: KeptLinkedEntry; readonly dispute: Dispute }

/**
 * Bank entries of which some places would not be linked any more, by what is known with the bank statements of an import.
 *
 * @param incoming the bank statements of the import, by their keys
 */
export async function findDisputes(
  db: Db,
  end_customer_id: string,
  incoming: readonly string[],
  relations: StatementRelations,
): Promise<Disputes> {
  const { around, left_out: unlooked } = statementsAround(incoming, relations)
  if (around.length === 0) return { disputed: [], unlooked, unread: [] }
  const pages = around.flatMap((statement) => statement.pages.map(({ key }) => pageOfKey(key)))
  const entries = await listLinkedEntries(db, end_customer_id, pages)
  if (entries.length === 0) return { disputed: [], unlooked, unread: [] }
  const pairs = await inTurns(witnessedPairs(entries, relations))
  const isNew = new Set(incoming)
  const isIncoming = ({ pages: some }: WholeBankStatement) => some.some(({ key }) => isNew.has(key))
  const found = await inTurns(eachInSteps(pairs, (pair) => witnessesOf(pair, relations)))
  const witnesses = found.flat().map(({ statement }) => statement)
  // The bank entries of the import are not there yet: it may have every balance until the marks are looked at.
  const known = [...new Set(witnesses)].filter((statement) => !isIncoming(statement))
  const { entriesOf, unread } = await readEntriesOf(db, end_customer_id, known)
  const apart = await inTurns(eachInSteps(pairs, (pair) => (mayBeApart(pair, entriesOf, relations) ? [pair] : [])))
  const areApart = createApart(apart.flat(), relations)
  return { disputed: await inTurns(disputesOf(entries, relations, areApart)), unlooked, unread }
}

function* disputesOf(entries: readonly KeptLinkedEntry[], relations: StatementRelations, areApart: AreApart) {
  const found: DisputedEntry[] = []
  for (const entry of entries) {
    yield
    const dispute = findDispute(entry, relations, areApart)
    if (dispute) found.push({ entry, dispute })
  }
  return found
}

function createApart(apart: readonly StatementPair[], { wholeOf }: StatementRelations): AreApart {
  const others = new Map<WholeBankStatement, Set<WholeBankStatement>>()
  for (const [one, other] of apart.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]))
    others.set(one, (others.get(one) ?? new Set()).add(other))
  return (key, other_key) => {
    const [one, other] = [wholeOf(key), wholeOf(other_key)]
    return one !== null && other !== null && (others.get(one)?.has(other) ?? false)
  }
}

/** What there is no room for may have every balance. */
async function readEntriesOf(db: Db, end_customer_id: string, all: readonly WholeBankStatement[]) {
  let room = MOST_WITNESSED
  const { statements = [], unread = [] } = Object.groupBy(all, ({ entry_count }) => {
    room -= entry_count
    return room >= 0 ? 'statements' : 'unread'
  })
  if (statements.length === 0) return { entriesOf: new Map(), unread }
  const pages = statements.flatMap((statement, place) =>
    statement.pages.map(({ key }) => ({ ...pageOfKey(key), place })),
  )
  const rows = await listEntriesOfStatements(db, end_customer_id, pages)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  const entriesOf = new Map(
    statements.map((statement, place) => [statement, (byPlace.get(place) ?? []).map(comparedEntryOf)]),
  )
  return { entriesOf, unread }
}
