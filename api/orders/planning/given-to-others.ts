import type { PayableToOrder } from '../../../shared/accounting/orders/order-terms.ts'
import { withoutBlanks } from '../../../shared/accounting/orders/payment-to-order.ts'
import { isExplainedByItems, isToCreditor } from '../../../shared/camt053/matching/meant/explained-by-items.ts'
import type { DebitFit } from '../../../shared/camt053/matching/orders/debits-of-payables.ts'
import { eachInSteps, type InTurns } from '../../../shared/process/in-turns.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import {
  findDebitsGivenToItems,
  findItemsOfDebits,
} from '../../../shared/store/orders/paid-already/debits-given-to-items.ts'
import type { DebitsToFind, PartOfDebit } from '../../../shared/store/orders/paid-already/parts-of-debits.ts'
import { bookedOtherwise } from './booked-otherwise.ts'

type FitsOf = (debits: readonly PartOfDebit[]) => Promise<readonly (readonly DebitFit[])[]>

/**
 * Debits that would be booked otherwise as an expense, and are booked for items of others instead: one of several bills whose parts tell these payables, or one of the sum of several of a
 * supplier. None where what they are booked for explains the part.
 */
export async function findGivenToOthers(
  db: Db,
  end_customer_id: string,
  payables: readonly PayableToOrder[],
  wanted: DebitsToFind,
  fitsOf: FitsOf,
  inTurns: InTurns,
) {
  // Nothing else from before the date of a document counts.
  const from = payables.map(({ document_date }) => document_date).sort()[0] as string
  const debits = await findDebitsGivenToItems(db, end_customer_id, from, wanted)
  const meant = await inTurns(bookedOtherwise(debits, await fitsOf(debits), payables))
  const items = await findItemsOfDebits(db, end_customer_id, [...new Set(meant.map(({ debit }) => debit.entry_id))])
  const creditors = new Map(payables.map((payable) => [payable.supplier_payable_id, creditorOf(payable)]))
  const given = eachInSteps(meant, (one) => {
    const { debit, payable, is_numbered } = one
    const creditor = creditors.get(payable)
    const booked = items.get(debit.entry_id) ?? []
    if (!creditor || booked.length === 0 || !(is_numbered || isToCreditor(debit, creditor))) return []
    return isExplainedByItems(debit, booked, creditor) ? [] : [one]
  })
  return (await inTurns(given)).flat()
}

function creditorOf({ partner_name, partner_key, creditor_iban }: PayableToOrder) {
  return { partner_name, partner_key, iban: withoutBlanks(creditor_iban) }
}
