import { Client as Database } from 'pg'
import type { ItemAt } from '../../support/reply.ts'
import { CALM_PATIENCE_MS, type Client, type Sent } from '../load/clients.ts'
import type { Plan } from '../plan.ts'
import type { LedgerServer } from '../surroundings/postgres/servers.ts'

export type Recorded = { readonly status: number; readonly response: string }

/** The material of the checks: the answers that clients have seen, and the state of the service. */
export type Evidence = {
  readonly plan: Plan
  readonly sent: readonly Sent[]
  readonly client: Client
  /** Every row of a list that the service answers, page by page. */
  all<const Path extends string>(path: Path, query: string): Promise<ItemAt<Path>[]>
  /** Rows of all ledger databases. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** The idempotency records by their key. */
  records(): Promise<ReadonlyMap<string, Recorded>>
  readonly databases: readonly LedgerEvidence[]
}

/** The rows of one ledger database. */
export type LedgerEvidence = {
  readonly name: string
  readonly database_url: string
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
}

/** The number of things checked, and everything that is not as it must be. */
export type Finding = { readonly check: string; readonly counted: string; readonly wrong: readonly string[] }

export function gatherEvidence(
  plan: Plan,
  sent: readonly Sent[],
  client: Client,
  servers: readonly LedgerServer[],
): Evidence & { close(): Promise<void> } {
  const databases = servers.map(connect)
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await Promise.all(databases.map((database) => database.query<Row>(text, values)))).flat()
  const { page } = client.readsOf('', CALM_PATIENCE_MS)

  async function all<const Path extends string>(path: Path, parameters: string): Promise<ItemAt<Path>[]> {
    const rows: ItemAt<Path>[] = []
    for (let after = ''; ; after = `&starting_after=${Object(rows.at(-1)).id}`) {
      const found = await page(path, `limit=500&${parameters}${after}`)
      if (!found) throw new Error(`${path} could not be read`)
      rows.push(...found.data)
      if (!found.has_more) return rows
    }
  }

  return {
    plan,
    sent,
    client,
    databases,
    all,
    query,
    async records() {
      const rows = await query<Recorded & { idempotency_key: string }>(
        `select idempotency_key, status, response
        from idempotency_records join api_clients using (client_id) where name = 'torture'`,
      )
      return new Map(rows.map((record) => [record.idempotency_key, record]))
    },
    async close() {
      await Promise.all(databases.map((database) => database.close()))
    },
  }
}

function connect({ name, postgres }: LedgerServer): LedgerEvidence & { close(): Promise<void> } {
  const database_url = postgres.database_url()
  const database = new Database({ connectionString: database_url })
  // Where a check fails, PostgreSQL is stopped before this connection is closed, and that is not what should be told.
  database.on('error', () => {})
  const connected = database.connect()
  return {
    name,
    database_url,
    async query<Row extends object>(text: string, values: unknown[] = []) {
      await connected
      return (await database.query<Row>(text, values)).rows
    },
    close: () => database.end(),
  }
}

/** Items that one list has more often than the other. */
export function differences(what: string, expected: readonly string[], found: readonly string[]): string[] {
  const want = Map.groupBy(expected, (one) => one)
  const have = Map.groupBy(found, (one) => one)
  return [...new Set([...expected, ...found])].flatMap((one) => {
    const answers = want.get(one)?.length ?? 0
    const times = have.get(one)?.length ?? 0
    if (answers === times) return []
    if (times === 0) return [`${what}: ${one} is missing`]
    return [`${what}: ${one} is there ${times} times and in ${answers} answers`]
  })
}
