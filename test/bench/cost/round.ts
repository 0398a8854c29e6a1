import type { BenchServer } from '../processes.ts'
import type { Checkout } from './checkout.ts'
import { drain, freeze, type Stage, thaw, vacuum, withStage } from './stage.ts'
import { addUsage, measureUsage, type Usage } from './usage.ts'
import { sendAlone, sendTogether, type Workload } from './workload.ts'

/** What each part of a round has used, in all. */
export type Round = {
  readonly alone: Usage
  readonly together: Usage
  readonly draining: Usage
  readonly vacuum: Usage
}
type Slice = Omit<Round, 'vacuum'>

/**
 * Measures versions slice by slice, in turn. Slices take seconds, so that what else the machine does is in all of them.
 *
 * @returns what each version has used
 */
export function runRound(server: BenchServer, checkouts: readonly Checkout[], workload: Workload): Promise<Round[]> {
  return withStages(server, checkouts, workload, async (stages) => {
    const slices = new Map<Stage, Slice[]>(stages.map((stage) => [stage, []]))
    // PostgreSQL writes each page whole once after a checkpoint; so all versions begin with none written.
    await stages[0]?.meter.query('checkpoint')
    // Every other slice the other way round, so that none gains from being first.
    for (const [index] of workload.slices.entries())
      for (const stage of index % 2 === 0 ? stages : stages.toReversed())
        slices.get(stage)?.push(await measureSlice(stage, workload, index))
    await stages[0]?.meter.query('checkpoint')
    const rounds: Round[] = []
    for (const [stage, slicesOfStage] of slices)
      rounds.push({
        alone: addUsage(slicesOfStage.map(({ alone }) => alone)),
        together: addUsage(slicesOfStage.map(({ together }) => together)),
        draining: addUsage(slicesOfStage.map(({ draining }) => draining)),
        vacuum: await measureUsage(stage, () => vacuum(stage)),
      })
    return rounds
  })
}

function withStages<Result>(
  server: BenchServer,
  [checkout, ...others]: readonly Checkout[],
  workload: Workload,
  use: (stages: readonly Stage[]) => Promise<Result>,
): Promise<Result> {
  if (!checkout) return use([])
  return withStage(server, checkout, workload, (stage) =>
    withStages(server, others, workload, (stages) => use([stage, ...stages])),
  )
}

/** The worker is frozen while facts are accepted, so that each part is the same work however fast the others are. */
async function measureSlice(stage: Stage, { warm_up, slices }: Workload, index: number): Promise<Slice> {
  const { alone, together } = slices[index] as Workload['slices'][0]
  const { web, worker, key } = stage
  thaw(web)
  const measured_alone = await measureUsage(stage, () => sendAlone(web.url, key, alone))
  const measured_together = await measureUsage(stage, () => sendTogether(web.url, key, together))
  const draining = await measureUsage(stage, async () => {
    thaw(worker)
    await drain(stage, warm_up.length + (index + 1) * (alone.length + together.length))
  })
  freeze(web, worker)
  return { alone: measured_alone, together: measured_together, draining }
}
