import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import type { PayableToOrder } from '../../../shared/accounting/orders/order-terms.ts'
import { withoutBlanks } from '../../../shared/accounting/orders/payment-to-order.ts'
import { createNumberLook } from '../../../shared/camt053/matching/named/numbered-elsewhere.ts'
import { eachInSteps, inTurns } from '../../../shared/process/in-turns.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findGivenDebits } from '../../../shared/store/orders/paid-already/given-debits.ts'
import { DAYS_BEFORE, type DebitElsewhere } from '../../../shared/store/orders/paid-already/named-elsewhere.ts'

/**
 * Debits whose text has the number or the month of one of these payables, and that are booked for another item or dismissed.
 *
 * @param known with those of a selection that are left out already: of the month that a text names one of them may be
 */
export async function findNumberedElsewhere(
  db: Db,
  end_customer_id: string,
  payables: readonly PayableToOrder[],
  known: readonly PayableToOrder[],
): Promise<readonly DebitElsewhere[]> {
  const [first] = payables.map(({ document_date }) => document_date).sort()
  if (first === undefined) return []
  const partners = [...new Set(payables.map(({ partner_key }) => partner_key))]
  const ibans = [...new Set(payables.flatMap(({ creditor_iban }) => withoutBlanks(creditor_iban) ?? []))]
  const debits = await findGivenDebits(db, end_customer_id, addDays(first, -DAYS_BEFORE), partners, ibans)
  const look = createNumberLook(payables, known)
  const found = eachInSteps(debits, (debit) =>
    look(debit).map(({ supplier_payable_id }) => {
      const { entry_id, is_dismissed } = debit
      return { supplier_payable_id, entry_id, is_dismissed }
    }),
  )
  return (await inTurns(found)).flat()
}
