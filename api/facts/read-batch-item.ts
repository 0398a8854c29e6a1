import { customerInvoiceRequest } from '../../shared/contract/facts/customer-invoices.ts'
import { expenseDocumentRequest } from '../../shared/contract/facts/expense-documents.ts'
import { journalVoucherRequest } from '../../shared/contract/facts/journal-vouchers.ts'
import type { FactRequests } from '../../shared/contract/facts/source-facts.ts'
import type { ErrorDetail } from '../../shared/contract/platform/errors.ts'
import { covers } from '../http/admission/caller.ts'
import type { Slice } from '../http/admission/turns.ts'
import { type BodyValidator, bodyValidator } from '../http/body/body-validator.ts'
import type { ReceivedItem, RejectedItem } from '../http/endpoint.ts'
import { factOf, wrongLines } from './new-fact.ts'

const VALIDATORS: Readonly<Record<keyof FactRequests, BodyValidator>> = {
  expense_document: bodyValidator(expenseDocumentRequest),
  customer_invoice: bodyValidator(customerInvoiceRequest),
  journal_voucher: bodyValidator(journalVoucherRequest),
}

/** The answer to an item of an end customer that the key does not cover. */
export const FORBIDDEN: readonly ErrorDetail[] = [
  { pointer: '/end_customer_id', code: 'forbidden', message: 'Use a key that covers this end customer.' },
]

export type BatchItem = ReturnType<typeof factOf>

/** An item as a fact, or everything that is wrong with it; pointers start at the item. */
export async function readBatchItem(item: ReceivedItem, slice: Slice): Promise<BatchItem | RejectedItem> {
  const { value, unsafe, most_details, caller } = item
  const { fact_type } = value as { fact_type?: unknown }
  // No lookup before that: an object as a name is made a text, by a function that the sender may have replaced.
  if (typeof fact_type !== 'string' || !Object.hasOwn(VALIDATORS, fact_type)) {
    const message = `It must be one of ${Object.keys(VALIDATORS).join(', ')}.`
    return { details: [{ pointer: '/fact_type', code: fact_type === undefined ? 'required' : 'not_allowed', message }] }
  }
  const validate = VALIDATORS[fact_type as keyof FactRequests]
  const wrong = await validate(value, unsafe, slice, most_details)
  if (wrong.length > 0) return { details: wrong }
  const body = value as FactRequests[keyof FactRequests]
  const details = wrongLines(fact_type as keyof FactRequests, body, most_details)
  if (details.length > 0) return { details }
  const end_customer_id = body.end_customer_id.toLowerCase()
  if (!covers(caller, end_customer_id)) return { details: FORBIDDEN }
  return factOf(fact_type as keyof FactRequests, body, item, { ...item, end_customer_id })
}

export function isForbidden(item: BatchItem | RejectedItem): boolean {
  return 'details' in item && item.details === FORBIDDEN
}
