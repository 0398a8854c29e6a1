import { tmpdir } from 'node:os'
import { closeWhenInterrupted } from '../../suite/close-when-interrupted.ts'
import { makeTemplate, startOwnServer } from '../../support/database.ts'
import type { CodeFault } from './in-code/code-fault.ts'
import { needsService } from './needs-service.ts'
import { copyProject, withFault } from './plant.ts'
import type { Outcome } from './report.ts'
import { runSpecs, type SpecResult } from './run-specs.ts'

/**
 * Plants faults in a copy of the working tree, and runs the test of each. Before the first one of a spec its tests have to pass
 * without a fault, or their failures would mean nothing.
 *
 * @throws Error where a fault does not fit the code any more
 */
export async function plantInCode(
  faults: readonly CodeFault[],
  report: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  if (faults.length === 0) return []
  const { folder, remove } = copyProject()
  const server = await startServerFor(folder, faults)
  const close = async () => {
    await server.stop()
    remove()
  }
  closeWhenInterrupted(close)
  try {
    const bySpec = Map.groupBy(faults, ({ spec }) => spec)
    const illnesses = new Map<string, string | null>()
    const outcomes: Outcome[] = []
    for (const fault of faults) {
      const { spec } = fault
      if (!illnesses.has(spec)) illnesses.set(spec, await illnessOf(folder, spec, bySpec.get(spec) ?? [], server.env))
      const illness = illnesses.get(spec) ?? null
      const outcome = illness === null ? await plantOne(folder, fault, server.env) : outcomeOfIll(fault, illness)
      report(outcome)
      outcomes.push(outcome)
    }
    return outcomes
  } finally {
    await close()
  }
}

/** Each run has databases of its own, on one server and copied from one: to make both is most of what the start of a service takes. */
async function startServerFor(folder: string, faults: readonly CodeFault[]) {
  if (!faults.some(({ spec }) => needsService(folder, spec))) return { env: {}, stop: async () => {} }
  const { stop, ...server } = await startOwnServer(tmpdir())
  return { env: { TEST_SERVER: JSON.stringify(server), TEST_TEMPLATE: await makeTemplate(server) }, stop }
}

/** @returns why the tests of a spec say nothing of faults; null where they pass without one */
async function illnessOf(folder: string, spec: string, faults: readonly CodeFault[], env: NodeJS.ProcessEnv) {
  const titles = [...new Set(faults.map((fault) => titleOf(fault).source))].join('|')
  try {
    requireHealthy(await runSpecs(folder, [spec], new RegExp(titles), { env }))
    return null
  } catch (error) {
    return String(error)
  }
}

async function plantOne(folder: string, fault: CodeFault, env: NodeJS.ProcessEnv): Promise<Outcome> {
  // A migration is done in the template, as it is without the fault.
  const envOfFault = fault.file.startsWith('sql/migrations/') ? { ...env, TEST_TEMPLATE: undefined } : env
  const run = () => runSpecs(folder, [fault.spec], titleOf(fault), { env: envOfFault })
  return outcomeOf(fault, await withFault(folder, fault, run))
}

/** @throws Error where a test fails, or where one may not have run */
export function requireHealthy({ passed, failures, output, is_whole }: SpecResult): void {
  if (failures.length > 0)
    throw new Error(`The tests fail without any fault: ${failures.map(({ title }) => title).join(', ')}\n${output}`)
  if (!is_whole) throw new Error(`The tests did not run to their end without any fault.\n${output}`)
  if (passed === 0) throw new Error(`No test runs without any fault.\n${output}`)
}

/** A fault that keeps the specs from being loaded, or from being set up, has not been noticed by a test. */
function outcomeOf({ name, simulates, file, spec }: CodeFault, result: SpecResult): Outcome {
  const { passed, failures, output, is_whole } = result
  const failure = failures.find(({ title }) => !title.includes('"before'))
  const end = output.slice(-2_000)
  const wholeSilence = passed > 0 ? 'the test passes all the same' : `the test did not run: ${end}`
  const silence = is_whole ? wholeSilence : `the test did not run to its end: ${end}`
  return {
    name,
    simulates,
    planted_in: file,
    caught_by: failure ? `${spec}: ${failure.title}` : null,
    message: failure?.message ?? failures[0]?.message ?? silence,
  }
}

function outcomeOfIll({ name, simulates, file }: CodeFault, illness: string): Outcome {
  return { name, simulates, planted_in: file, caught_by: null, message: illness }
}

function titleOf({ test }: CodeFault): RegExp {
  return new RegExp(RegExp.escape(test))
}
