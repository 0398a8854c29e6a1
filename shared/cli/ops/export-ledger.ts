import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Deps } from '../../deps/deps.ts'
import { nowAsTimestamp } from '../../process/clock.ts'
import type { Tx } from '../../store/db/database.ts'
import { countMigrations } from '../../store/import/copied-tables.ts'
import { useSnapshotIsolation } from '../../store/statements/ledger-snapshot.ts'
import { listCustomerTables, readRowTexts, STAMPS_TABLE } from '../../store/verify/export.ts'
import { findLedgerHead, listLedgers, readJournal } from '../../store/verify/journal.ts'
import { type ExportRecord, journalEntryAsText } from '../../verify/export-records.ts'

type ExportOptions = { endCustomer: string; file: string; json?: boolean }

/** Writes everything of one end customer, as it is at one moment, to a new file that `verify-export` can check. */
export async function exportLedger(deps: Deps, { endCustomer, file, json }: ExportOptions): Promise<void> {
  await writeExport(deps, endCustomer, file)
  const text = `${file} has everything of ${endCustomer}; check it with: ops verify-export ${file}`
  console.log(json ? JSON.stringify({ file, end_customer_id: endCustomer }) : text)
}

/** @param more goes into the header */
export async function writeExport(
  { pool }: Pick<Deps, 'pool'>,
  endCustomer: string,
  file: string,
  more: { readonly pages_sha256?: string } = {},
): Promise<void> {
  const [ledger] = await listLedgers(pool, endCustomer)
  if (!ledger) throw new Error(`There is no end customer ${endCustomer}.`)
  const target = createWriteStream(file, { flags: 'wx' })
  await new Promise<void>((resolve, reject) => {
    target.once('open', () => resolve())
    target.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(error.code === 'EEXIST' ? `${file} exists already; name a new file.` : error.message)),
    )
  })
  try {
    await pool.transaction(async (tx) => {
      await useSnapshotIsolation(tx)
      await pipeline(Readable.from(sealed(linesOf(tx, ledger.end_customer_id, more))), createGzip(), target)
    })
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

async function* linesOf(tx: Tx, end_customer_id: string, more: { pages_sha256?: string }): AsyncGenerator<string> {
  const { last_entry_number, last_entry_hash } = await findLedgerHead(tx, end_customer_id)
  const header: ExportRecord = {
    record: 'export',
    format: 1,
    end_customer_id,
    exported_at: nowAsTimestamp(),
    schema: await countMigrations(tx),
    last_entry_number: String(last_entry_number),
    last_entry_hash,
    ...more,
  }
  yield JSON.stringify(header)
  for (const table of [...(await listCustomerTables(tx)), STAMPS_TABLE]) {
    for await (const text of readRowTexts(tx, table, end_customer_id))
      yield `{"record":"row","table":"${table}","row":${text}}`
  }
  for await (const journalEntry of readJournal(tx, end_customer_id))
    yield `{"record":"journal_entry","entry":${journalEntryAsText(journalEntry)}}`
}

/** Ends the lines with their number and hash, so that a part that is missing or was changed is noticed. */
async function* sealed(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let count = 0
  for await (const line of lines) {
    hash.update(`${line}\n`)
    count += 1
    yield `${line}\n`
  }
  const end: ExportRecord = { record: 'end', lines: count, sha256: hash.digest('hex') }
  yield `${JSON.stringify(end)}\n`
}
