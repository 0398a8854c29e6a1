import { isPaymentReference } from '../../../accounting/documents/payment-references.ts'
import { compact } from '../compare-texts.ts'

/** A payment that is allocated to documents. */
type AllocatedPayment = {
  /** What the bank says that it pays. */
  readonly references: readonly string[]
  /** Of these, what other documents have. */
  readonly of_others: readonly string[]
  /** Those of the documents that it is allocated to. */
  readonly own: readonly (string | null)[]
  /** Of its references, what documents have that it has paid in full: what is left of it may pay anything. */
  readonly paid_up: readonly string[]
}

/**
 * The QR or RF reference of a payment that none of its documents has; null where it has none. Documents without one may have been made without it: only
 * one that another document has tells then.
 */
export function otherReferenceOf({ references, of_others, own, paid_up }: AllocatedPayment): string | null {
  const structured = references.filter(isPaymentReference)
  const known = new Set(own.flatMap((reference) => (reference === null ? [] : compact(reference))))
  if (structured.some((reference) => known.has(compact(reference)) || paid_up.includes(reference))) return null
  const tells = own.some((reference) => reference !== null && isPaymentReference(reference))
  return structured.find((reference) => tells || of_others.includes(reference)) ?? null
}
