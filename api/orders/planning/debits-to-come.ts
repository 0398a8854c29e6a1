import type { DebitFit } from '../../../shared/camt053/matching/orders/debits-of-payables.ts'
import { namesAnOrder } from '../../../shared/camt053/matching/orders/match-waiting-orders.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { publicId } from '../../../shared/process/ids.ts'
import type { OpenDebit } from '../../../shared/store/bank/open-movements.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import type { KindOfTold } from '../../../shared/store/orders/paid-already/announced-debits.ts'
import { findNotifiedDebits, findPartsOfNotified } from '../../../shared/store/orders/paid-already/notified-debits.ts'
import type { PartOfDebit } from '../../../shared/store/orders/paid-already/parts-of-debits.ts'
import { findPartsOfPending, findPendingDebits } from '../../../shared/store/orders/paid-already/pending-debits.ts'

/** What looks at debits for the payables of an order. */
type LookAtDebits = {
  readonly addFits: (debits: readonly OpenDebit[], kind: KindOfTold) => Promise<void>
  readonly addParts: (parts: readonly PartOfDebit[], kind: KindOfTold) => Promise<void>
  /** What debits name by a batch of ours, or by a payment for a document that was reversed. */
  readonly namedBy: (
    debits: readonly OpenDebit[],
  ) => Promise<readonly (readonly Pick<DebitFit, 'payable' | 'is_certain'>[])[]>
  readonly add: (id: string, payable: string, is_certain: boolean, kind: KindOfTold) => void
}

/**
 * Debits that no bank statement has as booked yet: a notification (camt.054) tells that they are, or they are pending, in either.
 *
 * @returns the public ids of those that are pending
 */
export async function addDebitsToCome(
  db: Db,
  end_customer_id: string,
  look: LookAtDebits,
): Promise<ReadonlySet<string>> {
  const notified = await findNotifiedDebits(db, end_customer_id)
  await addNamed(
    notified.filter(({ is_named_in_statement }) => !is_named_in_statement),
    'camt054_entry',
    look,
  )
  const others = notified.filter((debit) => !namesAnOrder(debit) && !debit.is_in_statement)
  await look.addFits(others, 'camt054_entry')
  await look.addParts(await findPartsOfNotified(db, end_customer_id), 'camt054_entry')
  const pending = await findPendingDebits(db, end_customer_id, todayInSwitzerland())
  const parts = await findPartsOfPending(db, end_customer_id, pending)
  for (const kind of ['camt053_entry', 'camt054_entry'] as const) {
    const own = pending.filter((debit) => debit.kind === kind)
    const ids = new Set(own.map(({ entry_id }) => entry_id))
    await addNamed(own, kind, look)
    await look.addFits(
      own.filter((debit) => !namesAnOrder(debit)),
      kind,
    )
    await look.addParts(
      parts.filter(({ entry_id }) => ids.has(entry_id)),
      kind,
    )
  }
  return new Set(pending.map(({ kind, entry_id }) => publicId(kind, entry_id)))
}

/** What names a payment or batch of ours is nothing else. */
async function addNamed(debits: readonly OpenDebit[], kind: KindOfTold, { namedBy, add }: LookAtDebits): Promise<void> {
  const naming = debits.filter(namesAnOrder)
  const named = await namedBy(naming)
  for (const [index, debit] of naming.entries())
    for (const { payable, is_certain } of named[index] ?? []) add(debit.entry_id, payable, is_certain, kind)
}
