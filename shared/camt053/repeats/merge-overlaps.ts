import { type BankReferences, compareReferences } from './bank-references.ts'
import { type ComparedEntry, type ComparedStatements, commonByReferences, proveOverlap } from './prove-overlap.ts'
import { mayBeApart } from './returning-balance.ts'
import type { StatementRelations } from './statement-relations.ts'
import type { WholeBankStatement } from './whole-bank-statement.ts'

/** A kept bank entry with the bank statements that have it. */
export type DoubtfulEntry = ComparedEntry & {
  readonly references: BankReferences
  readonly statement_keys: readonly string[]
  /** Nobody has decided yet whether it repeats another one. */
  readonly is_undecided: boolean
  readonly possible_repeat_of: string | null
}

export type StatementPair = readonly [WholeBankStatement, WholeBankStatement]

/** An undecided bank entry, and the one that it repeats. */
export type Merge<Entry extends DoubtfulEntry> = { readonly repeat: Entry; readonly original: Entry }

/** All bank entries with the bank statements that have them by now, as repeats are found. */
type FoundRepeats<Entry extends DoubtfulEntry> = {
  readonly rootOf: (entry: Entry) => Entry
  readonly keysOf: (entry: Entry) => ReadonlySet<string>
  readonly merge: (repeat: Entry, original: Entry) => void
  readonly merges: () => Merge<Entry>[]
}

/** What is found for one pair may tell about another one; pairs are looked at so many times. */
const MOST_ROUNDS = 5
/** So many bank entries are read and held against each other; what is not compared by then stays in doubt. */
const MOST_LOOKS = 2_000_000
const LOOKS_OF_A_STEP = 2_000
type Looks = { left: number }

/**
 * Finds the bank entries that the balances of pairs of bank statements show to be one. It can be interrupted while it compares.
 *
 * @returns repeats, each with its original; and whether two bank entries are in bank statements of which all that they have in
 * common is known
 */
export function* mergeOverlaps<Entry extends DoubtfulEntry>(
  pairs: readonly StatementPair[],
  entriesOf: ReadonlyMap<WholeBankStatement, readonly Entry[]>,
  relations: StatementRelations,
): Generator<void, { merges: readonly Merge<Entry>[]; provenPairs: readonly StatementPair[] }> {
  const found = createFound<Entry>([...entriesOf.values()].flat())
  const proven = new Set<StatementPair>()
  const looks = { left: MOST_LOOKS }
  // Which of several equal ones it is, other pairs may tell: those that leave no choice come first.
  for (const mayChoose of [false, true]) {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const before = proven.size
      for (const pair of pairs.filter((one) => !proven.has(one))) {
        const compared = yield* compare(pair, entriesOf, found, relations, looks)
        if (!compared) continue
        const proved = proveOverlap(compared, () => mayBeApart(pair, entriesOf, relations))
        const common = proved ?? commonByReferences(compared)
        if (!common || (!mayChoose && leavesChoice(common, compared, found))) continue
        proven.add(pair)
        for (const [a, b] of common) mergeTwo(a, b, found)
      }
      if (proven.size === before || looks.left <= 0) break
    }
  }
  return { merges: found.merges(), provenPairs: [...proven].flatMap(eachOfRun) }
}

/** Whether other ones might as well be common: equal bank entries of one of the statements, which are not in the same others. */
function leavesChoice<Entry extends DoubtfulEntry>(
  common: readonly (readonly [Entry, Entry])[],
  { rests }: ComparedStatements<Entry>,
  { keysOf }: FoundRepeats<Entry>,
): boolean {
  const counts = Map.groupBy(common, ([{ content }]) => content)
  return rests.some((rest) => {
    const equal = Map.groupBy(rest, ({ content }) => content)
    return [...counts].some(([content, { length }]) => {
      const some = equal.get(content) ?? []
      return length < some.length && new Set(some.map((entry) => [...keysOf(entry)].sort().join())).size > 1
    })
  })
}

/** What is known of a run is known of each of its bank statements. */
function eachOfRun([one, other]: StatementPair): StatementPair[] {
  return (one.run ?? [one]).flatMap((a) => (other.run ?? [other]).map((b) => [a, b] as const))
}

/** Two bank statements as they are kept, with what may be one of them; null where that is too much. */
export function* compareStatements<Entry extends DoubtfulEntry>(
  pair: StatementPair,
  entriesOf: ReadonlyMap<WholeBankStatement, readonly Entry[]>,
  relations: StatementRelations,
): Generator<void, ComparedStatements<Entry> | null> {
  const found = createFound(pair.flatMap((statement) => entriesOf.get(statement) ?? []))
  return yield* compare(pair, entriesOf, found, relations, { left: MOST_LOOKS })
}

