import { isPaymentReference } from '../../../accounting/documents/payment-references.ts'
import { compact } from '../compare-texts.ts'

/**
 * Whether money carries QR or RF references, and none of them is that of an item: it pays another one of the same creditor. An item that has
 * none, or something else in its place, may have been entered without it.
 */
export function isOfOtherReference(references: readonly string[], own: string | null): boolean {
  if (own === null || !isPaymentReference(own)) return false
  const structured = references.map(compact).filter(isPaymentReference)
  return structured.length > 0 && !structured.includes(compact(own))
}
