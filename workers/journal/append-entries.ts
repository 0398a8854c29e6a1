import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NewJournalEntry } from '../../shared/accounting/journal/canonical-entry.ts'
import type { NewFiscalYear } from '../../shared/accounting/setup/fiscal-years.ts'
import type { Pause } from '../../shared/process/pause.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { chainEntries, journalInsert } from '../../shared/store/journal/append-journal-entries.ts'
import type { LedgerHead } from '../../shared/store/journal/ledger-heads.ts'
import { insertFiscalYears } from '../../shared/store/setup/fiscal-years.ts'

/** Entries, and the fiscal years that they are the first to need. */
export type NewEntries = { readonly entries: readonly NewJournalEntry[]; readonly new_years: readonly NewFiscalYear[] }

/** The numbers of entries by the id of their source. */
export type EntryNumbers = ReadonlyMap<string, bigint>

type Next<Result> = IteratorResult<NewEntries, Result>
type Slices<Result> = { next(numbers: EntryNumbers): Next<Result> | Promise<Next<Result>> }

/** The numbers, and the value that the slices returned at their end. */
type Appended<Result> = {
  readonly numbers: EntryNumbers
  readonly result: Result
  /** The heads of the ledgers after the entries, without their new turnover. */
  readonly heads: readonly LedgerHead[]
}

/**
 * Appends entries to their ledgers, whose heads the caller has locked, in order. While PostgreSQL writes
 * one slice of them, the next is decided, numbered, hashed and written out.
 *
 * @param slices made when they are asked for, with the numbers of those before; their result is made while PostgreSQL
 *   writes the last one
 * @param before a query that PostgreSQL has to finish first: it does so while the first slice is made
 * @param pause between two parts of a slice
 */
export async function appendEntries<Result>(
  tx: Tx,
  heads: readonly LedgerHead[],
  slices: Slices<Result>,
  before: Promise<void> = Promise.resolve(),
  pause: Pause = async () => {},
): Promise<Appended<Result>> {
  const ledgers = new Map(heads.map((head) => [head.end_customer_id, head]))
  const numbers = new Map<string, bigint>()
  let written = before
  written.catch(() => {}) // it is awaited when the first slice is ready
  try {
    await nextTurn() // the query that was sent leaves before the first slice keeps the thread busy
    let slice = await slices.next(numbers)
    for (; !slice.done; slice = await slices.next(numbers)) {
      const { entries, new_years } = slice.value
      const chained = await chainSlice(ledgers, entries, pause)
      for (const { source_id, entry_number } of chained) numbers.set(source_id, entry_number)
      const insert = chained.length > 0 ? journalInsert(chained) : null
      await written
      written = write(tx, new_years, insert)
      written.catch(() => {})
      await nextTurn()
    }
    await written
    return { numbers, result: slice.value, heads: [...ledgers.values()] }
  } finally {
    await written.catch(() => {})
  }
}

async function write(
  tx: Tx,
  new_years: readonly NewFiscalYear[],
  insert: ReturnType<typeof journalInsert> | null,
): Promise<void> {
  await insertFiscalYears(tx, new_years)
  if (insert) await tx.query(insert)
}

/** Numbers and hashes the entries of a slice, and advances the heads of their ledgers. */
async function chainSlice(ledgers: Map<string, LedgerHead>, entries: readonly NewJournalEntry[], pause: Pause) {
  const chained: ReturnType<typeof chainEntries> = []
  for (const entry of entries) {
    const { end_customer_id } = entry
    const head = ledgers.get(end_customer_id)
    assert(head, `the ledger of ${end_customer_id} is not held`)
    for (const last of chainEntries(head, [entry])) {
      chained.push(last)
      const { entry_number: last_entry_number, entry_hash: last_entry_hash } = last
      ledgers.set(end_customer_id, { ...head, last_entry_number, last_entry_hash })
    }
    await pause()
  }
  return chained
}
