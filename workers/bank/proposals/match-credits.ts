import { createMatcher } from '../../../shared/camt053/matching/match.ts'
import { eachInSteps, inTurns } from '../../../shared/process/in-turns.ts'
import { type CreditType, findCreditTargets } from '../../../shared/store/bank/candidates/credit-targets.ts'
import type { OpenBankMovement } from '../../../shared/store/bank/open-movements.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { type MatchMovements, withKnownPartners } from './match-open-items.ts'
import { withPartsOfDebits } from './with-parts-of-debits.ts'

/**
 * Proposes credit that a movement at the bank may pay back: a supplier its credit note, or we what a customer has paid too much. The
 * same says so that says what an open item is paid by. Null where there is no credit.
 */
export async function creditMatcher(
  tx: Tx,
  end_customer_id: string,
  type: CreditType,
): Promise<MatchMovements<OpenBankMovement> | null> {
  const targets = await findCreditTargets(tx, end_customer_id, type)
  if (targets.length === 0) return null
  const { match } = createMatcher(targets)
  const side = type === 'supplier_payable' ? type : 'document'
  const matchMovements: MatchMovements<OpenBankMovement> = async (page) => {
    const movements = await withKnownPartners(tx, end_customer_id, side, page)
    return inTurns(
      eachInSteps(movements, (movement) =>
        match(movement).map((one) => ({
          ...one,
          amount_minor: -one.amount_minor,
          reasons: [...one.reasons, 'refund' as const],
        })),
      ),
    )
  }
  return withPartsOfDebits(tx, end_customer_id, matchMovements)
}
