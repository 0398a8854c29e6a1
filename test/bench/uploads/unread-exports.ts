import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCustomers } from '../documents.ts'
import { postLines } from '../post-lines.ts'
import { type BenchServer, type Database, startWeb } from '../processes.ts'
import type { Row } from '../table.ts'
import { MOST_MORE_MB, residentMb } from './resident.ts'

const READERS = 200
const KINDS = {
  'whole journals as CSV': { accept: 'text/csv', query: '' },
  'whole journals as ledger text': { accept: 'text/x-ledger', query: '' },
  'pages of 500 entries': { accept: 'application/json', query: '&limit=500' },
} as const

/** 200 connections of one key that ask for much and read nothing. */
export function measureUnreadExports(server: BenchServer, seconds: number, lines: number): Promise<Row[]> {
  return server.withDatabase(async (database) => {
    const customer = await fill(database, lines)
    const rows: Row[] = []
    for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[])
      rows.push(await measureUnread(database, customer, kind, seconds))
    return rows
  })
}

async function fill(database: Database, lines: number): Promise<string> {
  const web = await startWeb(database.database_url)
  const [customer = ''] = await openCustomers(web.url, database.key, 1)
  await web.stop()
  await postLines(database, customer, lines)
  return customer
}

async function measureUnread(
  database: Database,
  customer: string,
  kind: keyof typeof KINDS,
  seconds: number,
): Promise<Row> {
  const { accept, query } = KINDS[kind]
  const path = `/v1/journal-entries?end_customer_id=${customer}${query}`
  const headers = { Accept: accept, Authorization: `Bearer ${database.key}` }
  const web = await startWeb(database.database_url, { LOG_LEVEL: 'fatal' })
  try {
    // A process that has just started grows by whatever it does first.
    for await (const _ of (await fetch(web.url + path, { headers })).body ?? []);
    const before = residentMb(web)
    const head = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    const sockets = Array.from({ length: READERS }, () =>
      connect(Number(new URL(web.url).port), '127.0.0.1')
        .on('error', () => {})
        .pause(),
    )
    for (const socket of sockets) socket.write(`GET ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
    const samples: number[] = []
    const watch = async () => {
      for (let second = 0; second < seconds; second += 1) {
        await sleep(1_000)
        samples.push(Math.round(residentMb(web)))
      }
    }
    await watch()
    for (const socket of sockets) socket.destroy()
    await watch()
    const [most, after] = [Math.max(...samples), residentMb(web)]
    return {
      what: `memory of web, ${READERS} connections of a key that read nothing of ${kind}`,
      measured: `${Math.round(before)} MB, at most ${most} MB, ${seconds} s after them ${Math.round(after)} MB`,
      goal: `≤ ${MOST_MORE_MB} MB more`,
      is_reached: most - before <= MOST_MORE_MB && after - before <= MOST_MORE_MB / 10,
      figures: { before, most, after, samples },
    }
  } finally {
    web.child.kill('SIGKILL')
  }
}
