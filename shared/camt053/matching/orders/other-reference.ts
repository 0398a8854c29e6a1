import { isPaymentReference } from '../../../accounting/documents/payment-references.ts'
import { compact } from '../compare-texts.ts'
import { otherNumberIn, type SaidNumbers } from '../named/other-number.ts'

/**
 * Whether money carries QR or RF references, and none of them is that of an item: it pays another one of the same creditor. An item that has
 * none, or something else in its place, may have been entered without it.
 */
export function isOfOtherReference(references: readonly string[], own: string | null): boolean {
  if (own === null || !isPaymentReference(own)) return false
  const structured = references.map(compact).filter(isPaymentReference)
  return structured.length > 0 && !structured.includes(compact(own))
}

/** Whether one of these references is that of an item, in whatever place: it is believed before a text. */
export function hasOwnReference(references: readonly string[], own: string | null): boolean {
  return own !== null && references.map(compact).includes(compact(own))
}

type NamedDocument = { readonly payment_reference: string | null; readonly document_number: string | null }

/** The same, or the text has the number of another one. */
export function isOfOtherDocument(
  { references, said }: { readonly references: readonly string[]; readonly said: SaidNumbers },
  { payment_reference: own, document_number }: NamedDocument,
): boolean {
  if (hasOwnReference(references, own)) return false
  return isOfOtherReference(references, own) || otherNumberIn(said, document_number) !== null
}
