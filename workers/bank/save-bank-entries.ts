import { hashOfBankEntry } from '../../shared/camt053/bank-entry/canonical-bank-entry.ts'
import { createRepeatDecider, type Equals, type RepeatDecision } from '../../shared/camt053/repeats/decide-repeats.ts'
import type { StatementRelations } from '../../shared/camt053/repeats/statement-relations.ts'
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
    const decisions = decide(incoming, equals)
    const created = batch.flatMap((read) => newBankEntryOf(read, decisions.get(read.entry_id)))
    await insertBankEntries(tx, received, created)
    await insertBankEntryPlaces(
      tx,
      received,
      batch.map((read) => placeOf(read, decisions.get(read.entry_id))),
    )
    const key = `${import_id}:${statement_number}`
    for (const [first_hash, { kept, hasMore }] of equals) {
      if (hasMore) takenUpTo.set(first_hash, Math.max(takenUpTo.get(first_hash) ?? 0, takenOf(kept, key)))
    }
    return created
  }
  return async (batch) => {
    const created: NewBankEntry[] = []
    // What one bank statement has is known for that one only.
    for (const part of takenUpTo.size > 0 ? partsByStatement(batch) : [batch]) created.push(...(await saveBatch(part)))
    return created
  }
}

function partsByStatement(batch: readonly ReadBankEntry[]): Iterable<readonly ReadBankEntry[]> {
  return Map.groupBy(batch, ({ statement_number }) => statement_number).values()
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

/** The occurrence up to which a bank statement has all of them, of those that were read from the database. */
function takenOf(kept: Equals['kept'], statement_key: string): number {
  const read = kept.slice(0, MOST_EQUALS)
  const at = read.findIndex(({ statement_keys }) => !statement_keys.includes(statement_key))
  return (at < 0 ? read.at(-1) : read[at - 1])?.occurrence ?? 0
}
