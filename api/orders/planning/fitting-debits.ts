import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { MOST_DAYS_MOVED } from '../../../shared/camt053/matching/orders/fits-of-orders.ts'
import type { OrderedTarget } from '../../../shared/camt053/matching/orders/match-ordered.ts'
import { createWaitingOrderMatcher } from '../../../shared/camt053/matching/orders/match-waiting-orders.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { eachInSteps, inTurns } from '../../../shared/process/in-turns.ts'
import { findOpenDebitsBetween, MOVEMENTS, type OpenDebit } from '../../../shared/store/bank/open-movements.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findOrderedTargets, findTogetherOrdered } from '../../../shared/store/orders/ordered-targets.ts'
import { findOrderingAccounts } from '../../../shared/store/orders/ordering-accounts.ts'

/**
 * Debits that nobody has booked and that may be payments which were ordered for payables before and given up since, by the payable: the
 * bank may have made these all the same. What was never ordered before costs one look.
 */
export async function findFittingDebits(
  db: Db,
  end_customer_id: string,
  payables: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const together = await findTogetherOrdered(db, end_customer_id, payables)
  if (together.length === 0) return new Map()
  const today = todayInSwitzerland()
  const targets = await findOrderedTargets(db, end_customer_id, together, today)
  const days = daysOf(targets)
  if (days === null) return new Map()
  const given_up = targets.map((target) => ({ ...target, is_waiting: target.is_waiting || !target.is_ordered }))
  const match = createWaitingOrderMatcher(given_up)
  const ordering = [...new Set(targets.map(({ bank_account }) => bank_account))]
  const fitting = new Map<string, string[]>()
  for (let after: string | null = null; ; ) {
    const debits: readonly OpenDebit[] = await findOpenDebitsBetween(db, end_customer_id, days, after)
    const accounts = await findOrderingAccounts(db, end_customer_id, debits, ordering, today)
    const matched = eachInSteps(debits, (debit) => {
      const ordering_accounts = accounts.get(debit.bank_account) ?? [debit.bank_account]
      return { debit, matches: match({ ...debit, ordering_accounts }) }
    })
    for (const { debit, matches } of await inTurns(matched))
      for (const { target_id } of matches)
        fitting.set(target_id, [...(fitting.get(target_id) ?? []), publicId('camt053_entry', debit.entry_id)])
    if (debits.length < MOVEMENTS) return fitting
    after = debits.at(-1)?.id ?? null
  }
}

/** The first and the last day on which the bank may have made one of these payments. */
function daysOf(targets: readonly OrderedTarget[]): { readonly from: string; readonly through: string } | null {
  const [from] = targets.map(({ ordered_on }) => ordered_on).sort()
  const last = targets
    .map(({ execution_date }) => execution_date)
    .sort()
    .at(-1)
  return from === undefined || last === undefined ? null : { from, through: addDays(last, MOST_DAYS_MOVED) }
}
