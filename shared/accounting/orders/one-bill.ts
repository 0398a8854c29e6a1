import type { PaymentWarning } from './debits-to-look-at.ts'
import type { PaymentDefect } from './defects-of-payment.ts'
import type { OrderTerms, PayableToOrder, SameReference } from './order-terms.ts'

const MOST_WARNINGS = 5

const STATES = {
  open: 'is to be ordered, too',
  ordered: 'is in an order already',
  paid: 'is paid',
} as const satisfies Record<SameReference['other_state'], string>

/** Who names a payable has seen it, and is told what else would pay the same bill. */
export function warnOfOneBill(payable: PayableToOrder, terms: OrderTerms): PaymentWarning[] {
  return sameAs(payable, terms)
    .slice(0, MOST_WARNINGS)
    .map((same) => ({ code: 'same_reference', entry_id: null, message: messageOf(same) }))
}

/**
 * Of a selection, the first one of each bill is ordered. The next month of a rent that has one reference for ever is no such bill where the month before is paid.
 *
 * @param before public ids of those before it
 */
export function secondOfOneBill(
  payable: PayableToOrder,
  terms: OrderTerms,
  before: ReadonlySet<string>,
): PaymentDefect | null {
  const same = sameAs(payable, terms).find(({ other_id, other_state, is_near }) =>
    other_state === 'open' ? before.has(other_id) : other_state === 'ordered' || is_near,
  )
  if (!same) return null
  return { code: 'same_reference', pointer: '', message: `${messageOf(same)} If both are owed, name it in payables.` }
}

function sameAs({ supplier_payable_id }: PayableToOrder, terms: OrderTerms): readonly SameReference[] {
  return terms.same_references.get(supplier_payable_id) ?? []
}

function messageOf({ other_id, other_state }: SameReference): string {
  return `${other_id} has the same creditor and reference, and ${STATES[other_state]}: for the bank both are one bill. Look whether it was entered twice.`
}
