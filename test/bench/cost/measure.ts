import type { BenchServer } from '../processes.ts'
import type { Row } from '../table.ts'
import { type Checkout, readCheckout } from './checkout.ts'
import { costRows } from './figures.ts'
import { type Round, runRound } from './round.ts'
import { makeWorkload } from './workload.ts'

export type Version = { readonly name: string; readonly checkout: Checkout }
type Scale = { readonly rounds: number; readonly facts: number }

const THIS_CHECKOUT = `${import.meta.dirname}/../../..`

/**
 * Finds this checkout and the one that it is compared with.
 *
 * @throws Error with one sentence when their cost cannot be measured
 */
export function findVersions(against: string | null): Version[] {
  if (process.platform !== 'linux') throw new Error('The cost of a fact can be measured on Linux only: it needs /proc.')
  const mine = { name: 'this checkout', checkout: readCheckout(THIS_CHECKOUT) }
  return against === null ? [mine] : [mine, { name: 'the other', checkout: readCheckout(against) }]
}

/**
 * Measures what a fact costs: CPU time of each process, SQL statements and WAL. Versions take turns, because the
 * machine changes more from minute to minute than they differ.
 */
export async function measureCost(server: BenchServer, versions: Version[], { rounds, facts }: Scale): Promise<Row[]> {
  const workload = makeWorkload(facts)
  const sides = versions.map(({ name, checkout }) => ({ name, checkout, rounds: [] as Round[] }))
  for (const { name, checkout } of versions) console.log(`${name}: ${checkout.folder}, ${checkout.commit}`)
  for (let round = 1; round <= rounds; round += 1) {
    const started = performance.now()
    const turn = round % 2 === 1 ? sides : sides.toReversed()
    const checkouts = turn.map(({ checkout }) => checkout)
    for (const [index, used] of (await runRound(server, checkouts, workload)).entries()) turn[index]?.rounds.push(used)
    console.log(`round ${round} of ${rounds}: ${Math.round((performance.now() - started) / 1_000)} s`)
  }
  const [mine, other] = sides
  if (!mine) throw new Error('there is no version to measure')
  return costRows(workload.slices.flatMap(({ alone }) => alone).length, mine, other ?? null)
}
