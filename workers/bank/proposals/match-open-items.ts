import { discountOn } from '../../../shared/accounting/orders/early-payment.ts'
import { createMatcher, type Match } from '../../../shared/camt053/matching/match.ts'
import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import type { OpenItemSide } from '../../../shared/contract/open-items/open-items.ts'
import { eachInSteps, inTurns } from '../../../shared/process/in-turns.ts'
import {
  type DiscountTerms,
  findDiscountTerms,
  type OpenBankMovement,
} from '../../../shared/store/bank/open-movements.ts'
import { findPartnersOfAccounts } from '../../../shared/store/bank/partners-of-accounts.ts'
import type { Tx } from '../../../shared/store/db/database.ts'

/** The proposals for movements at the bank, some at a time. */
export type MatchMovements<Movement> = (
  movements: readonly Movement[],
) => Promise<readonly (readonly Match[])[]> | readonly (readonly Match[])[]

/**
 * Proposes open items. The terms of documents stand in their facts, and are read only of those for which a little less than
 * what is open has been paid, once for all movements of a page. So is whom the accounts of the other sides have paid the last time.
 */
export function openItemMatcher(
  tx: Tx,
  end_customer_id: string,
  targets: readonly OpenTarget[],
  credit: readonly OpenTarget[],
  side: OpenItemSide,
): MatchMovements<OpenBankMovement> {
  const { match, mayBeDiscounted } = createMatcher(targets, credit)
  return async (page) => {
    const movements = await withKnownPartners(tx, end_customer_id, side, page)
    const discountable = await inTurns(eachInSteps(movements, mayBeDiscounted))
    const ids = [...new Set(discountable.flat())]
    const terms = ids.length > 0 ? await findDiscountTerms(tx, end_customer_id, ids) : new Map<string, DiscountTerms>()
    const matched = eachInSteps(movements, (movement) => {
      const { day } = movement
      return match(movement, (target) => {
        const discount_terms = terms.get(target.id)
        return day !== null && discount_terms ? discountOn(day, { ...target, discount_terms }) : 0n
      })
    })
    return inTurns(matched)
  }
}

/** With whom the accounts of the other sides have paid the last time, or been paid for. */
export async function withKnownPartners(
  tx: Tx,
  end_customer_id: string,
  side: OpenItemSide,
  movements: readonly OpenBankMovement[],
) {
  const accounts = new Set(movements.flatMap(({ account_of_other }) => account_of_other ?? []))
  const partners = await findPartnersOfAccounts(tx, end_customer_id, side, [...accounts])
  return movements.map((movement) => {
    const known_partners = partners.get(movement.account_of_other ?? '')
    return known_partners ? { ...movement, known_partners } : movement
  })
}
