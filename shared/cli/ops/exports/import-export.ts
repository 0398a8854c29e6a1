import type { Deps } from '../../../deps/deps.ts'
import { importLedger } from '../../../import/import-ledger.ts'
import { readTrusted } from '../../../proof/tokens/read-trusted.ts'
import { queueWhatFollows } from '../../../queue/undecided/queue-work.ts'
import { linesOfExport } from '../../../verify/lines-of-export.ts'
import { checksTokens } from '../../../verify/verify-stamps.ts'
import { warnOfStamps } from '../warn-of-stamps.ts'

/** Reads a file that `export` has written into this database, together with the jobs for what waits in it. */
export async function importExport({ config, boss }: Deps, file: string, { json }: { json?: boolean }): Promise<void> {
  const owner_url = config.migration_database_url ?? config.database_url
  if (owner_url === null) throw new Error('DATABASE_URL is not set')
  const trusted = await readTrusted(config.timestamp_ca_file)
  const { stamped_entries, ...imported } = await importLedger(owner_url, () => linesOfExport(file), {
    checkToken: checksTokens(trusted),
    addToCopy: (tx, end_customer_id) => queueWhatFollows(tx, boss, end_customer_id),
    // Standard output is for the answer.
    say: (line) => console.error(line),
  })
  if (json) console.log(JSON.stringify(imported))
  else console.log(`${imported.entries} entries of ${imported.end_customer_id} are imported; what waited is queued`)
  if (stamped_entries > 0) warnOfStamps(trusted)
}
