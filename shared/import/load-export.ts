import { tablesExportedAs } from '../store/databases/table-rules.ts'
import type { Pool, Tx } from '../store/db/database.ts'
import { insertTexts, isUnreadable } from '../store/import/insert-texts.ts'
import { listTablesOfExport, loadEntries, loadRowsPastGuards } from '../store/import/scratch-rows.ts'

/** Sent to the database at once, in characters. */
const PIECE = 1_000_000

const ROW = /^\{"record":"row","table":"(\w+)","row":(\{.*\})\}$/
/** Its first and its last line. */
const FRAME = /^\{"record":"(?:export|end)",/
const ENTRY = /^\{"record":"journal_entry","entry":(\{.*\})\}$/

/** Releases before ledger databases export all that has an end customer, if the database has them: also answers to requests, and moves. */
const OF_RELEASES_BEFORE = ['idempotency_records', 'placements', 'moves', 'fences', 'fence_marks']
const NOT_LOADED = [...tablesExportedAs('left behind'), ...OF_RELEASES_BEFORE]

/** Loads the rows of an export into an empty database that has the tables of its release. */
export async function loadExport(pool: Pool, lines: AsyncIterable<string>): Promise<void> {
  await pool.transaction(async (tx) => {
    const tables = await listTablesOfExport(tx)
    await loadRowsPastGuards(tx)
    for await (const { table, texts } of pieces(lines)) {
      if (NOT_LOADED.includes(table)) continue
      if (table !== ENTRIES && !tables.includes(table)) throw unknownTable(table)
      await load(tx, table, texts)
    }
  })
}

/** Not the name of their table: an export has no rows of it. */
const ENTRIES = 'entries'

async function load(tx: Tx, table: string, texts: readonly string[]): Promise<void> {
  try {
    await (table === ENTRIES ? loadEntries(tx, texts) : insertTexts(tx, table, texts))
  } catch (error) {
    throw isUnreadable(error) ? notAsExported() : error
  }
}

function unknownTable(table: string): Error {
  return new Error(`The file has rows of ${table}, which its release does not export. Nothing was imported.`)
}

type Piece = { readonly table: string; readonly texts: readonly string[] }

/** Lines of one table that follow each other. */
async function* pieces(lines: AsyncIterable<string>): AsyncGenerator<Piece> {
  let [table, texts, size] = ['', [] as string[], 0]
  for await (const line of lines) {
    const [name, text] = rowOf(line)
    if (text === null) continue
    if (name !== table || size > PIECE) {
      if (texts.length > 0) yield { table, texts }
      ;[table, texts, size] = [name, [], 0]
    }
    texts.push(text)
    size += text.length
  }
  if (texts.length > 0) yield { table, texts }
}

function rowOf(line: string): [table: string, text: string | null] {
  const [, table, row] = ROW.exec(line) ?? []
  if (table && row) return [table, row]
  const entry = ENTRY.exec(line)?.[1] ?? null
  if (entry === null && !FRAME.test(line)) throw notAsExported()
  return [ENTRIES, entry]
}

function notAsExported(): Error {
  return new Error('A line of the file is not written as an export writes it.')
}
