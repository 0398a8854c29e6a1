import type { Registry } from 'prom-client'
import { createShares } from '../../api/http/admission/shares.ts'
import { createAnswerBudget } from '../../api/http/answers/answer-budget.ts'
import { createBodyBudget } from '../../api/http/body/body-budget.ts'
import { createUploads } from '../../api/http/uploads/uploads.ts'
import { createMetrics } from '../../api/platform/metrics.ts'
import type { Deps } from '../../shared/deps/deps.ts'
import { readConfig } from '../../shared/process/config.ts'
import { createRightOfWay } from '../../shared/process/right-of-way.ts'
import { createWorkerMetrics } from '../../workers/platform/metrics.ts'

/** The metrics of this service by name; those of prom-client differ between machines and are left out. */
export async function metricRows(): Promise<string[][]> {
  const web = await rowsOf(createMetrics(NOTHING, LIMITS).register)
  const worker = await rowsOf(createWorkerMetrics(NOTHING).register)
  const names = [...new Set([...web.keys(), ...worker.keys()])].sort()
  return names.map((name) => {
    const { type, labels, help } = (web.get(name) ?? worker.get(name)) as Metric
    const process = web.has(name) ? (worker.has(name) ? 'both' : 'web') : 'worker'
    return [`\`${name}\``, type, labels.map((label) => `\`${label}\``).join(', '), process, help]
  })
}

type Metric = { readonly type: string; readonly labels: readonly string[]; readonly help: string }

async function rowsOf(register: Registry): Promise<Map<string, Metric>> {
  const metrics = (await register.getMetricsAsJSON()).filter(({ name }) => name.startsWith('hauptbuch_'))
  return new Map(
    metrics.map(({ name, type, help }) => [name, { type: String(type), labels: labelsOf(register, name), help }]),
  )
}

function labelsOf(register: Registry, name: string): readonly string[] {
  return (register.getSingleMetric(name) as unknown as { labelNames: readonly string[] }).labelNames
}

/** Metrics that are only named need no database. */
const LIMITS = {
  uploads: createUploads(readConfig({})),
  bodies: createBodyBudget(readConfig({})),
  answers: createAnswerBudget(readConfig({})),
  shares: createShares({
    pool_size: 1,
    expensive_of_key: 1,
    requireRoom() {},
    rest: () => 0,
    isQuiet: () => true,
    rightOfWay: createRightOfWay(),
  }),
}
const IDLE = { acquiredConnections: 0, idleConnections: 0, waitingClients: 0 }
const HOME = { name: 'home', pool: { state: () => IDLE } }
const NOTHING = { databases: { all: () => [HOME], away: () => [] } } as unknown as Deps
