import type { NewCandidate } from '../../../shared/store/bank/candidates/replace-candidates.ts'
import { findLinesToLink } from '../../../shared/store/bank/uses/lines-to-link.ts'
import type { Tx } from '../../../shared/store/db/database.ts'

/** What names an item is proposed whatever else the bank entry names. */
const NAMING = ['end_to_end_id', 'payment_information_id', 'reference', 'number_in_text']
const AT_ONCE = 500

/**
 * Proposals without guesses about money that lines of the ledger have moved already: somebody has booked by hand what the bank entry
 * names, and these lines are all that is left of it.
 */
export async function withoutBookedByHand(
  tx: Tx,
  end_customer_id: string,
  candidates: readonly NewCandidate[],
): Promise<NewCandidate[]> {
  const isGuess = ({ target_type, reasons }: NewCandidate) =>
    target_type !== 'return' && !reasons.some((reason) => NAMING.includes(reason))
  const ids = [...new Set(candidates.filter(isGuess).map(({ entry_id }) => entry_id))]
  const explained = new Set<string>()
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const lines = await findLinesToLink(tx, end_customer_id, ids.slice(from, from + AT_ONCE))
    for (const [entry_id, ofEntry] of lines) {
      const moved = ofEntry.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
      if (ofEntry.some(({ left_minor }) => moved >= left_minor)) explained.add(entry_id)
    }
  }
  return candidates.filter((one) => !isGuess(one) || !explained.has(one.entry_id))
}
