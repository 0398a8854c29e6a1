import { isPaymentReference } from '../../../accounting/documents/payment-references.ts'
import { compact } from '../compare-texts.ts'
import { isNumberSaid, otherNumberIn, saidNumbers } from '../named/other-number.ts'
import { hasOwnReference } from './other-reference.ts'

/** A payment that is allocated to documents. */
type AllocatedPayment = {
  /** What the bank says that it pays. */
  readonly references: readonly string[]
  readonly text: string
  /** Of these, what other documents have. */
  readonly of_others: readonly string[]
  /** Those of the documents that it is allocated to. */
  readonly own: readonly (string | null)[]
  /** Of its references, what documents have that it has paid in full: what is left of it may pay anything. */
  readonly paid_up: readonly string[]
  /** The numbers of all documents that it has paid in full. */
  readonly numbers_paid_up: readonly string[]
  /** Of the documents that it is allocated to. */
  readonly own_numbers: readonly (string | null)[]
}

/**
 * The QR or RF reference of a payment that none of its documents has; null where it has none. Documents without one may have been made without it: only
 * one that another document has tells then.
 */
function otherReferenceOf({ references, of_others, own, paid_up }: AllocatedPayment): string | null {
  const structured = references.filter(isPaymentReference)
  const known = new Set(own.flatMap((reference) => (reference === null ? [] : compact(reference))))
  if (structured.some((reference) => known.has(compact(reference)) || paid_up.includes(reference))) return null
  const tells = own.some((reference) => reference !== null && isPaymentReference(reference))
  return structured.find((reference) => tells || of_others.includes(reference)) ?? null
}

/** The number of another document that its text names. */
function otherNumberOf({ text, references, own, own_numbers, numbers_paid_up }: AllocatedPayment): string | null {
  const said = saidNumbers(text)
  const [first] = own_numbers.flatMap((number) => otherNumberIn(said, number) ?? [])
  if (first === undefined) return null
  const isSaid = (number: string | null) => number !== null && isNumberSaid(said, number)
  if ([...own_numbers, ...numbers_paid_up].some(isSaid)) return null
  return own.some((reference) => hasOwnReference(references, reference)) ? null : first
}

/** What a payment names, in words, that none of its documents has; null where it names nothing else. */
export function otherDocumentOf(payment: AllocatedPayment): string | null {
  const reference = otherReferenceOf(payment)
  if (reference !== null) return `has the reference ${reference}`
  const number = otherNumberOf(payment)
  return number === null ? null : `names the number ${number}`
}
