import { type BankReferences, compareReferences } from './bank-references.ts'
import {
  beginsAtEnd,
  daysOfBoth,
  haveTouchingBalances,
  isSurrounded,
  isWithin,
  likenessOf,
  mayFollow,
  mayHaveOthersBetween,
  periodsMeet,
} from './compare-bank-statements.ts'
import { type CommonCounts, type CountedContent, countCommon } from './sums/counts-in-sum.ts'
import { passesThrough } from './sums/passes-through.ts'
import type { WholeBankStatement } from './whole-bank-statement.ts'

/** A bank entry of a bank statement, as far as it is compared with those of another one. */
export type ComparedEntry = {
  readonly entry_id: string
  readonly content: string
  readonly day: string | null
  /** Nothing where it is only announced. */
  readonly signed_minor: bigint
}

/** Two bank statements: the bank entries that both have for certain, and what only one of them has so far. */
export type ComparedStatements<Entry extends ComparedEntry> = {
  readonly statements: readonly [WholeBankStatement, WholeBankStatement]
  readonly shared: readonly Entry[]
  readonly rests: readonly [readonly Entry[], readonly Entry[]]
  /** Equal bank entries of the rests that may be one: each at most once. */
  readonly suspects: readonly (readonly [Entry, Entry])[]
}

/**
 * Which of the suspects are one, where the statements are, or where the balances allow one answer only: the bank entries between the balance with which one
 * statement begins and the one with which the other ends, or all of a statement whose balances the longer one passes through.
 *
 * @param mayBeApart whether known bank statements have a place where one of them may be apart from the other
 * @returns null where the balances allow several answers, or none
 */
export function proveOverlap<Entry extends ComparedEntry>(
  compared: ComparedStatements<Entry>,
  mayBeApart: () => boolean,
): readonly (readonly [Entry, Entry])[] | null {
  const [a, b] = compared.statements
  const likeness = likenessOf(a, b)
  if (likeness === 'doubtful') return null
  // Bookings of one that may not be those of the other show that something else is in doubt.
  if (likeness !== null) return compared.rests[0].length > compared.suspects.length ? null : compared.suspects
  if (!mayOverlap(a, b)) return null
  const { parts, sequels } = answersOf(compared)
  const answers = [...parts, ...sequels]
  const [only] = new Set(answers.map(nameOf))
  if (only === undefined || only === 'many' || answers.some((counts) => nameOf(counts) !== only)) return null
  const counts = answers[0] as ReadonlyMap<string, number>
  const common = [...byContent(compared).values()].flatMap(({ content, pairs }) =>
    pairs.slice(0, counts.get(content) ?? 0),
  )
  // What both have for certain shows that they are not apart.
  if (common.length > 0 && compared.shared.length === 0 && mayBeApart()) return null
  const moved = sumOf(compared.shared) + sumOf(common.map(([entry]) => entry))
  const isStill = moved === 0n && (common.length > 0 || compared.shared.length > 0)
  return isStill && !isSurrounded(a, b) && !isSurrounded(b, a) ? null : common
}

/** The suspects, where the references of the bank say that all of them are one, and the balances allow it. */
export function commonByReferences<Entry extends ComparedEntry & { readonly references: BankReferences }>(
  compared: ComparedStatements<Entry>,
): ComparedStatements<Entry>['suspects'] | null {
  const { suspects } = compared
  const areSame = suspects.every(([a, b]) => compareReferences(a.references, b.references) === 'same')
  return suspects.length > 0 && areSame && mayBeCommon(compared) ? suspects : null
}

/**
 * Of bank statements of which one ends with the balance with which the other one begins. What they have in common lies between the
 * beginning of one and the end of the other, or is all of one whose balances the other one passes through.
 */
function mayBeCommon<Entry extends ComparedEntry>(compared: ComparedStatements<Entry>): boolean {
  const [a, b] = compared.statements
  if (!a.holds || !b.holds || !haveTouchingBalances(a, b) || !periodsMeet(a, b)) return false
  const common_minor = sumOf(compared.shared) + sumOf(compared.suspects.map(([entry]) => entry))
  const isBetween = ([earlier, later]: ComparedStatements<Entry>['statements']) =>
    mayFollow(earlier, later) && (earlier.closing_minor ?? 0n) - (later.opening_minor ?? 0n) === common_minor
  return [compared, swap(compared)].some((one) => isBetween(one.statements) || countsOfPart(one) instanceof Map)
}

