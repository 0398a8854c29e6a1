import { debitGivenToOther } from '../../../shared/accounting/orders/debits-to-look-at.ts'
import { secondOfOneBill } from '../../../shared/accounting/orders/one-bill.ts'
import type { OrderTerms } from '../../../shared/accounting/orders/order-terms.ts'
import { type PlannedPayment, planPayments } from '../../../shared/accounting/orders/plan-payments.ts'
import type { PaymentOrderRequest } from '../../../shared/contract/orders/payment-order-request.ts'
import { eachInSteps, inTurns } from '../../../shared/process/in-turns.ts'
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
 * Of a selection, what can be ordered: one that waits for a look, or that no bank pays like that, would keep all others from being paid. Whoever names a payable wants that one, and
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
    const terms = await termsOf(db, end_customer_id, body, message_id, payables, found)
    const now = body.payables ? new Map<string, LeftOut>() : await unfit(payables, terms)
    if (now.size === 0) return { terms, payables, held }
    held.push(...now.values())
    payables = payables.filter(({ public_id }) => !now.has(public_id))
  }
}

/** Hundreds of payables may each have many that are alike. */
async function unfit(payables: readonly PointedPayable[], terms: OrderTerms): Promise<ReadonlyMap<string, LeftOut>> {
  const before = new Set<string>()
  const leave = ({ payable, defects, warnings }: PlannedPayment) => {
    const { public_id } = payables[before.size] as PointedPayable
    const waits = [debitGivenToOther(warnings), secondOfOneBill(payable, terms, before)]
    before.add(public_id)
    return leftOut(public_id, [...defects, ...waits.flatMap((one) => one ?? [])])
  }
  const left_out = await inTurns(eachInSteps(planPayments(payables, terms), leave))
  return new Map(left_out.flat().map((one) => [one.supplier_payable_id, one]))
}

function leftOut(public_id: string, defects: PlannedPayment['defects']): LeftOut[] {
  const [first] = defects
  if (!first) return []
  const message = defects.map((defect) => defect.message).join(' ')
  return [{ supplier_payable_id: public_id, code: first.code, message }]
}
