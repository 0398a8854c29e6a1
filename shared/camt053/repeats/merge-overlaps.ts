import { type BankReferences, compareReferences } from './bank-references.ts'
import { type ComparedEntry, type ComparedStatements, proveOverlap } from './prove-overlap.ts'
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

/**
 * Finds the bank entries that the balances of pairs of bank statements show to be one.
 *
 * @returns repeats, each with its original; and whether two bank entries are in bank statements of which all that they have in
 * common is known
 */
export function mergeOverlaps<Entry extends DoubtfulEntry>(
  pairs: readonly StatementPair[],
  entriesOf: ReadonlyMap<WholeBankStatement, readonly Entry[]>,
  relations: StatementRelations,
): { merges: readonly Merge<Entry>[]; provenPairs: readonly StatementPair[] } {
  const found = createFound<Entry>([...entriesOf.values()].flat())
  const proven = new Set<StatementPair>()
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = proven.size
    for (const pair of pairs.filter((one) => !proven.has(one))) {
      const common = proveOverlap(compare(pair, entriesOf, found, relations))
      if (common === null) continue
      proven.add(pair)
      for (const [a, b] of common) mergeTwo(a, b, found)
    }
    if (proven.size === before) break
  }
  return { merges: found.merges(), provenPairs: [...proven] }
}

/** Two bank statements as they are kept, with what may be one of them. */
export function compareStatements<Entry extends DoubtfulEntry>(
  pair: StatementPair,
  entriesOf: ReadonlyMap<WholeBankStatement, readonly Entry[]>,
  relations: StatementRelations,
): ComparedStatements<Entry> {
  return compare(pair, entriesOf, createFound(pair.flatMap((statement) => entriesOf.get(statement) ?? [])), relations)
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

function compare<Entry extends DoubtfulEntry>(
  statements: StatementPair,
  entriesOf: ReadonlyMap<WholeBankStatement, readonly Entry[]>,
  found: FoundRepeats<Entry>,
  relations: StatementRelations,
): ComparedStatements<Entry> {
  const [of_one, of_other] = statements.map((statement) => {
    return [...new Set((entriesOf.get(statement) ?? []).map(found.rootOf))]
  }) as [Entry[], Entry[]]
  const [inOne, inOther] = [new Set(of_one), new Set(of_other)]
  const rests = [of_one.filter((entry) => !inOther.has(entry)), of_other.filter((entry) => !inOne.has(entry))] as const
  return {
    statements,
    shared: of_one.filter((entry) => inOther.has(entry)),
    rests,
    suspects: pairUp(rests, found, relations),
  }
}

/** Pairs equal bank entries of which one is in doubt. */
function pairUp<Entry extends DoubtfulEntry>(
  [ones, others]: readonly [readonly Entry[], readonly Entry[]],
  found: FoundRepeats<Entry>,
  relations: StatementRelations,
): [Entry, Entry][] {
  const byRank = (entries: readonly Entry[]) => entries.toSorted((a, b) => rankOf(a, found) - rankOf(b, found))
  const open = Map.groupBy(byRank(others), ({ content }) => content)
  return byRank(ones).flatMap((one) => {
    const candidates = open.get(one.content) ?? []
    const at = candidates.findIndex((other) => mayBeOne(one, other, found, relations))
    const other = candidates[at]
    if (!other) return []
    candidates.splice(at, 1)
    return [[one, other] as [Entry, Entry]]
  })
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
  return !keys.some((key) => otherKeys.some((otherKey) => relations.between(key, otherKey) === 'apart'))
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
