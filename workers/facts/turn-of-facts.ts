import { FEW_LINES } from '../../shared/accounting/documents/lines-of-document.ts'
import type { WaitingFact } from '../../shared/store/facts/waiting-facts.ts'

/** The part of its work that a batch does in one transaction. */
export type Turn = {
  /** Of all facts together, and of those of one end customer. */
  readonly most_lines: number
  readonly most_of_customer: number
  /** Whether it waits for ledgers that others hold, and gives way; otherwise their facts are left, and others give way. */
  readonly waits: boolean
  /** So long the oldest fact of an extra customer has waited. A newer one is about to be taken by its own job. */
  readonly extra_after_ms: number
}

type Sized = Pick<WaitingFact, 'end_customer_id' | 'source_fact_id' | 'lines' | 'is_behind'>

/**
 * The facts that one transaction decides. Each fact is as far away as its end customer has lines up to its end, and the
 * nearest ones are taken: so end customers have equal numbers of lines, and facts of one are taken in their order.
 *
 * @param waiting by end customers, in the order in which the facts of each are decided
 * @returns them in the same order; the nearest one however long it is
 */
export function turnOfFacts<Fact extends Sized>(
  waiting: readonly Fact[],
  turn: Pick<Turn, 'most_lines' | 'most_of_customer'>,
): readonly Fact[] {
  const near = waiting.filter(({ is_behind }) => !is_behind)
  const distances = distancesOf(near)
  const taken = new Set<Fact>()
  let lines = 0
  for (const { fact, distance } of distances.sort((one, other) => one.distance - other.distance)) {
    lines += sizeOf(fact)
    if (taken.size > 0 && (lines > turn.most_lines || distance > turn.most_of_customer)) break
    taken.add(fact)
  }
  return taken.size === waiting.length ? waiting : waiting.filter((fact) => taken.has(fact))
}

function distancesOf<Fact extends Sized>(facts: readonly Fact[]) {
  const ends = new Map<string, number>()
  return facts.map((fact) => {
    const distance = (ends.get(fact.end_customer_id) ?? 0) + sizeOf(fact)
    ends.set(fact.end_customer_id, distance)
    return { fact, distance }
  })
}

/** Facts with few lines do not say how many. */
function sizeOf({ lines }: Sized): number {
  return lines ?? FEW_LINES
}
