import { hashOfBankEntry } from '../../shared/camt053/bank-entry/canonical-bank-entry.ts'
import { createRepeatDecider, type Equals, type RepeatDecision } from '../../shared/camt053/repeats/decide-repeats.ts'
import type { StatementRelations } from '../../shared/camt053/repeats/statement-relations.ts'
import { inTurns } from '../../shared/process/in-turns.ts'
import type { ImportRow } from '../../shared/store/bank/camt053-imports.ts'
import {
  insertBankEntries,
  insertBankEntryPlaces,
  type NewBankEntry,
  type ReadBankEntry,
} from '../../shared/store/bank/insert-bank-entries.ts'
import { hasOlderBankEntries, MOST_EQUALS } from '../../shared/store/bank/repeats/equal-bank-entries.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findEquals } from './find-equals.ts'

/** So many equal bank entries of one content are not read again for every batch. */
const MANY = 100

/** Saves bank entries, each once: links those that are known and keeps the others. */
export type SaveBankEntries = (batch: readonly ReadBankEntry[]) => Promise<readonly NewBankEntry[]>

/** @returns a function that returns the new ones of a batch; batches come in the order of the file */
export async function prepareToSave(
  tx: Tx,
  received: ImportRow,
  relations: StatementRelations,
): Promise<SaveBankEntries> {
  const { end_customer_id, import_id } = received
  const decide = createRepeatDecider(relations)
  const hasOlder = await hasOlderBankEntries(tx, end_customer_id)
  let takenUpTo = new Map<string, number>()
  let statement_number = 0
  const saveBatch: SaveBankEntries = async (batch) => {
    if (batch[0]?.statement_number !== statement_number) takenUpTo = new Map()
    statement_number = batch.at(-1)?.statement_number ?? statement_number
    const equals = await findEquals(tx, end_customer_id, batch, takenUpTo, hasOlder)
    const incoming = batch.map(({ entry_id, statement_number: number, first_hash, bank_references }) => {
      return { entry_id, statement_key: `${import_id}:${number}`, first_hash, references: bank_references }
    })
    const decisions = await inTurns(decide(incoming, equals))
    const created = batch.flatMap((read) => newBankEntryOf(read, decisions.get(read.entry_id)))
    await insertBankEntries(tx, received, created)
    await insertBankEntryPlaces(
      tx,
      received,
      batch.map((read) => placeOf(read, decisions.get(read.entry_id))),
    )
    const key = `${import_id}:${statement_number}`
    for (const [first_hash, { kept, hasMore }] of equals) {
      if (kept.length >= MANY)
        takenUpTo.set(first_hash, Math.max(takenUpTo.get(first_hash) ?? 0, takenOf(kept, hasMore, key)))
    }
    return created
  }
  return async (batch) => {
    const created: NewBankEntry[] = []
    // What a bank statement has already is known for the one that goes on from the batch before.
    for (const part of takenUpTo.size > 0 ? partsOf(batch, statement_number) : [batch])
      created.push(...(await saveBatch(part)))
    return created
  }
}

function partsOf(batch: readonly ReadBankEntry[], statement_number: number): (readonly ReadBankEntry[])[] {
  const end = batch.findIndex((read) => read.statement_number !== statement_number)
  return end < 0 ? [batch] : [batch.slice(0, end), batch.slice(end)].filter((part) => part.length > 0)
}

function newBankEntryOf(read: ReadBankEntry, decision: RepeatDecision | undefined): NewBankEntry[] {
  if (decision?.kind !== 'new') return []
  const { occurrence, possible_repeat_of } = decision
  const { bank_account, bank_entry, first_hash } = read
  const canonical_entry_hash = occurrence === 1 ? first_hash : hashOfBankEntry(bank_account, bank_entry, occurrence)
  return [{ ...read, canonical_entry_hash, occurrence, possible_repeat_of }]
}

function placeOf(read: ReadBankEntry, decision: RepeatDecision | undefined): ReadBankEntry {
  return decision?.kind === 'repeat' ? { ...read, entry_id: decision.entry_id } : read
}

/** The occurrence up to which a bank statement has all of them. Behind those that were read there may be others. */
function takenOf(kept: Equals['kept'], hasMore: boolean, statement_key: string): number {
  const read = hasMore ? kept.slice(0, MOST_EQUALS) : kept
  const at = read.findIndex(({ statement_keys }) => !statement_keys.includes(statement_key))
  return (at < 0 ? read.at(-1) : read[at - 1])?.occurrence ?? 0
}
