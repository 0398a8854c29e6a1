import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tx } from '../../shared/store/db/database.ts'
import { chainEntries, journalInsert, type NewJournalEntry } from '../../shared/store/journal/append-journal-entries.ts'
import type { LedgerHead } from '../../shared/store/journal/ledger-heads.ts'
import { insertFiscalYears, type NewFiscalYear } from '../../shared/store/setup/fiscal-years.ts'

/** Entries, and the fiscal years that they are the first to need. */
export type NewBookings = { readonly entries: readonly NewJournalEntry[]; readonly new_years: readonly NewFiscalYear[] }

/**
 * Appends entries to their ledgers, whose heads the caller holds locked, in the order given. While PostgreSQL writes
 * one slice of them, the next is decided, numbered, hashed and written out.
 *
 * @param slices made when they are asked for
 * @param before what PostgreSQL has to do first: it does so while the first slice is made
 * @returns the numbers by the id of what was booked
 */
export async function appendEntries(
  tx: Tx,
  heads: readonly LedgerHead[],
  slices: Iterable<NewBookings>,
  before: Promise<void> = Promise.resolve(),
): Promise<ReadonlyMap<string, bigint>> {
  const ledgers = new Map(heads.map((head) => [head.end_customer_id, head]))
  const numbers = new Map<string, bigint>()
  let written = before
  written.catch(() => {}) // it is awaited when the first slice is ready
  try {
    await nextTurn() // what is sent leaves before the first slice keeps the thread busy
    for (const { entries, new_years } of slices) {
      const chained = chainSlice(ledgers, entries)
      for (const { source_id, entry_number } of chained) numbers.set(source_id, entry_number)
      const statement = chained.length > 0 ? journalInsert(chained) : null
      await written
      written = write(tx, new_years, statement)
      written.catch(() => {})
      await nextTurn()
    }
    await written
    return numbers
  } finally {
    await written.catch(() => {})
  }
}

async function write(
  tx: Tx,
  new_years: readonly NewFiscalYear[],
  statement: ReturnType<typeof journalInsert> | null,
): Promise<void> {
  await insertFiscalYears(tx, new_years)
  if (statement) await tx.query(statement)
}

const FIRST_SLICE = 100

/** A short slice first, so that PostgreSQL has something to do soon; then longer ones, because each has its cost. */
export function* growingSlices<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  let from = 0
  for (let size = FIRST_SLICE; from < items.length; size *= 2) {
    yield items.slice(from, from + size)
    from += size
  }
}

/** Moves the heads along. */
function chainSlice(ledgers: Map<string, LedgerHead>, entries: readonly NewJournalEntry[]) {
  return [...Map.groupBy(entries, ({ end_customer_id }) => end_customer_id)].flatMap(([end_customer_id, own]) => {
    const head = ledgers.get(end_customer_id)
    assert(head, `the ledger of ${end_customer_id} is not held`)
    const chained = chainEntries(head, own)
    const last = chained.at(-1)
    if (last)
      ledgers.set(end_customer_id, { ...head, last_entry_number: last.entry_number, last_entry_hash: last.entry_hash })
    return chained
  })
}
