import { isPaymentReference } from '../../../shared/accounting/documents/payment-references.ts'
import { discountsOn } from '../../../shared/accounting/orders/early-payment.ts'
import { compact } from '../../../shared/camt053/matching/compare-texts.ts'
import { acrossCurrencies, type ValuedTarget } from '../../../shared/camt053/matching/currencies/match-currencies.ts'
import { createMatcher, type Match } from '../../../shared/camt053/matching/match.ts'
import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import { accountsTold, referencesInText } from '../../../shared/camt053/matching/orders/references-in-text.ts'
import { eachPartnerOnce } from '../../../shared/camt053/matching/target-index.ts'
import type { OpenItemSide } from '../../../shared/contract/open-items/open-items.ts'
import { eachInSteps, eachWithSteps, inTurns } from '../../../shared/process/in-turns.ts'
import { findInstructedAmounts } from '../../../shared/store/bank/candidates/instructed-amounts.ts'
import {
  type DiscountTerms,
  findDiscountTerms,
  type OpenBankMovement,
} from '../../../shared/store/bank/open-movements.ts'
import { findPartnersOfAccounts } from '../../../shared/store/bank/partners-of-accounts.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { createWithOwners } from './accounts-of-documents.ts'

/** The proposals for movements at the bank, some at a time. */
export type MatchMovements<Movement> = (
  movements: readonly Movement[],
) => Promise<readonly (readonly Match[])[]> | readonly (readonly Match[])[]

/**
 * Proposes open items. The terms of documents stand in their facts, and are read only of those for which a little less than
 * what is open has been paid, once for all movements of a page. So is whom the accounts of the other sides have paid the last time. A reference
 * that somebody has typed into a text counts as one in its own place.
 */
export function openItemMatcher(
  tx: Tx,
  end_customer_id: string,
  targets: readonly ValuedTarget[],
  credit: readonly OpenTarget[],
  side: OpenItemSide,
): MatchMovements<OpenBankMovement> {
  const { match, mayBeDiscounted } = acrossCurrencies(targets, createMatcher(targets, credit))
  const hasOther = createHasOther(targets)
  const own = new Set(
    targets.flatMap(({ payment_reference: one }) => (one && isPaymentReference(one) ? compact(one) : [])),
  )
  const withOwners = side === 'supplier_payable' ? createWithOwners(tx, end_customer_id, targets) : asTheyAre
  const withTyped = (movement: OpenBankMovement) => {
    const typed = referencesInText(movement, own)
    return typed.length === 0 ? movement : { ...movement, references: [...movement.references, ...typed] }
  }
  return async (page) => {
    const known = await withOwners(await withKnownPartners(tx, end_customer_id, side, page))
    const read = await inTurns(eachInSteps(known, withTyped))
    const movements =
      side === 'document' && read.some(hasOther) ? await withInstructed(tx, end_customer_id, read) : read
    const discountable = await inTurns(eachInSteps(movements, mayBeDiscounted))
    const ids = [...new Set(discountable.flat())]
    const terms = ids.length > 0 ? await findDiscountTerms(tx, end_customer_id, ids) : new Map<string, DiscountTerms>()
    const matched = eachWithSteps(movements, (movement) => match(movement, discountsOn(movement.day, terms)))
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
  const told = await inTurns(eachInSteps(movements, (movement) => ({ movement, accounts: accountsTold(movement) })))
  const accounts = new Set(told.flatMap((one) => one.accounts))
  const partners = await findPartnersOfAccounts(tx, end_customer_id, side, [...accounts])
  return told.map(({ movement, accounts: own }) => {
    const known_partners = eachPartnerOnce(own.flatMap((account) => partners.get(account) ?? []))
    return known_partners.length > 0 ? { ...movement, known_partners } : movement
  })
}

async function asTheyAre(movements: readonly OpenBankMovement[]): Promise<readonly OpenBankMovement[]> {
  return movements
}

/** Whether something is open in another currency than that of the movement. */
function createHasOther(targets: readonly ValuedTarget[]): (movement: OpenBankMovement) => boolean {
  const currencies = [...new Set(targets.map(({ currency }) => currency))]
  return (movement) => currencies.some((currency) => currency !== movement.currency)
}

/** Payments with what was sent in another currency. */
async function withInstructed(tx: Tx, end_customer_id: string, payments: readonly OpenBankMovement[]) {
  const ids = payments.map(({ id }) => id)
  const amounts = await findInstructedAmounts(tx, end_customer_id, ids)
  return payments.map((payment) => {
    const instructed = amounts.get(payment.id)
    return instructed ? { ...payment, instructed } : payment
  })
}
