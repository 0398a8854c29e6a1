import { periodsMeet } from './compare-bank-statements.ts'
import type { StatementPair } from './merge-overlaps.ts'
import { mayOverlap } from './prove-overlap.ts'
import { witnessesOf } from './returning-balance.ts'
import type { StatementRelations } from './statement-relations.ts'
import type { WholeBankStatement } from './whole-bank-statement.ts'

/** Pairs of bank statements that are compared after an import, and how many are looked at for them. */
const MOST_PAIRS = 200
const MOST_LOOKS = 1_000_000
/** Bank entries of a bank statement, and of all that are compared: these are in memory together. */
const MOST_ENTRIES = 20_000
const MOST_ENTRIES_IN_ALL = 40_000

type InDoubt = { readonly first_hash: string; readonly statement_keys: readonly string[] }
type EqualsOfContent = { readonly kept: readonly { readonly statement_keys: readonly string[] }[] }

/** Pairs that are compared, and all bank statements whose bank entries that needs. */
type PairsInDoubt = { readonly pairs: readonly StatementPair[]; readonly statements: readonly WholeBankStatement[] }

/**
 * Bank statements that have equal bank entries of which one is in doubt, and that may overlap. What there is no room for is not
 * compared, so its bank entries stay in doubt.
 */
export function* pairsInDoubt(
  undecided: readonly InDoubt[],
  equals: ReadonlyMap<string, EqualsOfContent>,
  relations: StatementRelations,
): Generator<void, PairsInDoubt> {
  const room = createRoom()
  const single = yield* findPairs(undecided, equals, relations, room)
  const pairs = [...(yield* withRuns(single, relations, room)), ...single]
  const witnesses = new Set<WholeBankStatement>()
  for (const pair of pairs) {
    // Each follows up to four chains of balances.
    yield
    for (const { statement } of witnessesOf(pair, relations)) witnesses.add(statement)
  }
  for (const statement of witnesses) room.read([statement])
  return { pairs, statements: [...room.inRoom] }
}

function* findPairs(
  undecided: readonly InDoubt[],
  equals: ReadonlyMap<string, EqualsOfContent>,
  relations: StatementRelations,
  { read }: ReadingRoom,
): Generator<void, StatementPair[]> {
  const seen = new Map<WholeBankStatement, Set<WholeBankStatement>>()
  const pairs: StatementPair[] = []
  let looks = 0
  for (const { statement_keys, first_hash } of undecided) {
    const others = new Set((equals.get(first_hash)?.kept ?? []).flatMap((kept) => kept.statement_keys))
    for (const key of statement_keys) {
      for (const other_key of others) {
        looks += 1
        yield
        if (pairs.length >= MOST_PAIRS || looks > MOST_LOOKS) return pairs
        const [one, other] = [relations.wholeOf(key), relations.wholeOf(other_key)]
        if (!one || !other || one === other || seen.get(one)?.has(other) || seen.get(other)?.has(one)) continue
        seen.set(one, (seen.get(one) ?? new Set()).add(other))
        const relation = relations.between(key, other_key)
        if (relation === 'apart' || relation === 'doubtful') continue
        if ((relation !== 'unknown' || mayOverlap(one, other)) && read([one, other])) pairs.push([one, other])
      }
    }
  }
  return pairs
}

/**
 * Bank statements that are compared with a run of others: the balances may allow one answer only for all of them, where they allow
 * several for each.
 */
function* withRuns(
  pairs: readonly StatementPair[],
  relations: StatementRelations,
  { read }: ReadingRoom,
): Generator<void, StatementPair[]> {
  const seen = new Map<WholeBankStatement, Set<WholeBankStatement>>()
  const found: StatementPair[] = []
  for (const [whole, start] of pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const])) {
    yield
    const inRuns = seen.get(whole) ?? new Set()
    seen.set(whole, inRuns)
    const run = inRuns.has(start) ? null : relations.findRun(start, (other) => areUnknown(whole, other, relations))
    for (const statement of run?.run ?? []) inRuns.add(statement)
    if (run && mayOverlap(whole, run) && read([whole, run])) found.push([whole, run])
  }
  return found
}

function areUnknown(a: WholeBankStatement, b: WholeBankStatement, { between }: StatementRelations): boolean {
  const [key, other_key] = [a.pages[0]?.key, b.pages[0]?.key]
  const relation = key === undefined || other_key === undefined ? 'apart' : between(key, other_key)
  return a !== b && (relation === 'unknown' || relation === 'touching') && periodsMeet(a, b)
}

type ReadingRoom = {
  readonly inRoom: ReadonlySet<WholeBankStatement>
  /** @returns whether there is room for the bank entries of all of them */
  readonly read: (statements: readonly WholeBankStatement[]) => boolean
}

function createRoom(): ReadingRoom {
  const inRoom = new Set<WholeBankStatement>()
  let room = MOST_ENTRIES_IN_ALL
  const read = (statements: readonly WholeBankStatement[]) => {
    const more = statements.filter((statement) => !inRoom.has(statement))
    const count = more.reduce((sum, { entry_count }) => sum + entry_count, 0)
    if (count > room || statements.some(({ entry_count }) => entry_count > MOST_ENTRIES)) return false
    for (const statement of more) inRoom.add(statement)
    room -= count
    return true
  }
  return { inRoom, read }
}
