import { Client } from 'pg'
import type { DatabaseHost } from '../../../process/settings/database-hosts.ts'
import type { DriverClient } from './driver-client.ts'

/** A host that takes writes, and the timeline of its log, which each promotion raises. */
export type Writable = DatabaseHost & { readonly timeline: string }

type HostProbe = {
  /** Null where the host is away, silent, a standby, or closed to writes. */
  ask(): Promise<Writable | null>
  close(): void
}

const ANSWER_MS = 2_000
const LOOK = `select case when pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean then null
  else left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline`

/** Asks one host, by a connection that is kept for as long as it serves. */
export function createHostProbe({ host, port }: DatabaseHost, login: DriverClient): HostProbe {
  let client: DriverClient | null = null

  async function open(): Promise<DriverClient> {
    const { user, password, database, ssl } = login
    const times = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS }
    const options = { host, port, user, password, database, ssl, application_name: 'hauptbuch', ...times }
    const opened = new Client(options) as DriverClient
    opened.on('error', () => {}) // the next question notices
    client = opened
    await opened.connect()
    opened.connection.stream.unref() // it keeps no process
    return opened
  }

  function close(): void {
    const closed = client
    client = null
    closed?.connection.stream.destroy(new Error('the probe ends'))
  }

  return {
    close,
    async ask() {
      try {
        const { rows } = await (client ?? (await open())).query<{ timeline: string | null }>(LOOK)
        const timeline = rows[0]?.timeline ?? null
        return timeline === null ? null : { host, port, timeline }
      } catch {
        close()
        return null
      }
    },
  }
}
