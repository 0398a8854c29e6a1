import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { documentText, openCustomers } from '../documents.ts'
import { call } from '../http-client.ts'
import { type BenchServer, type Database, startWeb, type Web } from '../processes.ts'
import { percentile, type Row } from '../table.ts'
import { MOST_MORE_MB, residentMb } from './resident.ts'
import type { Senders } from './stalled-senders.ts'
import { measureUnreadExports } from './unread-exports.ts'

const STALLED = { 'bank statements': 200, 'JSON bodies': 1_000 } as const
const MOST_HEALTH_MS = 100
const PROBE_MS = 10

/** 200 bank statements and 1,000 JSON bodies that begin and do not go on, of one API key and of twenty; then answers that nobody reads. */
export async function measureUploads(server: BenchServer, seconds: number, lines: number): Promise<Row[]> {
  const rows = await server.withDatabase(async (database) => [
    ...(await measureStalled(database, 'bank statements', 1, seconds)),
    ...(await measureStalled(database, 'bank statements', 20, seconds)),
    ...(await measureStalled(database, 'JSON bodies', 1, seconds)),
    ...(await measureStalled(database, 'JSON bodies', 20, seconds)),
  ])
  return [...rows, ...(await measureUnreadExports(server, seconds, lines))]
}

async function measureStalled(
  database: Database,
  kind: Senders['of'],
  key_count: number,
  seconds: number,
): Promise<Row[]> {
  const keys: string[] = []
  for (let key = 0; key < key_count; key += 1)
    keys.push(await issueKey(database.pool, { client_name: `sender ${key}` }))
  const web = await startWeb(database.database_url, { QUEUE_DEPTH_LIMIT: '0', LOG_LEVEL: 'fatal' })
  try {
    const [customer = ''] = await openCustomers(web.url, database.key, 1)
    await warmUp(web, database.key, customer)
    const before = residentMb(web)
    const probes = startProbes(web, database.key, customer)
    const sent = await stallFor(seconds, { port: Number(new URL(web.url).port), keys, count: STALLED[kind], of: kind })
    const found = await probes.stop()
    await sleep(seconds * 1_000)
    const of = `${STALLED[kind]} stalled ${kind} of ${key_count} API key${key_count === 1 ? '' : 's'}`
    return rowsOf(of, { ...found, ...sent, before, peak: residentMb(web, 'VmHWM'), after: residentMb(web) }, seconds)
  } finally {
    web.child.kill('SIGKILL')
  }
}

type Figures = {
  readonly health: readonly number[]
  readonly facts: readonly number[]
  readonly failed: number
  readonly before: number
  readonly peak: number
  readonly after: number
  readonly sent_ms: number
  readonly statuses: Readonly<Record<string, number>>
}

function rowsOf(of: string, figures: Figures, seconds: number): Row[] {
  const { health, facts, failed, before, peak, after, statuses } = figures
  const worst = Math.max(...health)
  const mb = (value: number) => `${Math.round(value)} MB`
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  const accepted = `${percentile(facts, 0.99).toFixed(1)} ms, ${failed} of ${facts.length} failed`
  return [
    {
      what: `/healthz at worst, ${of}`,
      measured: `${worst.toFixed(1)} ms; answers: ${answers.join(', ') || 'none'}`,
      goal: `≤ ${MOST_HEALTH_MS} ms`,
      is_reached: worst <= MOST_HEALTH_MS,
      figures,
    },
    { what: `p99 of a fact, ${of}`, measured: accepted, goal: 'none fails', is_reached: failed === 0, figures: {} },
    {
      what: `memory of web, ${of}`,
      measured: `${mb(before)}, at most ${mb(peak)}, ${seconds} s after them ${mb(after)}`,
      goal: `≤ ${MOST_MORE_MB} MB more`,
      is_reached: peak - before <= MOST_MORE_MB,
      figures: {},
    },
  ]
}

/** A process that has just started grows by whatever it does first. */
async function warmUp({ url }: Web, key: string, customer: string): Promise<void> {
  for (let fact = 0; fact < 500; fact += 1)
    await call(url, key, 'POST', '/v1/source-facts/expense-documents', documentText(customer, crypto.randomUUID()))
}

/** @returns how long they took to send, and how many had which answer after all this time */
async function stallFor(seconds: number, senders: Senders) {
  const started = performance.now()
  const worker = new Worker(new URL('./stalled-senders.ts', import.meta.url), { workerData: senders })
  let sent_ms = Number.NaN
  worker.once('message', () => {
    sent_ms = performance.now() - started
  })
  await sleep(seconds * 1_000)
  worker.removeAllListeners('message')
  const statuses = await new Promise<Figures['statuses']>((resolve) => {
    worker.on('message', (message) => typeof message === 'object' && resolve(message))
    worker.postMessage('go')
  })
  await worker.terminate()
  return { sent_ms, statuses }
}

/** Asks for the health and sends a fact, again and again. */
function startProbes({ url }: Web, key: string, customer: string) {
  const health: number[] = []
  const facts: number[] = []
  let failed = 0
  let isOver = false
  const repeat = async (probe: () => Promise<void>) => {
    while (!isOver) {
      await probe()
      await sleep(PROBE_MS)
    }
  }
  const path = '/v1/source-facts/expense-documents'
  const sendFact = async () => {
    const { status, ms } = await call(url, key, 'POST', path, documentText(customer, crypto.randomUUID()))
    facts.push(ms)
    if (status !== 202) failed += 1
  }
  const running = [repeat(async () => void health.push(await msOfHealth(url))), repeat(sendFact)]
  return {
    async stop() {
      isOver = true
      await Promise.all(running)
      return { health, facts, failed }
    },
  }
}

const agent = new Agent({ keepAlive: true })

function msOfHealth(url: string): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    get(`${url}/healthz`, { agent }, (response) => {
      response.resume().on('end', () => resolve(performance.now() - started))
    }).on('error', reject)
  })
}
