import { createOrderMatcher, type OrderedTarget } from '../../../shared/camt053/matching/orders/match-ordered.ts'
import {
  createWaitingOrderMatcher,
  withWaitingOrders,
} from '../../../shared/camt053/matching/orders/match-waiting-orders.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { eachInSteps, inTurns } from '../../../shared/process/in-turns.ts'
import { findCreditToSetOff } from '../../../shared/store/bank/candidates/credit-targets.ts'
import type { OpenItemTarget } from '../../../shared/store/bank/candidates/open-targets.ts'
import type { OpenDebit } from '../../../shared/store/bank/open-movements.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { findOrderingAccounts } from '../../../shared/store/orders/accounts/ordering-accounts.ts'
import { findOrderedTargets } from '../../../shared/store/orders/ordered-targets.ts'
import { type MatchMovements, openItemMatcher } from './match-open-items.ts'
import { withPartsOfDebits } from './with-parts-of-debits.ts'

/** Proposes payables for debits. One that names what we have ordered ourselves needs no look at anything else. */
export async function payableMatcher(
  tx: Tx,
  end_customer_id: string,
  targets: readonly OpenItemTarget[],
): Promise<MatchMovements<OpenDebit>> {
  const ids = targets.map(({ id }) => id)
  const orderedTargets = await findOrderedTargets(tx, end_customer_id, ids, todayInSwitzerland())
  const matchOrdered = createOrderMatcher(orderedTargets)
  const matchWaiting = createWaitingOrderMatcher(orderedTargets)
  const credit = await findCreditToSetOff(tx, end_customer_id, 'supplier_payable')
  const matchItems = withPartsOfDebits(
    tx,
    end_customer_id,
    openItemMatcher(tx, end_customer_id, targets, credit, 'supplier_payable'),
  )
  return async (page) => {
    const debits = await withOrderingAccounts(tx, end_customer_id, page, orderedTargets)
    const ordered = new Map(await inTurns(eachInSteps(debits, (debit) => [debit, matchOrdered(debit)] as const)))
    const others = debits.filter((debit) => ordered.get(debit)?.length === 0)
    const found = await matchItems(others.map(asInstructed))
    const waiting = await inTurns(eachInSteps(others, matchWaiting))
    const matches = new Map(
      others.map((debit, index) => [debit, withWaitingOrders(found[index] ?? [], waiting[index] ?? [])]),
    )
    return debits.map((debit) => matches.get(debit) ?? ordered.get(debit) ?? [])
  }
}

/** With what was ordered in another currency, where nothing of the debit is used. */
function asInstructed(debit: OpenDebit): OpenDebit {
  const { amount_minor, booked_minor, instructed_currency: currency, instructed_minor } = debit
  if (currency === null || instructed_minor === null || booked_minor !== amount_minor) return debit
  return { ...debit, instructed: { currency, amount_minor: instructed_minor } }
}

/** A bank may name the account by a number of its own: the books tell which account of an order that is. */
async function withOrderingAccounts(
  tx: Tx,
  end_customer_id: string,
  debits: readonly OpenDebit[],
  orderedTargets: readonly OrderedTarget[],
): Promise<readonly OpenDebit[]> {
  const ordering = new Set(orderedTargets.map(({ bank_account }) => bank_account))
  const accounts = await findOrderingAccounts(tx, end_customer_id, debits, [...ordering], todayInSwitzerland())
  return debits.map((debit) => {
    const ordering_accounts = accounts.get(debit.bank_account)
    return ordering_accounts ? { ...debit, ordering_accounts } : debit
  })
}
