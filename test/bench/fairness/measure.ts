import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { row, sql } from '../../../shared/store/db/database.ts'
import { findEventHeads } from '../../../shared/store/platform/events.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { refreshWhole } from '../../../shared/store/statements/account-period-totals.ts'
import { VOUCHERS } from '../../support/requests/examples.ts'
import { openCustomers } from '../documents.ts'
import { withWorker } from '../draining.ts'
import { withWatchedWeb } from '../hostile/watched-web.ts'
import { accepted, call } from '../http-client.ts'
import { bookInvoices } from '../open-items/open-item-history.ts'
import { postLines } from '../post-lines.ts'
import type { BenchServer, Database } from '../processes.ts'
import { percentile, type Row } from '../table.ts'
import type { Attack } from './attacker.ts'
import { type Books, KINDS, wideVoucher } from './kinds.ts'
import { type Observed, observe } from './observe.ts'

const MOST_RATIO = 3
const MOST_MS = 100
const MOST_HELD_MS = 10
/** A whole account ledger has 20,000 lines at most. */
const MOST_VOUCHERS = 39

/**
 * One key sends each kind of its most expensive valid requests as fast as it may, from a process of its own on the same
 * cores; another key does small reads and writes. How much longer the slowest of these take than on an idle service.
 *
 * @param kinds undefined: all of them, and how long each of their requests holds the event loop
 */
export function measureFairness(
  server: BenchServer,
  lines: number,
  seconds: number,
  kinds?: readonly string[],
): Promise<Row[]> {
  const unknown = kinds?.find((name) => !(name in KINDS))
  if (unknown !== undefined) throw new Error(`There is no kind ${unknown}; there are ${Object.keys(KINDS).join(', ')}.`)
  return server.withDatabase((database) =>
    withWorker(database, async ({ url }) => {
      const books = await fillBooks(database, url, lines)
      const other = await issueKey(database.pool, { client_name: 'another key' })
      const [customer = ''] = await openCustomers(url, other, 1)
      const look = () => observe(url, other, customer, seconds * 1_000)
      await look()
      const rows = kinds ? [] : await measureHolding(database, books)
      for (const name of kinds ?? Object.keys(KINDS)) {
        const idle = await look()
        const attacker = fork('test/bench/fairness/attacker.ts', [name, url, database.key, JSON.stringify(books)])
        await once(attacker, 'message')
        await sleep(1_000)
        const loaded = await look()
        const { counts: answers, wrong } = await end(attacker)
        if (wrong !== undefined) throw new Error(`${name}: a request of the bench is wrong: ${wrong}`)
        rows.push(rowOf(`small requests beside ${name}`, idle.answered, loaded.answered, answers))
        rows.push(rowOf(`accepted to posted beside ${name}`, idle.posted, loaded.posted, answers))
        await settled(database)
      }
      return rows
    }),
  )
}

async function fillBooks(database: Database, url: string, lines: number): Promise<Books> {
  const { key, pool } = database
  const [long = '', wide = '', items = ''] = await openCustomers(url, key, 3)
  const deepest = await postLines(database, long, lines)
  await bookInvoices(database.migration_database_url, items, lines)
  const vouchers = Math.min(lines / 1_000, MOST_VOUCHERS)
  for (let count = 0; count < vouchers; count += 1) await accepted(url, key, 'POST', VOUCHERS, wideVoucher(wide))
  await settled(database)
  await refreshWhole(pool, [long, wide, items])
  await pool.query(sql.type(row())`vacuum analyze`)
  const [feed] = await findEventHeads(pool, [wide])
  return { long, wide, items, deepest, last_event: Number(feed?.last_event_number) }
}

/** How long each request holds the event loop of web, alone. */
function measureHolding(database: Database, books: Books): Promise<Row[]> {
  return withWatchedWeb(database, async ({ web, watch }) => {
    const rows: Row[] = []
    for (const kind of Object.values(KINDS))
      for (const { path, body, accept, prefer } of kind.requests(books)) {
        if (prefer || path.includes('wait=')) continue
        const send = () => call(web.url, database.key, body ? 'POST' : 'GET', path, body?.(), accept)
        await send()
        let [status, bytes] = [0, 0]
        const held_ms = await watch(async () => {
          for (let count = 0; count < 3; count += 1) {
            const reply = await send()
            status = reply.status
            if (status >= 300) throw new Error(`${path} ${accept ?? ''}: ${status} ${reply.text.slice(0, 1_000)}`)
            bytes = reply.text.length
          }
        })
        const what = path.replace(/[?&](end_customer_id|starting_after)=[\w-]+/g, '')
        rows.push({
          what: `the event loop is held by ${what} ${accept ?? ''}`,
          measured: `${held_ms.toFixed(1)} ms (${status}, ${(bytes / 1e6).toFixed(1)} MB)`,
          goal: `≤ ${MOST_HELD_MS} ms`,
          is_reached: held_ms <= MOST_HELD_MS,
          figures: { held_ms, status, bytes },
        })
      }
    return rows
  })
}

/** What one kind has left to be booked, matched or refreshed must not slow down the next, nor what is idle before it. */
async function settled({ pool }: Database): Promise<void> {
  const isLeft = () =>
    pool.oneFirst(sql.type(row<{ is_left: boolean }>())`
      select exists (select from fact_states where state = 'received') or exists (
        select from pgboss.job where name not like '\\_\\_pgboss%' and state < 'completed' and start_after <= now() + interval '1 minute'
      ) as is_left
    `)
  while (await isLeft()) await sleep(200)
}

async function end(attacker: ChildProcess): Promise<Attack> {
  attacker.send('end')
  const [attack] = await once(attacker, 'message')
  return attack
}

function rowOf(what: string, idle: Observed[keyof Observed], loaded: Observed[keyof Observed], answers: unknown): Row {
  const pair = (share: number): Pair => [percentile(idle, share), percentile(loaded, share)]
  const [p50, p99] = [pair(0.5), pair(0.99)]
  const most = Math.max(MOST_RATIO * p99[0], MOST_MS)
  return {
    what,
    measured: `p50 ${ms(p50)}, p99 ${ms(p99)}; answers ${JSON.stringify(answers)}`,
    goal: `p99 ≤ ${most.toFixed(0)} ms`,
    is_reached: p99[1] <= most,
    figures: { idle: { p50: p50[0], p99: p99[0] }, loaded: { p50: p50[1], p99: p99[1] }, answers },
  }
}

type Pair = readonly [idle: number, loaded: number]

function ms([idle, loaded]: Pair): string {
  return `${loaded.toFixed(1)} ms against ${idle.toFixed(1)} ms`
}
