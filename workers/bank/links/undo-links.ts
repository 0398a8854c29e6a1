import { hashOfBankEntry } from '../../../shared/camt053/bank-entry/canonical-bank-entry.ts'
import { compareReferences } from '../../../shared/camt053/repeats/bank-references.ts'
import type { DisputedPlace, LinkedPlace } from '../../../shared/camt053/repeats/links/disputed-links.ts'
import type { StatementRelations } from '../../../shared/camt053/repeats/statement-relations.ts'
import type { ImportRow } from '../../../shared/store/bank/camt053-imports.ts'
import { insertBankEntries, type ReadBankEntry } from '../../../shared/store/bank/insert-bank-entries.ts'
import { findLastOccurrences } from '../../../shared/store/bank/repeats/equal-bank-entries.ts'
import { movePlaces } from '../../../shared/store/bank/repeats/linked-entries.ts'
import { endDecision, findFollowers, giveBackPlaces } from '../../../shared/store/bank/repeats/repeat-decisions.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { readPlacesAgain } from '../read-places-again.ts'
import { type DisputedEntry, findDisputes } from './find-disputes.ts'
import { notesOnPlaces, notesOnRoom } from './links-in-words.ts'

const DISPROVED = {
  reason: 'A bank statement that came later shows that it may be another booking.',
  taken_back_by: null,
}

/**
 * Undoes links that nobody would make any more: what was linked becomes a possible repeat, and what is known by now decides about it
 * like about any other. Without this the order in which bank statements come would decide what is kept of them.
 *
 * @returns bank entries that have changed, and in words what was not looked at
 */
export async function undoLinks(
  tx: Tx,
  { end_customer_id, import_id, statements }: Pick<ImportRow, 'end_customer_id' | 'import_id' | 'statements'>,
  relations: StatementRelations,
): Promise<{ readonly changed: string[]; readonly notes: readonly string[] }> {
  const incoming = statements.map((_, number) => `${import_id}:${number}`)
  const { disputed, unlooked, unread } = await findDisputes(tx, end_customer_id, incoming, relations)
  const notes = notesOnRoom(unlooked, unread)
  if (disputed.length === 0) return { changed: [], notes }
  const changed: string[] = []
  for (const { entry, dispute } of disputed) {
    for (const repeat of dispute.repeats) await takeRepeatBack(tx, end_customer_id, repeat, dispute, entry)
    if (dispute.repeats.length > 0) changed.push(entry.entry_id, ...dispute.repeats)
  }
  await movePlaces(
    tx,
    end_customer_id,
    disputed.flatMap(({ dispute }) => dispute.moved),
  )
  const kept = await keepGroups(tx, end_customer_id, disputed)
  return { changed: [...changed, ...kept.changed], notes: [...notes, ...notesOnPlaces(kept.unread)] }
}

/** What followed a repeat goes with it, unless it is taken back as well: then it has its own places again. */
async function takeRepeatBack(
  tx: Tx,
  end_customer_id: string,
  entry_id: string,
  { repeats }: DisputedEntry['dispute'],
  { entry_id: original_id, places }: DisputedEntry['entry'],
): Promise<void> {
  const followers = (await findFollowers(tx, end_customer_id, entry_id)).filter((id) => !repeats.includes(id))
  const [brought] = places.filter(({ brought_entry_id }) => brought_entry_id === entry_id)
  await endDecision(tx, end_customer_id, entry_id, DISPROVED)
  await giveBackPlaces(tx, end_customer_id, { entry_id, original_id, import_id: brought?.import_id ?? '', followers })
}

/** Keeps what was linked as bank entries of its own; they are read from the files that have them. */
async function keepGroups(tx: Tx, end_customer_id: string, disputed: readonly DisputedEntry[]) {
  const groups = disputed.flatMap(({ entry, dispute }) => dispute.groups.map((places) => ({ entry, places })))
  if (groups.length === 0) return { changed: [], unread: [] }
  const read = await readPlacesAgain(
    tx,
    end_customer_id,
    groups.flatMap(({ places }) => places),
  )
  const occurrences = new Map<string, number>()
  for (const { first_hash, occurrence } of await findLastOccurrences(tx, end_customer_id, hashesOf(read)))
    occurrences.set(first_hash, occurrence)
  const changed: string[] = []
  const kept: { import_id: string; created: Parameters<typeof insertBankEntries>[2][number] }[] = []
  const moved: Parameters<typeof movePlaces>[2][number][] = []
  const unread = groups.flatMap(({ places }) => places).filter((place) => !read.has(nameOf(place)))
  for (const { entry, places } of groups) {
    const others = places.flatMap((place) => otherOf(place, read.get(nameOf(place)), entry))
    const [first] = others
    if (!first) continue
    const { first_hash, bank_account, bank_entry, entry_id } = first.read
    const occurrence = (occurrences.get(first_hash) ?? 0) + 1
    occurrences.set(first_hash, occurrence)
    const canonical_entry_hash = hashOfBankEntry(bank_account, bank_entry, occurrence)
    const created = { ...first.read, occurrence, canonical_entry_hash, possible_repeat_of: entry.entry_id }
    kept.push({ import_id: first.place.import_id, created })
    moved.push(...others.map(({ place }) => ({ place, entry_id })))
    changed.push(entry.entry_id, entry_id)
  }
  for (const [import_id, some] of Map.groupBy(kept, (one) => one.import_id)) {
    const created = some.map((one) => one.created)
    await insertBankEntries(tx, { end_customer_id, import_id }, created)
  }
  await movePlaces(tx, end_customer_id, moved)
  return { changed, unread }
}

/** A place of another bank entry; where nothing but a doubt speaks against it, one reference of the bank makes it the same. */
function otherOf(place: DisputedPlace, read: ReadBankEntry | undefined, { bank_references }: DisputedEntry['entry']) {
  if (!read) return []
  const isSame = compareReferences(read.bank_references, bank_references ?? []) === 'same'
  return place.weight === 'doubtful' && isSame ? [] : [{ place, read }]
}

function hashesOf(read: ReadonlyMap<string, ReadBankEntry>): string[] {
  return [...new Set([...read.values()].map(({ first_hash }) => first_hash))]
}

function nameOf({ import_id, statement_number, position }: LinkedPlace): string {
  return `${import_id}:${statement_number}:${position}`
}
