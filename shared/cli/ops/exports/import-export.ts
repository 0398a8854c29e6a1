import type { Deps } from '../../../deps/deps.ts'
import { importLedger } from '../../../import/import-ledger.ts'
import { readTrusted } from '../../../proof/tokens/read-trusted.ts'
import { queueWhatFollows } from '../../../queue/undecided/queue-work.ts'
import { claimPlaces } from '../../../store/databases/places.ts'
import { HOME } from '../../../store/databases/registry.ts'
import { linesOfExport } from '../../../verify/lines-of-export.ts'
import { checksTokens } from '../../../verify/verify-stamps.ts'
import { inDatabase, knownDatabases, namedDatabase, requireTakesNew } from '../../each-database.ts'
import { type PrintOptions, printAnswer } from '../../print-table.ts'
import { warnOfStamps } from '../warn-of-stamps.ts'

type PlacedImport = PrintOptions & { readonly database?: string }

/**
 * Reads a file that `export` has written, together with the jobs for what waits in it, into the ledger database where its end customer has
 * a place, or gets one now.
 */
export async function importExport(deps: Deps, file: string, { database, ...options }: PlacedImport): Promise<void> {
  const known = await knownDatabases(deps)
  if (known.length < 2 && (database ?? HOME) === HOME) return importInto(deps, file, options)
  const target = namedDatabase(known, database ?? HOME)
  requireTakesNew(known, target.name)
  const end_customer_id = await endCustomerOf(file)
  const place = (await claimPlaces(deps.pool, new Map([[end_customer_id, target.name]]))).get(end_customer_id) ?? HOME
  if (place !== target.name && database !== undefined)
    throw new Error(`The end customer ${end_customer_id} has its place in "${place}" already.`)
  await inDatabase(deps, namedDatabase(known, place), (there) => importInto(there, file, options))
}

/** Of a file that is not whole nothing is imported later, so here its first line is enough. */
async function endCustomerOf(file: string): Promise<string> {
  for await (const line of linesOfExport(file)) {
    const id = /^\{"record":"export",.*?"end_customer_id":"([0-9a-f-]{36})"/.exec(line)?.[1]
    if (id) return id
    break
  }
  throw new Error(`${file} does not begin as an export does.`)
}

async function importInto({ config, boss }: Deps, file: string, options: PrintOptions): Promise<void> {
  const owner_url = config.migration_database_url ?? config.database_url
  if (owner_url === null) throw new Error('DATABASE_URL is not set')
  const trusted = await readTrusted(config.timestamp_ca_file)
  const { stamped_entries, ...imported } = await importLedger(owner_url, () => linesOfExport(file), {
    checkToken: checksTokens(trusted),
    addToCopy: (tx, end_customer_id) => queueWhatFollows(tx, boss, end_customer_id),
    // Standard output is for the answer.
    say: (line) => console.error(line),
  })
  const text = `${imported.entries} entries of ${imported.end_customer_id} are imported; what waited is queued`
  printAnswer(imported, text, options)
  if (stamped_entries > 0) warnOfStamps(trusted)
}
