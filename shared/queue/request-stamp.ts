import type { PgBoss } from 'pg-boss'
import type { Config } from '../process/config.ts'
import type { Tx } from '../store/db/database.ts'
import { enqueue } from './enqueue.ts'

/** Has the ledgers stamped, where there is an authority. */
export async function requestStamp(tx: Tx, boss: PgBoss, { timestamp_url }: Pick<Config, 'timestamp_url'>) {
  if (timestamp_url === null) return
  await enqueue(tx, boss, 'ledger.stamp', [{ data: {}, options: { singletonKey: 'all' } }])
}
