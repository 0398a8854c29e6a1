import { Client } from 'pg'

/** Runs queries on a separate connection; a server that is away is no failure of the torture. */
async function attempt(database_url: string, run: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: database_url, connectionTimeoutMillis: 2_000, query_timeout: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await run(client)
  } catch {
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Has jobs run a second time: copies of some that wait, run or are done, and some that are done put back. Which ones
 * depends on the draw and on what there is.
 */
export function deliverJobsTwice(database_url: string, draw: number): Promise<void> {
  return attempt(database_url, async (client) => {
    await client.query(
      `insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, expire_seconds, heartbeat_seconds,
          dead_letter, deletion_seconds, policy)
        select name, data, retry_limit, retry_delay, retry_backoff, expire_seconds, heartbeat_seconds, dead_letter,
          deletion_seconds, 'standard'
        from pgboss.job
        where state in ('created', 'active', 'completed') and name not like '\\_\\_%' and name <> 'dead_letters'
        order by md5(id::text || $1) limit 60`,
      [String(draw)],
    )
    await client.query(
      `update pgboss.job set state = 'retry', completed_on = null, start_after = now(), retry_limit = retry_limit + 1
        where (name, id) in (
          select name, id from pgboss.job
          where state = 'completed' and policy = 'standard' and name not like '\\_\\_%' and name <> 'dead_letters'
          order by md5($1 || id::text) limit 60
        )`,
      [String(draw)],
    )
  })
}

/** Asks for new WAL files until the server cannot make one. */
export function switchWal(database_url: string): Promise<void> {
  return attempt(database_url, async (client) => {
    for (let round = 0; round < 40; round += 1) {
      await client.query('create table if not exists torture_wal (n integer)')
      await client.query('insert into torture_wal values (1)')
      await client.query('select pg_switch_wal()')
    }
  })
}
