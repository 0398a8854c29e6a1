import type { Client } from 'pg'

const DROPPED_INDEX = /^drop index (?:if exists )?([\w, ]+)/gm

/**
 * The client for migrations. A migration that makes an index and then drops another one first lets nobody write, and then
 * waits until nobody reads. A process that has read the table and goes on to write it would meet it in a circle, which under
 * load happens at every attempt. So such a migration begins with the strongest lock on the table.
 */
export function lockFirst(client: Client): Pick<Client, 'query'> {
  const query = async (text: string, values?: unknown[]) => {
    if (typeof text === 'string') await lockTablesOf(client, droppedIn(text))
    return client.query(text, values)
  }
  return { query: query as Client['query'] }
}

function droppedIn(text: string): string[] {
  return [...text.matchAll(DROPPED_INDEX)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
}

async function lockTablesOf(client: Client, indexes: readonly string[]): Promise<void> {
  if (indexes.length === 0) return
  const { rows } = await client.query<{ tables: string | null }>(
    `select string_agg(distinct indrelid::regclass::text, ', ') as tables
    from unnest($1::text[]) index_name join pg_index on indexrelid = to_regclass(index_name)`,
    [indexes],
  )
  const tables = rows[0]?.tables
  if (tables) await client.query(`set local lock_timeout = '20s'; lock table ${tables} in access exclusive mode`)
}
