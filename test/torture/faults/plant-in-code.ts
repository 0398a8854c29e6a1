import type { CodeFault } from './in-code/code-fault.ts'
import { copyProject, withFault } from './plant.ts'
import type { Outcome } from './report.ts'
import { runSpecs, type SpecResult } from './run-specs.ts'

/**
 * Plants faults in a copy of the working tree, and runs the test of each. Before, all of these tests have to pass
 * without a fault, or their failures would mean nothing.
 *
 * @throws Error where they do not, or where a fault does not fit the code any more
 */
export async function plantInCode(
  faults: readonly CodeFault[],
  report: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  if (faults.length === 0) return []
  const { folder, remove } = copyProject()
  try {
    await requireHealth(folder, faults)
    const outcomes: Outcome[] = []
    for (const fault of faults) {
      const result = await withFault(folder, fault, () => runSpecs(folder, [fault.spec], titleOf(fault)))
      const outcome = outcomeOf(fault, result)
      report(outcome)
      outcomes.push(outcome)
    }
    return outcomes
  } finally {
    remove()
  }
}

async function requireHealth(folder: string, faults: readonly CodeFault[]): Promise<void> {
  const bySpec = Map.groupBy(faults, ({ spec }) => spec)
  const titles = [...new Set(faults.map((fault) => titleOf(fault).source))].join('|')
  requireHealthy(await runSpecs(folder, [...bySpec.keys()], new RegExp(titles)))
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

function titleOf({ test }: CodeFault): RegExp {
  return new RegExp(RegExp.escape(test))
}
