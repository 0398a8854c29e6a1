import { type Weight, weighStatements } from '../decide-repeats.ts'
import type { StatementRelations } from '../statement-relations.ts'

/** A place in a bank statement that a bank entry has. */
export type LinkedPlace = {
  readonly import_id: string
  readonly statement_number: number
  readonly position: number
  /** The bank entry that was found to repeat this one; null where the place was linked when it was read. */
  readonly brought_entry_id: string | null
  /** A reviewer has decided it. */
  readonly is_reviewed: boolean
}

/** A bank entry that several bank statements have. */
export type LinkedEntry<Place extends LinkedPlace = LinkedPlace> = {
  readonly entry_id: string
  /** The one that brought it. */
  readonly import_id: string
  readonly places: readonly Place[]
}

export type DisputedPlace = LinkedPlace & { readonly weight: Weight }

/** What of a bank entry may be other ones. */
export type Dispute = {
  readonly entry_id: string
  /** Bank entries that bank statements have taken for repeats. */
  readonly repeats: readonly string[]
  /** Places that go with one of them. */
  readonly moved: readonly { readonly place: LinkedPlace; readonly entry_id: string }[]
  /** Places that were linked when they were read; those of one group are one bank entry. */
  readonly groups: readonly (readonly DisputedPlace[])[]
}

export type AreApart = (statement_key: string, other_key: string) => boolean
type FoundRepeat = { readonly entry_id: string; readonly keys: readonly string[] }

/**
 * Which places of a bank entry nobody would link any more by what is known now. What a reviewer has decided stays.
 *
 * @param mayBeApart whether known bank statements leave room for two that were found to overlap
 * @returns null where all of them would be linked again
 */
export function findDispute(entry: LinkedEntry, relations: StatementRelations, mayBeApart: AreApart): Dispute | null {
  const { own, linked, repeats: found } = partsOf(entry)
  const keys = own.map(keyOfPlace)
  const doubted: LinkedPlace[] = []
  for (const place of linked) {
    if (isDisputed(weighStatements(keyOfPlace(place), keys, relations))) doubted.push(place)
    else keys.push(keyOfPlace(place))
  }
  const areTwo: AreApart = (key, other) =>
    ['apart', 'doubtful'].includes(relations.between(key, other)) || mayBeApart(key, other)
  const repeats = found.filter((repeat) => repeat.keys.some((key) => keys.some((other) => areTwo(key, other))))
  const repeatOf = (place: LinkedPlace) =>
    repeats.find((repeat) => isLinked(weighStatements(keyOfPlace(place), repeat.keys, relations)))
  const moved: { place: LinkedPlace; entry_id: string }[] = []
  const groups: DisputedPlace[][] = []
  for (const place of linked) {
    const weight = weighStatements(keyOfPlace(place), without(keys, place), relations)
    const repeat = isLinked(weight) ? undefined : repeatOf(place)
    if (repeat) moved.push({ place, entry_id: repeat.entry_id })
    else if (doubted.includes(place) && isDisputed(weight)) addToGroup({ ...place, weight }, groups, relations)
  }
  if (repeats.length === 0 && groups.length === 0) return null
  return { entry_id: entry.entry_id, repeats: repeats.map(({ entry_id }) => entry_id), moved, groups }
}

/** The place with which a bank entry came, and those that a reviewer has given to it; what was linked; what bank statements have found. */
function partsOf({ import_id, places }: LinkedEntry) {
  const first = places.find((place) => place.brought_entry_id === null && place.import_id === import_id)
  const isOwn = (place: LinkedPlace) => place === first || place.is_reviewed
  const others = places.filter((place) => !isOwn(place))
  const found = Map.groupBy(
    others.filter((place) => place.brought_entry_id !== null),
    ({ brought_entry_id }) => brought_entry_id ?? '',
  )
  return {
    own: places.filter(isOwn),
    linked: others.filter((place) => place.brought_entry_id === null),
    repeats: [...found].map(([entry_id, some]): FoundRepeat => ({ entry_id, keys: some.map(keyOfPlace) })),
  }
}

function addToGroup(place: DisputedPlace, groups: DisputedPlace[][], relations: StatementRelations): void {
  const isOf = (group: readonly LinkedPlace[]) =>
    isLinked(weighStatements(keyOfPlace(place), group.map(keyOfPlace), relations))
  const group = groups.find(isOf)
  if (group) group.push(place)
  else groups.push([place])
}

function isDisputed(weight: Weight): boolean {
  return weight === 'taken' || weight === 'doubtful' || weight === 'touching'
}

function isLinked(weight: Weight): boolean {
  return weight === 'sure' || weight === 'likely'
}

function without(keys: readonly string[], place: LinkedPlace): readonly string[] {
  return keys.filter((key) => key !== keyOfPlace(place))
}

/** The bank statement, as its relations know it. */
export function keyOfPlace({ import_id, statement_number }: LinkedPlace): string {
  return `${import_id}:${statement_number}`
}
