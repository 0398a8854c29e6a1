import type { Pool, Tx } from '../store/db/database.ts'
import { LEFT_BEHIND } from '../store/import/copied-tables.ts'
import { insertTexts } from '../store/import/insert-texts.ts'
import { loadEntries, loadRowsPastGuards } from '../store/import/scratch-rows.ts'

/** Sent to the database at once, in characters. */
const PIECE = 1_000_000

const ROW = /^\{"record":"row","table":"(\w+)","row":(.*)\}$/
/** Its first and its last line. */
const FRAME = /^\{"record":"(?:export|end)",/
const ENTRY = /^\{"record":"journal_entry","entry":(.*)\}$/

/** Loads the rows of an export into an empty database that has the tables of its release. */
export async function loadExport(pool: Pool, lines: AsyncIterable<string>): Promise<void> {
  await pool.transaction(async (tx) => {
    await loadRowsPastGuards(tx)
    for await (const { table, texts } of pieces(lines)) await load(tx, table, texts)
  })
}

const ENTRIES = 'journal_entries'

function load(tx: Tx, table: string, texts: readonly string[]): Promise<void> {
  return table === ENTRIES ? loadEntries(tx, texts) : insertTexts(tx, table, texts)
}

type Piece = { readonly table: string; readonly texts: readonly string[] }

/** Lines of one table that follow each other. */
async function* pieces(lines: AsyncIterable<string>): AsyncGenerator<Piece> {
  let [table, texts, size] = ['', [] as string[], 0]
  for await (const line of lines) {
    const [name, text] = rowOf(line)
    if (text === null || LEFT_BEHIND.includes(name)) continue
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
  if (entry === null && !FRAME.test(line)) throw new Error('A line of the file is not written as an export writes it.')
  return [ENTRIES, entry]
}
