import type { Deps } from '../../deps/deps.ts'
import { importLedger } from '../../import/import-ledger.ts'
import { WORK_KINDS } from '../../store/platform/undecided-work.ts'
import { linesOfExport } from '../../verify/lines-of-export.ts'
import { queueWork } from './requeue-work.ts'

/** Reads a file that `export` has written into this database, and queues what waits in it. */
export async function importExport(deps: Deps, file: string, { json }: { json?: boolean }): Promise<void> {
  const { database_url, migration_database_url } = deps.config
  const owner_url = migration_database_url ?? database_url
  if (owner_url === null) throw new Error('DATABASE_URL is not set')
  const imported = await importLedger(owner_url, () => linesOfExport(file))
  const { end_customer_id, entries } = imported
  for (const kind of WORK_KINDS) await queueWork(deps, kind, { endCustomer: end_customer_id })
  if (json) console.log(JSON.stringify(imported))
  else console.log(`${entries} entries of ${end_customer_id} are imported; what waited is queued`)
}
