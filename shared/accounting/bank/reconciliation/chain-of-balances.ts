import type { ChainedStatement, ReconciledStatement, StatementSums } from './reconciliation.ts'

/** Bank statements of which the bank entries have to be looked at: those that overlap, and those that go on behind the day. */
export function withSums(sequence: readonly ReconciledStatement[]): ReconciledStatement[] {
  const overlapping = sequence.flatMap((statement, at) => {
    const earlier = sequence.slice(0, at).filter(({ closes }) => statement.opens < closes)
    return earlier.length > 0 ? [...earlier, statement] : []
  })
  const wanted = new Set([...overlapping, ...sequence.filter(({ is_cut }) => is_cut)])
  return sequence.filter((statement) => wanted.has(statement))
}

/**
 * The balances of bank statements that follow each other, from one to the next. One that begins within others has to begin with
 * the balance that they had before its first bank entry that none of them has.
 *
 * @returns also possible repeats that the balances have once, with the bank entry that they may repeat
 */
export function chainOf(
  sequence: readonly ReconciledStatement[],
  sums: ReadonlyMap<ReconciledStatement, StatementSums>,
): { chain: ChainedStatement[]; repeats: readonly string[] } {
  const chain: ChainedStatement[] = []
  const repeats: string[] = []
  for (const statement of sequence) {
    const last = chain.at(-1)
    const of = sums.get(statement) ?? { ...NOTHING_IN_COMMON, net_minor: statement.net_minor }
    if (last && statement.closes <= last.closes && of.new_count === 0) continue
    const closing_minor = statement.is_cut ? statement.opening_minor + of.net_minor : statement.closing_minor
    const difference_minor = statement.is_cut ? 0n : closing_minor - statement.opening_minor - statement.net_minor
    const gap_minor = last ? statement.opening_minor + of.common_minor - last.closing_minor : 0n
    const isRepeated = gap_minor !== 0n && gap_minor + of.suspected_minor === 0n
    if (isRepeated) repeats.push(...of.suspects)
    // A difference on days that both of them have is in both of their balances.
    const isCommon = isRepeated || gap_minor + difference_minor === 0n
    chain.push({
      ...statement,
      closing_minor,
      gap_minor: isCommon ? 0n : gap_minor,
      difference_minor: isCommon && !isRepeated ? 0n : difference_minor,
    })
  }
  return { chain, repeats }
}

const NOTHING_IN_COMMON = { common_minor: 0n, suspected_minor: 0n, suspects: [], new_count: 1 }
