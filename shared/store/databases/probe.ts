import type { Client } from 'pg'
import { connect } from '../connect.ts'

/** A machine that is busy answers within that; a line that is dead does not. */
const ANSWER_MS = 3_000

type Probe = {
  /** @throws Error where there is no answer in time */
  ask(): Promise<void>
  close(): Promise<void>
}

/** Asks on a connection of its own: those of requests may all be taken, which is no reason to refuse one more. */
export function openProbe(database_url: string, variable: string): Probe {
  let client: Client | null = null
  return {
    async ask() {
      try {
        client ??= await connect(database_url, variable, ANSWER_MS)
        await client.query({ text: 'select 1', query_timeout: ANSWER_MS } as { text: string })
      } catch (error) {
        const lost = client
        client = null
        // A line that is dead does not say goodbye.
        lost?.connection.stream.destroy()
        throw error
      }
    },
    async close() {
      await client?.end()
      client = null
    },
  }
}
