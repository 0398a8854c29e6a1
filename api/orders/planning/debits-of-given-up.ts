import type { PayableToOrder } from '../../../shared/accounting/orders/order-terms.ts'
import type { DebitFit } from '../../../shared/camt053/matching/orders/debits-of-payables.ts'
import { createOrderMatcher } from '../../../shared/camt053/matching/orders/match-ordered.ts'
import { createWaitingOrderMatcher } from '../../../shared/camt053/matching/orders/match-waiting-orders.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { eachInSteps, type InTurns } from '../../../shared/process/in-turns.ts'
import type { OpenDebit } from '../../../shared/store/bank/open-movements.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findOrderingAccounts } from '../../../shared/store/orders/accounts/ordering-accounts.ts'
import { findOrderedTargets, findTogetherOrdered } from '../../../shared/store/orders/ordered-targets.ts'
import type { OrderedAlike } from '../../../shared/store/orders/paid-already/payables-alike.ts'

type NamedPayable = Pick<DebitFit, 'payable' | 'is_certain'>

/** With less a batch is named, and not which of its payments. */
const SURE = 85

/** What a debit may be of orders. */
type FitOfOrders = {
  /** Ids of the payables to order. */
  readonly own: readonly string[]
  /** It may be a payment that still waits, of another payable. */
  readonly is_of_other: boolean
}

/**
 * Debits that may be payments which were ordered for these payables before and given up since, or for one that was reversed and is entered
 * anew as one of these: the bank may have made them all the same.
 *
 * @param owed all that their suppliers are owed
 */
export async function debitsOfGivenUp(
  db: Db,
  end_customer_id: string,
  payables: readonly PayableToOrder[],
  { alike, owed }: { readonly alike: readonly OrderedAlike[]; readonly owed: readonly { readonly id: string }[] },
  inTurns: InTurns,
) {
  const own = new Map(payables.map(({ supplier_payable_id: id }) => [id, [id]]))
  const reversed = alike.filter(({ is_reversed }) => is_reversed)
  for (const { id, alike_id } of reversed) own.set(alike_id, [...(own.get(alike_id) ?? []), id])
  const together = new Set([...own.keys(), ...(await findTogetherOrdered(db, end_customer_id, [...own.keys()]))])
  const today = todayInSwitzerland()
  const targets = await findOrderedTargets(
    db,
    end_customer_id,
    [...new Set([...together, ...owed.map(({ id }) => id)])],
    today,
  )
  const matchNamed = createOrderMatcher(targets)
  const match = createWaitingOrderMatcher(
    targets.map((target) => ({
      ...target,
      is_waiting: target.is_waiting || (together.has(target.id) && !target.is_ordered),
    })),
  )
  const waiting = new Set(targets.flatMap(({ id, is_waiting }) => (is_waiting && !own.has(id) ? [id] : [])))
  const ordering = [...new Set(targets.map(({ bank_account }) => bank_account))]
  const fitsOf = async (debits: readonly OpenDebit[]): Promise<ReadonlyMap<OpenDebit, FitOfOrders>> => {
    const accounts = await findOrderingAccounts(db, end_customer_id, debits, ordering, today)
    const matched = eachInSteps(debits, (debit): [OpenDebit, FitOfOrders] => {
      const ordering_accounts = accounts.get(debit.bank_account) ?? [debit.bank_account]
      const ids = match({ ...debit, ordering_accounts }).map(({ target_id }) => target_id)
      return [debit, { own: ids.flatMap((id) => own.get(id) ?? []), is_of_other: ids.some((id) => waiting.has(id)) }]
    })
    return new Map(await inTurns(matched))
  }
  /**
   * What debits name by a batch of ours, or by a payment for a document that was reversed, and how sure that is. The payment of the payable itself is
   * looked for where it is locked.
   */
  const namedBy = async (debits: readonly OpenDebit[]): Promise<readonly (readonly NamedPayable[])[]> =>
    inTurns(
      eachInSteps(debits, (debit) =>
        matchNamed(debit).flatMap(({ target_id, score, reasons }) =>
          (own.get(target_id) ?? [])
            .filter((payable) => payable !== target_id || !reasons.includes('end_to_end_id'))
            .map((payable) => ({ payable, is_certain: score >= SURE })),
        ),
      ),
    )
  return { namedBy, fitsOf }
}
