import { type BankReferences, compareReferences } from './bank-references.ts'
import type { StatementRelation, StatementRelations } from './statement-relations.ts'

/** A bank entry of a bank statement that is read. */
export type IncomingBankEntry = {
  readonly entry_id: string
  readonly statement_key: string
  /** Its hash as the first of its kind. */
  readonly first_hash: string
  readonly references: BankReferences
}

/** A bank entry that is kept, with the bank statements that have it; more come while a file is read. */
type KeptEqual = {
  readonly entry_id: string
  readonly occurrence: number
  readonly references: BankReferences
  readonly statement_keys: string[]
  /** Nobody has decided yet whether it repeats another one. */
  readonly is_undecided: boolean
}

/** Bank entries of one content that are kept, in their order. */
export type Equals = {
  readonly kept: KeptEqual[]
  last_occurrence: number
  /** There are more than these. */
  readonly hasMore: boolean
}

export type RepeatDecision =
  | { readonly kind: 'repeat'; readonly entry_id: string }
  | { readonly kind: 'new'; readonly occurrence: number; readonly possible_repeat_of: string | null }

/**
 * Decides which bank entries of a bank statement are those that are kept already. Bank statements and references decide;
 * where neither does, the bank entry is kept as a possible repeat. Within a bank statement no two are one.
 */
export function createRepeatDecider(relations: StatementRelations) {
  /** By bank statement: what its possible repeats may repeat, so that two of them do not repeat the same one. */
  const suspected = new Map<string, Set<string>>()
  return function* (
    incoming: readonly IncomingBankEntry[],
    equals: ReadonlyMap<string, Equals>,
  ): Generator<void, Map<string, RepeatDecision>> {
    const decisions = new Map<string, RepeatDecision>()
    const groups = Map.groupBy(incoming, ({ statement_key, first_hash }) => `${statement_key} ${first_hash}`)
    // A group begins where its first bank entry stands, so bank statements follow each other as in the file.
    for (const group of groups.values()) {
      const [{ statement_key, first_hash }] = group as [IncomingBankEntry]
      const known = equals.get(first_hash)
      if (!known) throw new Error('every content has its equals')
      const taken = suspected.get(statement_key) ?? new Set()
      suspected.set(statement_key, taken)
      decideGroup(group, known, weigh(statement_key, known.kept, relations), taken, decisions)
      // A thousand equal ones may be kept, each in a hundred bank statements.
      yield
    }
    return decisions
  }
}

/**
 * `taken`: it is another bank entry. `sure`: the same again, whatever its references. `likely`: the same, unless its
 * references are different. `doubtful`: perhaps the same, although its references are different. `touching`: another one, unless the
 * balances allow that it is the same; references that several share do not show it.
 */
export type Weight = 'taken' | 'sure' | 'likely' | 'doubtful' | 'touching' | 'unknown'
type Related = { readonly relation: StatementRelation; readonly isVague: boolean }
type Weighed = { readonly kept: KeptEqual; readonly weight: Weight }

/** What the bank statements that have a bank entry say about one of a bank statement that has an equal one. */
export function weighStatements(
  statement_key: string,
  others: readonly string[],
  relations: StatementRelations,
): Weight {
  return weightOf(others.map((other) => relatedOf(statement_key, other, relations)))
}

function relatedOf(statement_key: string, other_key: string, relations: StatementRelations): Related {
  return {
    relation: relations.between(statement_key, other_key),
    isVague: relations.isVague(statement_key, other_key),
  }
}

function weigh(statement_key: string, kept: readonly KeptEqual[], relations: StatementRelations): Weighed[] {
  const cache = new Map<string, Related>()
  const relationTo = (key: string) => {
    const related = cache.get(key) ?? relatedOf(statement_key, key, relations)
    cache.set(key, related)
    return related
  }
  // What is in doubt may repeat another one of the same bank statement, so it is taken last.
  return kept
    .toSorted((a, b) => Number(a.is_undecided) - Number(b.is_undecided))
    .map((candidate) => ({ kept: candidate, weight: weightOf(candidate.statement_keys.map(relationTo)) }))
    .filter(({ weight }) => weight !== 'taken')
}

