import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCustomers, sendBatches } from './documents.ts'
import { withWorker } from './draining.ts'
import { call } from './http-client.ts'
import { postLines } from './post-lines.ts'
import type { BenchServer } from './processes.ts'
import { READS } from './reading.ts'
import type { Row } from './table.ts'

const SAMPLE_MS = 2_000
/** More than this is growth and no noise of the garbage collection. */
const MOST_MB_PER_MINUTE = 2

/** Resident memory of web and worker under a steady load of documents and reads; the slope is of the second half. */
export function measureMemory(server: BenchServer, minutes: number): Promise<Row[]> {
  return server.withDatabase((database) =>
    withWorker(database, async ({ url, web, worker }) => {
      const { key } = database
      const customers = await openCustomers(url, key, 50)
      const [customer = ''] = customers
      const journal = { customer, deepest: await postLines(database, customer, 10_000) }
      const end = performance.now() + minutes * 60_000
      const load = async () => {
        while (performance.now() < end) {
          await sendBatches(url, key, 400, customers)
          for (const read of READS) await call(url, key, 'GET', read.path(journal))
          await sleep(200)
        }
      }
      const samples: { minute: number; web: number; worker: number }[] = []
      const watch = async () => {
        const started = performance.now()
        while (performance.now() < end) {
          const minute = (performance.now() - started) / 60_000
          samples.push({ minute, web: rssMb(web.child.pid), worker: rssMb(worker.child.pid) })
          await sleep(SAMPLE_MS)
        }
      }
      await Promise.all([load(), watch()])
      const late = samples.slice(Math.floor(samples.length / 2))
      return (['web', 'worker'] as const).map((name) => {
        const slope = slopeOf(late.map((sample) => [sample.minute, sample[name]]))
        const most = Math.max(...samples.map((sample) => sample[name]))
        return {
          what: `memory of the ${name} process in ${minutes} minutes of load`,
          measured: `${slope.toFixed(2)} MB a minute, at most ${Math.round(most)} MB`,
          goal: `flat (≤ ${MOST_MB_PER_MINUTE} MB a minute)`,
          is_reached: slope <= MOST_MB_PER_MINUTE,
          figures: { slope, most, samples: samples.map((sample) => Math.round(sample[name])) },
        }
      })
    }),
  )
}

function rssMb(pid: number | undefined): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}

/** Least squares. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))]
  const above = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0)
  return above / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0)
}
