import type { QueueName } from '../contract/platform/queue-names.ts'
import type { Tx } from '../store/db/database.ts'
import { bossDb } from './slonik-adapter.ts'

/**
 * Lets pg-boss insert into a queue of the policy `short`, and adds a part to its statement: the waiting jobs for which a
 * new one is left out are locked until the commit, and their ids returned with those of the new ones. A worker would run
 * such a job without what the transaction has written, and nobody would look at that again; fetching skips it meanwhile.
 * A job that has been fetched is not found, and does not keep the new one out: both look at its state as it is.
 */
export function holdingDb(tx: Tx, queue: QueueName) {
  const db = bossDb(tx)
  const held = `
    union all select id from (
      select id from pgboss.job
      where name = '${queue}' and state = 'created' and policy = 'short'
        and coalesce(singleton_key, '') = any(array(
          select coalesce(job ->> 'singletonKey', '') from json_array_elements($1::text::json) as job
        ))
      for share
    ) as held
  `
  return { executeSql: (text: string, values?: unknown[]) => db.executeSql(`${text}${held}`, values) }
}