/** Where one of its bank statements is in doubt, another one that only looks alike does not take the doubt away. */
function weightOf(related: readonly Related[]): Weight {
  const isAny = (wanted: StatementRelation, some = related) => some.some(({ relation }) => relation === wanted)
  if (isAny('apart')) return 'taken'
  const telling = isAny('doubtful') ? related.filter(({ isVague }) => !isVague) : related
  if (isAny('repeat', telling)) return 'sure'
  if (isAny('overlap', telling)) return 'likely'
  if (isAny('touching')) return 'touching'
  return isAny('doubtful') ? 'doubtful' : 'unknown'
}

/** Bank entries with references choose first, so that one without does not take what is theirs. */
function decideGroup(
  group: readonly IncomingBankEntry[],
  known: Equals,
  open: Weighed[],
  taken: Set<string>,
  decisions: Map<string, RepeatDecision>,
): void {
  const link = (incoming: IncomingBankEntry, at: number) => {
    const [found] = open.splice(at, 1) as [Weighed]
    found.kept.statement_keys.push(incoming.statement_key)
    decisions.set(incoming.entry_id, { kind: 'repeat', entry_id: found.kept.entry_id })
  }
  for (const incoming of group) {
    const at = incoming.references.length === 0 ? -1 : findSame(incoming, open)
    if (at >= 0) link(incoming, at)
  }
  for (const incoming of group.filter(({ entry_id }) => !decisions.has(entry_id))) {
    const at = findLikely(incoming, open)
    if (at >= 0) link(incoming, at)
    else decisions.set(incoming.entry_id, keepNew(incoming, known, findPossible(incoming, known, open, taken)))
  }
}

function findSame({ references }: IncomingBankEntry, open: readonly Weighed[]): number {
  return open.findIndex(
    ({ kept, weight }) => weight !== 'touching' && compareReferences(references, kept.references) === 'same',
  )
}

function findLikely({ references }: IncomingBankEntry, open: readonly Weighed[]): number {
  const likely = open.findIndex(({ kept, weight }) => {
    return (weight === 'sure' || weight === 'likely') && compareReferences(references, kept.references) !== 'different'
  })
  return likely >= 0 ? likely : open.findIndex(({ weight }) => weight === 'sure')
}

function findPossible(
  { references, statement_key }: IncomingBankEntry,
  known: Equals,
  open: readonly Weighed[],
  taken: Set<string>,
): string | null {
  const left = open.filter(({ kept }) => !taken.has(kept.entry_id))
  const possible =
    left.find(({ kept }) => compareReferences(references, kept.references) !== 'different') ??
    left.find(({ weight }) => weight !== 'unknown' && weight !== 'touching')
  const entry_id = possible?.kept.entry_id ?? (known.hasMore ? lastOther(statement_key, known, left) : undefined)
  if (entry_id !== undefined) taken.add(entry_id)
  return entry_id ?? null
}

/** What stands for those that are not compared: it is none of the bank statement itself, as long as there is any other. */
function lastOther(statement_key: string, { kept }: Equals, left: readonly Weighed[]): string | undefined {
  const last = left.at(-1)?.kept ?? kept.findLast(({ statement_keys }) => !statement_keys.includes(statement_key))
  return (last ?? kept.at(-1))?.entry_id
}

function keepNew(incoming: IncomingBankEntry, known: Equals, possible_repeat_of: string | null): RepeatDecision {
  known.last_occurrence += 1
  const { entry_id, references, statement_key } = incoming
  const occurrence = known.last_occurrence
  const is_undecided = possible_repeat_of !== null
  known.kept.push({ entry_id, occurrence, references, statement_keys: [statement_key], is_undecided })
  return { kind: 'new', occurrence, possible_repeat_of }
}
