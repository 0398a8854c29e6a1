import type { PostedFact } from '../../shared/accounting/facts/entry-of-fact.ts'
import { bookedPaymentsOf, itemChangesOf } from '../../shared/accounting/facts/open-items/changes-of-fact.ts'
import { isControlAccount } from '../../shared/accounting/open-items/new-item.ts'
import type { PostingSettings } from '../../shared/accounting/setup/posting-settings.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { planForTheirValues } from '../../shared/store/journal/plan-mode.ts'
import { bookPayments } from '../../shared/store/open-items/book-payments.ts'
import { saveItemChanges } from '../../shared/store/open-items/change-open-items.ts'
import { keepControlAccounts, type OpenedAccount } from '../../shared/store/open-items/control-accounts.ts'
import type { EntryNumbers } from '../journal/append-entries.ts'

/**
 * Writes what the vouchers of a batch did to open items, apart from those that they opened. No query is made where
 * nothing was done.
 *
 * @param settings as they were before the batch: an account may have become a control account by it
 * @returns the end customers of whom an account has become one
 */
export async function saveChangesOfItems(
  tx: Tx,
  posted: readonly PostedFact[],
  numbers: EntryNumbers,
  settings: ReadonlyMap<string, PostingSettings>,
): Promise<string[]> {
  const vouchers = posted
    .filter(({ item_changes }) => item_changes !== undefined)
    .map((fact) => ({ fact, entry_number: numbers.get(fact.entry.source_id) ?? 0n }))
  if (vouchers.length === 0) return []
  await planForTheirValues(tx)
  const opened = vouchers.flatMap(({ fact, entry_number }) => openedAccounts(fact, entry_number, settings))
  await keepControlAccounts(tx, opened)
  await bookPayments(
    tx,
    vouchers.flatMap(({ fact, entry_number }) => bookedPaymentsOf(fact, entry_number)),
  )
  await saveItemChanges(
    tx,
    vouchers.flatMap(({ fact, entry_number }) => itemChangesOf(fact, entry_number)),
  )
  return [...new Set(opened.map(({ end_customer_id }) => end_customer_id))]
}

function openedAccounts(
  { entry, item_changes = [] }: PostedFact,
  entry_number: bigint,
  settings: ReadonlyMap<string, PostingSettings>,
): OpenedAccount[] {
  const { end_customer_id, lines } = entry
  return item_changes.flatMap(({ opens, line_number }) => {
    const account_code = lines[line_number - 1]?.account_code ?? ''
    if (opens === null || isControlAccount(settings.get(end_customer_id), account_code)) return []
    return [{ end_customer_id, account_code, kind: opens.kind, since_entry_number: entry_number - 1n }]
  })
}
