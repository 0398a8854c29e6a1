import { Client } from 'pg'
import './db/driver/several-hosts.ts'

/**
 * Connects, or fails with one sentence that never contains the password.
 *
 * @param timeout_ms 0: as long as the network lets it wait
 */
export async function connect(database_url: string, variable = 'DATABASE_URL', timeout_ms = 0): Promise<Client> {
  const client = new Client({
    connectionString: database_url,
    application_name: 'hauptbuch',
    connectionTimeoutMillis: timeout_ms,
  })
  client.on('error', () => {}) // a broken connection also fails the query under way
  try {
    await client.connect()
    return client
  } catch (error) {
    const { host, database } = client
    throw new Error(
      `Cannot use database "${database}" on ${host?.replace(/,$/, '')}: ${reasonOf(error)}. Check ${variable}.`,
      { cause: error },
    )
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'ECONNREFUSED') return 'nothing listens there'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host is unknown'
  return message || code || 'the connection failed'
}
