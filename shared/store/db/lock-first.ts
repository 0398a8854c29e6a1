import type { Client } from 'pg'
import { LOCK_MODES, type LockMode, type TableLock, tableLocksOf } from './table-locks.ts'

/**
 * The client for migrations. A migration that makes an index or a trigger and then alters the table first lets nobody write,
 * and then waits until nobody reads. A process that has read the table and goes on to write it would meet it in a circle,
 * which under load happens at every attempt, and may be the one that is ended. So such a migration begins with the
 * strongest lock that it needs on the table.
 */
export function lockFirst(client: Client): Pick<Client, 'query'> {
  const query = async (text: string, values?: unknown[]) => {
    if (typeof text === 'string') await lockTablesOf(client, tableLocksOf(text))
    return client.query(text, values)
  }
  return { query: query as Client['query'] }
}

async function lockTablesOf(client: Client, locks: readonly TableLock[]): Promise<void> {
  if (locks.length < 2) return
  const { rows } = await client.query<{ table: string; mode: LockMode }>(
    `select coalesce(indrelid, named)::regclass::text as table, mode
    from unnest($1::text[], $2::text[]) with ordinality locks (name, mode, place)
    cross join to_regclass(name) named left join pg_index on indexrelid = named
    where named is not null
    order by place`,
    [locks.map(({ name }) => name), locks.map(({ mode }) => mode)],
  )
  const first = strengthened(rows).map(({ table, mode }) => `lock table ${table} in ${mode} mode`)
  if (first.length > 0) await client.query(["set local lock_timeout = '20s'", ...first].join('; '))
}

/**
 * The tables that are locked more strongly after a weaker lock, in the order in which the migration names them, so that its
 * author can keep to the order of the processes.
 */
function strengthened(locks: readonly { table: string; mode: LockMode }[]) {
  return [...Map.groupBy(locks, ({ table }) => table)].flatMap(([table, ofTable]) => {
    const ranks = ofTable.map(({ mode }) => LOCK_MODES.indexOf(mode))
    const strongest = Math.max(...ranks)
    const mode = LOCK_MODES[strongest]
    return mode && (ranks[0] ?? strongest) < strongest ? [{ table, mode }] : []
  })
}
