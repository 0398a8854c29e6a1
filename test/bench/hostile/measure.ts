import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { HOSTILE_BODIES, validBatch } from '../../support/requests/hostile-bodies.ts'
import { LARGEST_REQUESTS } from '../../support/requests/largest-requests.ts'
import { cpuOf } from '../cost/cpu.ts'
import { openCustomers } from '../documents.ts'
import { call } from '../http-client.ts'
import type { BenchServer, Database, Web } from '../processes.ts'
import type { Row } from '../table.ts'
import { withWatchedWeb } from './watched-web.ts'

/** Of 500 of the smallest facts, and just below the limit. */
const SIZES = [190_000, 1_040_000]
const MOST_RATIO = 1.5
const MOST_HELD_MS = 10

/** What another process does at the same time lengthens single turns: the median of so many rounds counts. */
const ROUNDS = 3

type Bodies = () => { readonly method?: 'POST' | 'PUT'; readonly path: string; readonly text: string }
type Figures = {
  readonly cpu_ms: number
  /** The longest turn of each round: the median, and the longest of all. */
  readonly held_ms: number
  readonly worst_ms: number
  readonly peak_mb: number
  readonly status: number
}

/**
 * CPU time of web for hostile bodies, in relation to the valid batch of the same size, and how long each holds its event
 * loop; the latter also for the largest bodies that are valid.
 */
export function measureHostile(server: BenchServer, times: number): Promise<Row[]> {
  return server.withDatabase(async (database) => {
    const rows: Row[] = []
    for (const bytes of SIZES) rows.push(...(await measureSize(database, bytes, times)))
    return [...rows, ...(await measureLargest(database, times))]
  })
}

async function measureLargest(database: Database, times: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, request] of Object.entries(LARGEST_REQUESTS)) {
    const [customer = ''] = await withWatchedWeb(database, ({ web }) => openCustomers(web.url, database.key, 1))
    const size = `${Math.round(request(customer).text.length / 1_000)} kB`
    rows.push(rowOf(`${name}, ${size}`, await figuresOf(database, () => request(customer), times), null))
  }
  return rows
}

async function measureSize(database: Database, bytes: number, times: number): Promise<Row[]> {
  const size = `${Math.round(bytes / 1_000)} kB`
  const [customer = ''] = await withWatchedWeb(database, ({ web }) => openCustomers(web.url, database.key, 1))
  const valid = await figuresOf(database, () => validBatch(bytes, customer), times)
  const rows = [rowOf(`500 facts, ${size}`, valid, null)]
  for (const [name, body] of Object.entries(HOSTILE_BODIES)) {
    const figures = await figuresOf(database, () => body(bytes), times)
    rows.push(rowOf(`${name}, ${size}`, figures, valid))
  }
  return rows
}

function rowOf(what: string, figures: Figures, valid: Figures | null): Row {
  const { cpu_ms, held_ms, worst_ms, peak_mb, status } = figures
  const ratio = valid ? cpu_ms / valid.cpu_ms : 1
  const held = `held ${held_ms.toFixed(1)} ms (${worst_ms.toFixed(1)} at worst)`
  const memory = `${peak_mb.toFixed(0)} MB more`
  return {
    what,
    measured: `${status}: ${cpu_ms.toFixed(1)} ms: ${ratio.toFixed(2)} ×; ${held}; ${memory}`,
    goal: `≤ ${MOST_RATIO} ×; ≤ ${MOST_HELD_MS} ms`,
    is_reached: ratio <= MOST_RATIO && held_ms <= MOST_HELD_MS,
    figures: { ...figures, ratio },
  }
}

/**
 * Each kind of body has a fresh web process, warmed by the batch: what a body costs must not depend on those before it.
 * Its event loop is watched from the second lot of the kind on, as one that attacks would find it: compiled.
 */
function figuresOf(database: Database, bodies: Bodies, times: number): Promise<Figures> {
  return withWatchedWeb(database, async ({ web, watch }) => {
    const { key } = database
    const send = async () => {
      const { method = 'POST', path, text } = bodies()
      return (await call(web.url, key, method, path, text)).status
    }
    for (let count = 0; count < 3; count += 1) {
      const { path, text } = validBatch(SIZES[0] as number, randomUUID())
      await call(web.url, key, 'POST', path, text)
    }
    const memory = residentMb(web)
    const before = cpuOf(web.child.pid)
    let status = 0
    for (let count = 0; count < times; count += 1) status = await send()
    const cpu_ms = (cpuOf(web.child.pid) - before) / 1_000 / times
    const peak_mb = residentMb(web, 'VmHWM') - memory
    const held: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const longest = await watch(async () => {
        for (let count = 0; count < times; count += 1) await send()
      })
      held.push(longest)
    }
    held.sort((a, b) => a - b)
    const [held_ms = 0, worst_ms = 0] = [held[Math.floor(ROUNDS / 2)], held.at(-1)]
    return { cpu_ms, held_ms, worst_ms, peak_mb, status }
  })
}

function residentMb({ child }: Web, name = 'VmRSS'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024
}
