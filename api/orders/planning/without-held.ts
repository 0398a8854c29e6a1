import type { OrderTerms } from '../../../shared/accounting/orders/order-terms.ts'
import { heldBack } from '../../../shared/accounting/orders/plan-payments.ts'
import type { PaymentOrderRequest } from '../../../shared/contract/orders/payment-order-request.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import type { LeftOut, PointedPayable } from '../lock-payables.ts'
import { termsOf } from './terms-of-order.ts'

/** What is ordered of what was found, on which terms, and what is held back. */
type WithoutHeld = {
  readonly terms: OrderTerms
  readonly payables: readonly PointedPayable[]
  readonly held: readonly LeftOut[]
}

/**
 * Of a selection, what nothing holds back, a debit or a discount that was taken: one that waits for a look would keep all others from being paid. Whoever names a payable wants that one, and
 * is refused. What is left is looked at anew, as a debit that names nobody may be the sum of just that.
 */
export async function withoutHeld(
  db: Db,
  end_customer_id: string,
  body: PaymentOrderRequest,
  message_id: string,
  found: readonly PointedPayable[],
): Promise<WithoutHeld> {
  const held: LeftOut[] = []
  for (let payables = found; ; ) {
    const terms = await termsOf(db, end_customer_id, body, message_id, payables)
    const now = body.payables ? [] : payables.filter((payable) => heldBack(payable, terms) !== null)
    if (now.length === 0) return { terms, payables, held }
    held.push(...now.flatMap((payable) => leftOut(payable, terms)))
    payables = payables.filter((payable) => !now.includes(payable))
  }
}

function leftOut(payable: PointedPayable, terms: OrderTerms): LeftOut[] {
  const defect = heldBack(payable, terms)
  return defect ? [{ supplier_payable_id: payable.public_id, code: defect.code, message: defect.message }] : []
}
