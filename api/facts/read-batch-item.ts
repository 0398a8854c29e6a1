import { customerInvoiceRequest } from '../../shared/contract/facts/customer-invoices.ts'
import { expenseDocumentRequest } from '../../shared/contract/facts/expense-documents.ts'
import { journalVoucherRequest } from '../../shared/contract/facts/journal-vouchers.ts'
import type { FactRequests } from '../../shared/contract/facts/source-facts.ts'
import type { ErrorDetail } from '../../shared/contract/platform/errors.ts'
import { covers } from '../http/admission/caller.ts'
import { bodyValidator, type Validator } from '../http/body/validate.ts'
import type { BatchRequest } from '../http/endpoint.ts'
import { factOf, wrongLines } from './new-fact.ts'

const VALIDATORS: Readonly<Record<keyof FactRequests, Validator>> = {
  expense_document: bodyValidator(expenseDocumentRequest),
  customer_invoice: bodyValidator(customerInvoiceRequest),
  journal_voucher: bodyValidator(journalVoucherRequest),
}

export type BatchItem = ReturnType<typeof factOf>
export type RejectedItem = { readonly details: readonly ErrorDetail[] }

/** An item as a fact, or everything that is wrong with it; pointers start at the item. */
export function readBatchItem(item: unknown, index: number, request: BatchRequest<unknown>): BatchItem | RejectedItem {
  const { fact_type } = item as { fact_type?: unknown }
  const validate = VALIDATORS[fact_type as keyof FactRequests]
  if (!Object.hasOwn(VALIDATORS, String(fact_type)) || !validate) {
    const message = `It must be one of ${Object.keys(VALIDATORS).join(', ')}.`
    return { details: [{ pointer: '/fact_type', code: fact_type === undefined ? 'required' : 'not_allowed', message }] }
  }
  const prefix = `/items/${index}`
  const unsafe = request.unsafe.flatMap((detail) =>
    detail.pointer.startsWith(`${prefix}/`) ? [{ ...detail, pointer: detail.pointer.slice(prefix.length) }] : [],
  )
  const wrong = validate(item).filter(({ pointer }) => !unsafe.some((detail) => detail.pointer === pointer))
  if (unsafe.length + wrong.length > 0) return { details: [...unsafe, ...wrong] }
  const body = item as FactRequests[keyof FactRequests]
  const details = wrongLines(fact_type as keyof FactRequests, body)
  if (details.length > 0) return { details }
  const end_customer_id = body.end_customer_id.toLowerCase()
  if (!covers(request.caller, end_customer_id)) {
    const message = 'Use a key that covers this end customer.'
    return { details: [{ pointer: '/end_customer_id', code: 'forbidden', message }] }
  }
  const item_hash = request.item_hashes[index] as string
  return factOf(fact_type as keyof FactRequests, body, item_hash, { ...request, end_customer_id })
}