function createFound<Entry extends DoubtfulEntry>(entries: readonly Entry[]): FoundRepeats<Entry> {
  const byId = new Map(entries.map((entry) => [entry.entry_id, entry]))
  const keys = new Map(entries.map(({ entry_id, statement_keys }) => [entry_id, new Set(statement_keys)]))
  const originals = new Map<string, Entry>()
  const rootOf = (entry: Entry): Entry => {
    const original = originals.get(entry.entry_id)
    return original ? rootOf(original) : (byId.get(entry.entry_id) ?? entry)
  }
  const keysOf = (entry: Entry) => keys.get(rootOf(entry).entry_id) ?? new Set<string>()
  return {
    rootOf,
    keysOf,
    merge(repeat, original) {
      for (const key of keysOf(repeat)) keys.get(original.entry_id)?.add(key)
      originals.set(repeat.entry_id, original)
    },
    merges: () =>
      [...originals.keys()].flatMap((entry_id) => {
        const repeat = byId.get(entry_id)
        return repeat ? [{ repeat, original: rootOf(repeat) }] : []
      }),
  }
}

function* compare<Entry extends DoubtfulEntry>(
  statements: StatementPair,
  entriesOf: ReadonlyMap<WholeBankStatement, readonly Entry[]>,
  found: FoundRepeats<Entry>,
  relations: StatementRelations,
  looks: Looks,
): Generator<void, ComparedStatements<Entry> | null> {
  looks.left -= statements.reduce((count, statement) => count + (entriesOf.get(statement)?.length ?? 0), 0)
  if (looks.left <= 0) return null
  yield
  const [of_one, of_other] = statements.map((statement) => {
    return [...new Set((entriesOf.get(statement) ?? []).map(found.rootOf))]
  }) as [Entry[], Entry[]]
  const [inOne, inOther] = [new Set(of_one), new Set(of_other)]
  const rests = [of_one.filter((entry) => !inOther.has(entry)), of_other.filter((entry) => !inOne.has(entry))] as const
  const suspects = yield* pairUp(rests, found, relations, looks)
  return suspects && { statements, shared: of_one.filter((entry) => inOther.has(entry)), rests, suspects }
}

/** Pairs equal bank entries of which one is in doubt; null where that would take too long, as some of them prove nothing. */
function* pairUp<Entry extends DoubtfulEntry>(
  [ones, others]: readonly [readonly Entry[], readonly Entry[]],
  found: FoundRepeats<Entry>,
  relations: StatementRelations,
  looks: Looks,
): Generator<void, [Entry, Entry][] | null> {
  const byRank = (entries: readonly Entry[]) => entries.toSorted((a, b) => rankOf(a, found) - rankOf(b, found))
  const open = Map.groupBy(byRank(others), ({ content }) => content)
  const pairs: [Entry, Entry][] = []
  let pause_at = looks.left
  for (const one of byRank(ones)) {
    const candidates = open.get(one.content) ?? []
    for (const [at, other] of candidates.entries()) {
      looks.left -= found.keysOf(one).size * found.keysOf(other).size
      if (looks.left <= 0) return null
      if (looks.left < pause_at) {
        pause_at = looks.left - LOOKS_OF_A_STEP
        yield
      }
      if (!mayBeOne(one, other, found, relations)) continue
      pairs.push([one, other])
      candidates.splice(at, 1)
      break
    }
  }
  return pairs
}

/** First those that few bank statements have: others are found in those already. Of them the sure ones. */
function rankOf<Entry extends DoubtfulEntry>(entry: Entry, { keysOf }: FoundRepeats<Entry>): number {
  return 2 * keysOf(entry).size + Number(entry.is_undecided)
}

function mayBeOne<Entry extends DoubtfulEntry>(
  one: Entry,
  other: Entry,
  { keysOf }: FoundRepeats<Entry>,
  relations: StatementRelations,
): boolean {
  if (!one.is_undecided && !other.is_undecided) return false
  if (compareReferences(one.references, other.references) === 'different') return false
  const [keys, otherKeys] = [[...keysOf(one)], [...keysOf(other)]]
  return !keys.some((key) => otherKeys.some((otherKey) => areTwo(relations.between(key, otherKey))))
}

/** Or perhaps two, which only their own figures may tell. */
function areTwo(relation: ReturnType<StatementRelations['between']>): boolean {
  return relation === 'apart' || relation === 'doubtful'
}

/** The undecided one repeats the other; of two that are undecided the one that may repeat the other, or else the later one. */
function mergeTwo<Entry extends DoubtfulEntry>(a: Entry, b: Entry, { merge }: FoundRepeats<Entry>): void {
  const isRepeat = a.is_undecided && (!b.is_undecided || a.possible_repeat_of === b.entry_id || isLater(a, b))
  if (isRepeat) merge(a, b)
  else merge(b, a)
}

function isLater(a: DoubtfulEntry, b: DoubtfulEntry): boolean {
  return b.possible_repeat_of !== a.entry_id && a.entry_id > b.entry_id
}
