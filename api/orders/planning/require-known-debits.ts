import type { PaymentOrderRequest } from '../../../shared/contract/orders/payment-order-request.ts'
import { type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import { uuidOf } from '../../../shared/process/ids.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findKnownBankEntries } from '../../../shared/store/orders/paid-already/known-bank-entries.ts'

/**
 * Who accepts a debit has looked at it: an id that means none is a slip, and the debit that was meant would go on holding the order back.
 *
 * @throws ApiError validation_failed with each id that is no bank entry of the end customer, or no debit
 */
export async function requireKnownDebits(
  db: Db,
  end_customer_id: string,
  { accepted_debits = [] }: Pick<PaymentOrderRequest, 'accepted_debits'>,
): Promise<void> {
  const ids = accepted_debits.map((text) => uuidOf('camt053_entry', text) ?? uuidOf('camt054_entry', text))
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))]
  const known = await findKnownBankEntries(db, end_customer_id, wanted)
  const details = ids.flatMap((id, index): ErrorDetail[] => {
    const pointer = `/accepted_debits/${index}`
    const entry = id === null ? undefined : known.get(id)
    if (!entry) return [{ pointer, code: 'not_found', message: 'There is no such bank entry for this end customer.' }]
    if (entry.is_debit) return []
    const message = 'This is no debit that the bank has booked or announced, so it has paid nothing: leave it out.'
    return [{ pointer, code: 'not_allowed', message }]
  })
  if (details.length > 0) throw validationFailed(details)
}
