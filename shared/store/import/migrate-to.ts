import { runner } from 'node-pg-migrate'
import { connect } from '../connect.ts'
import { RUN } from '../migrate.ts'

/** Brings an empty database to the tables that a release of before had: with its first migrations, and nothing else. */
export async function migrateTo(database_url: string, count: number): Promise<void> {
  const client = await connect(database_url)
  try {
    await runner({
      ...RUN,
      dbClient: client,
      count,
      logger: { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} },
    })
  } finally {
    await client.end()
  }
}
