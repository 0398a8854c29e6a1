import type { Client } from 'pg'
import { connect } from '../connect.ts'

/** A process that stops waits no longer for a line that is dead. */
const GOODBYE_MS = 500
/** A machine that is busy answers within that; a line that is dead does not. */
const ANSWER_MS = 3_000

export type Probe = {
  /** @throws Error where there is no answer in time */
  ask<Row extends object>(query?: string): Promise<readonly Row[]>
  close(): Promise<void>
}

/** Asks on a connection of its own: those of requests may all be taken, which is no reason to refuse one more. */
export function openProbe(database_url: string, variable: string): Probe {
  let connecting: Promise<Client> | null = null

  /** A line that is dead does not say goodbye. */
  function leave(left: Promise<Client> | null): void {
    if (connecting === left) connecting = null
    left?.then(
      (client) => client.connection.stream.destroy(),
      () => {},
    )
  }

  return {
    async ask<Row extends object>(query = 'select 1') {
      connecting ??= connect(database_url, variable, ANSWER_MS)
      const asked = connecting
      try {
        const client = await asked
        const { rows } = await client.query<Row>({ text: query, query_timeout: ANSWER_MS } as { text: string })
        return rows
      } catch (error) {
        leave(asked)
        throw error
      }
    },
    async close() {
      const left = connecting
      connecting = null
      // On a line that is dead nobody answers the goodbye.
      const timer = setTimeout(() => leave(left), GOODBYE_MS)
      await left
        ?.then(
          (client) => client.end(),
          () => {},
        )
        .finally(() => clearTimeout(timer))
      clearTimeout(timer)
    },
  }
}
