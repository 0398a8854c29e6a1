import { withDoubts } from '../doubts.ts'
import type { OpenTarget } from '../open-target.ts'
import { type Proposal, proposalFor, withReasons } from '../proposals.ts'
import { owedByPayers } from '../sums/owed-by-partners.ts'
import { type Clues, type TargetIndex, targetsNamed } from '../target-index.ts'

/** Whether the money is about what the books have for what is open of a target in another currency. */
export type IsWorth = (target: OpenTarget) => boolean

/**
 * Targets in another currency than the money: those that it names by reference or number, and those that who pays owes and that are worth
 * about as much. Its amount says nothing of them, so nothing is added up, discounted or set off.
 */
export function* proposalsAcross(
  said: Clues,
  currency: string,
  index: TargetIndex,
  isWorth: IsWorth,
): Generator<void, readonly Proposal[]> {
  const clues = { ...said, currency, amount_minor: 0n }
  const owed = owedByPayers(clues, index).flatMap(({ newest }) => newest)
  const near = new Set([...targetsNamed(clues, index), ...owed.filter(isWorth)])
  const proposals: Proposal[] = []
  for (const target of near) {
    yield
    const proposal = proposalFor(clues, target, index, () => 0n)
    proposals.push(isWorth(target) ? withReasons(proposal, ['book_value']) : proposal)
  }
  const found = proposals.filter(({ score }) => score > 0)
  return yield* withDoubts(found, clues)
}
