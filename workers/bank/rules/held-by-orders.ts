import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { MOST_DAYS_MOVED } from '../../../shared/camt053/matching/orders/fits-of-orders.ts'
import { mayHoldPayment } from '../../../shared/camt053/matching/orders/held-debits.ts'
import { ruledBankEntryOf } from '../../../shared/camt053/matching/ruled-bank-entry.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { eachInSteps, inTurns } from '../../../shared/process/in-turns.ts'
import type { EntryToRule } from '../../../shared/store/bank-rules/entries-to-rule.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { findOrderingAccounts } from '../../../shared/store/orders/accounts/ordering-accounts.ts'
import { findAwaitedPayments } from '../../../shared/store/orders/awaited-payments.ts'

type AwaitedPayments = {
  readonly from: string
  /** The accounts that pay. */
  readonly ordering: readonly string[]
  readonly isHeld: ReturnType<typeof mayHoldPayment>
}

/**
 * Finds, of bank entries that automatic rules would book, the ids of the debits that may be payments of orders: people decide about them.
 * The payments are read once for many pages of bank entries, and not at all where there is no debit.
 */
export function heldByOrders(tx: Tx, end_customer_id: string) {
  let awaited: AwaitedPayments | null = null
  return async (entries: readonly EntryToRule[]): Promise<ReadonlySet<string>> => {
    const debits = entries.filter(({ credit_debit }) => credit_debit === 'DBIT')
    const [first] = debits.map(({ booking_date }) => booking_date).sort()
    if (first === undefined) return new Set()
    const from = addDays(first, -MOST_DAYS_MOVED)
    if (awaited === null || from < awaited.from) awaited = await readAwaited(tx, end_customer_id, from)
    return awaited.ordering.length === 0 ? new Set() : findHeld(tx, end_customer_id, debits, awaited)
  }
}

async function readAwaited(tx: Tx, end_customer_id: string, from: string): Promise<AwaitedPayments> {
  const payments = await findAwaitedPayments(tx, end_customer_id, from)
  const ordering = [...new Set(payments.map(({ bank_account }) => bank_account))]
  return { from, ordering, isHeld: mayHoldPayment(payments) }
}

async function findHeld(
  tx: Tx,
  end_customer_id: string,
  debits: readonly EntryToRule[],
  { ordering, isHeld }: AwaitedPayments,
): Promise<ReadonlySet<string>> {
  const accounts = await findOrderingAccounts(tx, end_customer_id, debits, ordering, todayInSwitzerland())
  const mayBeOrdered = eachInSteps(debits, (entry) => {
    const { entry_id, bank_account, currency, amount_minor, booking_date: day, created_at: came_at } = entry
    const { transactions } = ruledBankEntryOf(entry)
    const of_account = accounts.get(bank_account) ?? [bank_account]
    const debit = { accounts: of_account, currency, amount_minor, day, came_at, transactions }
    return isHeld(debit) ? [entry_id] : []
  })
  return new Set((await inTurns(mayBeOrdered)).flat())
}