/** Counts of what is one, in each way in which the balances allow two statements to be to each other. */
export function answersOf<Entry extends ComparedEntry>(compared: ComparedStatements<Entry>): OverlapAnswers {
  const both = [compared, swap(compared)]
  const isAnswer = (counts: CommonCounts) => counts !== 'none'
  return { parts: both.map(countsOfPart).filter(isAnswer), sequels: both.map(countsOfSequel).filter(isAnswer) }
}

/** One is a part of the other, or one begins where the other has not ended. */
type OverlapAnswers = { readonly parts: readonly CommonCounts[]; readonly sequels: readonly CommonCounts[] }

export function mayOverlap(a: WholeBankStatement, b: WholeBankStatement): boolean {
  return (
    a.holds &&
    b.holds &&
    a.currency === b.currency &&
    periodsMeet(a, b) &&
    // One that may follow the other need not share anything with it.
    (!haveTouchingBalances(a, b) || beginsAtEnd(a, b) || beginsAtEnd(b, a)) &&
    !mayHaveOthersBetween(a, b)
  )
}

/** Where the first statement is a part of the second one, they share all that it has. */
function countsOfPart<Entry extends ComparedEntry>(compared: ComparedStatements<Entry>): CommonCounts {
  const { statements, shared, rests, suspects } = compared
  const [part, longer] = statements
  const [days] = daysOfBoth(part, longer)
  if (!days || !isWithin(part, longer) || suspects.length < rests[0].length) return 'none'
  const same = new Set(suspects.map(([, entry]) => entry))
  const outside = rests[1].filter((entry) => !same.has(entry))
  const wanted_minor = (part.opening_minor ?? 0n) - (longer.opening_minor ?? 0n)
  const passing = passesThrough(days, [...shared, ...rests[0]], outside, wanted_minor)
  if (passing !== 'yes') return passing === 'no' ? 'none' : 'many'
  return new Map([...byContent(compared).values()].map(({ content, pairs }) => [content, pairs.length]))
}

/** Where the second statement begins within the first one, they share what is between its opening and the other's end. */
function countsOfSequel<Entry extends ComparedEntry>(compared: ComparedStatements<Entry>): CommonCounts {
  const { statements, shared, rests } = compared
  const [earlier, later] = statements
  const [before, behind] = daysOfBoth(earlier, later)
  if (!before || !behind || !mayFollow(earlier, later)) return 'none'
  const isNeeded = [
    ({ day }: Entry) => day !== null && day > behind.from,
    ({ day }: Entry) => day !== null && day < before.to,
  ]
  const groups = byContent(compared)
  const needed = rests.map((rest, side) => Map.groupBy(rest.filter(isNeeded[side] as () => boolean), contentOf))
  if (needed.some((contents) => [...contents.keys()].some((content) => !groups.has(content)))) return 'none'
  const contents = [...groups.values()].map(({ content, pairs }): CountedContent => {
    const least = Math.max(...needed.map((entries) => entries.get(content)?.length ?? 0))
    return { content, signed_minor: pairs[0]?.[0].signed_minor ?? 0n, least, most: pairs.length }
  })
  return countCommon((earlier.closing_minor ?? 0n) - (later.opening_minor ?? 0n) - sumOf(shared), contents)
}

type Group<Entry> = { readonly content: string; readonly pairs: (readonly [Entry, Entry])[] }

function byContent<Entry extends ComparedEntry>({ suspects }: ComparedStatements<Entry>): Map<string, Group<Entry>> {
  const pairs = Map.groupBy(suspects, ([{ content }]) => content)
  return new Map([...pairs].map(([content, some]) => [content, { content, pairs: some }]))
}

function swap<Entry extends ComparedEntry>(compared: ComparedStatements<Entry>): ComparedStatements<Entry> {
  const { statements, rests, suspects } = compared
  return {
    ...compared,
    statements: [statements[1], statements[0]],
    rests: [rests[1], rests[0]],
    suspects: suspects.map(([a, b]) => [b, a] as const),
  }
}

function nameOf(counts: CommonCounts): string {
  if (typeof counts === 'string') return counts
  return JSON.stringify([...counts].filter(([, count]) => count > 0).sort())
}

function contentOf({ content }: ComparedEntry): string {
  return content
}

function sumOf(entries: readonly ComparedEntry[]): bigint {
  return entries.reduce((sum, { signed_minor }) => sum + signed_minor, 0n)
}
