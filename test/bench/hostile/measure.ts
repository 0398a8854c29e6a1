import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { HOSTILE_BODIES, validBatch } from '../../support/requests/hostile-bodies.ts'
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

type Bodies = () => { readonly path: string; readonly text: string }
type Figures = { readonly cpu_ms: number; readonly held_ms: number; readonly peak_mb: number; readonly status: number }

/** CPU time of web for hostile bodies, in relation to the valid batch of the same size, and how long each holds its event loop. */
export function measureHostile(server: BenchServer, times: number): Promise<Row[]> {
  return server.withDatabase(async (database) => {
    const rows: Row[] = []
    for (const bytes of SIZES) rows.push(...(await measureSize(database, bytes, times)))
    return rows
  })
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
  const { cpu_ms, held_ms, peak_mb, status } = figures
  const ratio = valid ? cpu_ms / valid.cpu_ms : 1
  const memory = `${peak_mb.toFixed(0)} MB more`
  return {
    what,
    measured: `${status}: ${cpu_ms.toFixed(1)} ms: ${ratio.toFixed(2)} ×; held ${held_ms.toFixed(1)} ms; ${memory}`,
    goal: `≤ ${MOST_RATIO} ×; ≤ ${MOST_HELD_MS} ms`,
    is_reached: ratio <= MOST_RATIO && held_ms <= MOST_HELD_MS,
    figures: { ...figures, ratio },
  }
}

/** Each kind of body has a fresh web process, warmed by the batch: what a body costs must not depend on those before it. */
function figuresOf(database: Database, bodies: Bodies, times: number): Promise<Figures> {
  return withWatchedWeb(database, async ({ web, watch }) => {
    const { key } = database
    const send = async () => {
      const { path, text } = bodies()
      return (await call(web.url, key, 'POST', path, text)).status
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
    const held_ms = await watch(async () => {
      for (let count = 0; count < times; count += 1) await send()
    })
    return { cpu_ms, held_ms, peak_mb, status }
  })
}

function residentMb({ child }: Web, name = 'VmRSS'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024
}
