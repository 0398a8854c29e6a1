import { withoutBlanks } from '../../../shared/accounting/orders/payment-to-order.ts'
import type { PaymentOrderRequest } from '../../../shared/contract/orders/payment-order-request.ts'
import { type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import { uuidOf } from '../../../shared/process/ids.ts'

type PaidTo = { readonly supplier_payable_id: string; readonly creditor_iban: string | null }

/**
 * Who accepts an IBAN has checked it for a payment: one that none goes to is a slip, or was meant for another order.
 *
 * @param payables all that the request means, also what a selection leaves out
 * @throws ApiError validation_failed with each IBAN to which no payment goes
 */
export function requireUsedIbans(
  payables: readonly PaidTo[],
  { accepted_ibans = [], instructions = [] }: PaymentOrderRequest,
): void {
  const instructed = new Map(
    instructions.map(({ supplier_payable_id, creditor }) => [
      uuidOf('supplier_payable', supplier_payable_id),
      creditor?.iban,
    ]),
  )
  const used = new Set(
    payables.map(({ supplier_payable_id: id, creditor_iban }) => withoutBlanks(instructed.get(id) ?? creditor_iban)),
  )
  const details = accepted_ibans.flatMap((iban, index): ErrorDetail[] => {
    if (used.has(withoutBlanks(iban))) return []
    const message =
      'No payment of the order goes to this IBAN: leave it out, or name the payable that it was checked for.'
    return [{ pointer: `/accepted_ibans/${index}`, code: 'not_found', message }]
  })
  if (details.length > 0) throw validationFailed(details)
}
