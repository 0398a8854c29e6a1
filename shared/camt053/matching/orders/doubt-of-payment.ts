import { isPaymentReference } from '../../../accounting/documents/payment-references.ts'
import { compact } from '../compare-texts.ts'
import { type DatedDocument, isWithoutMonths, laterMonthIn, textOfMonths } from '../named/months-of-bills.ts'
import { isNumberSaid, otherNumberIn, type SaidNumbers, saidNumbers } from '../named/other-number.ts'
import { hasOwnReference } from './other-reference.ts'

/** Another document whose number the text of a payment has: open with just its amount, or paid before, of the same customer and amount. */
export type NumberedDocument = {
  /** As clients see it. */
  readonly id: string
  readonly number: string
  readonly is_open: boolean
}

/** A payment that is allocated to documents. */
export type DoubtedPayment = {
  /** What the bank says that it pays. */
  readonly references: readonly string[]
  readonly text: string
  readonly debtor_name: string | null
  readonly debtor_account: string | null
  /** Of the references, what other documents have. */
  readonly of_others: readonly string[]
  /** Those of the documents that it is allocated to. */
  readonly own: readonly (string | null)[]
  /** Of its references, what documents have that it has paid in full: what is left of it may pay anything. */
  readonly paid_up: readonly string[]
  /** Of its references, what documents have that were paid before, of the same customer and amount: those of a standing order. */
  readonly paid_before: readonly string[]
  /** All documents that it has paid in full. */
  readonly documents_paid_up: readonly DatedDocument[]
  /** That it is allocated to. */
  readonly own_documents: readonly DatedDocument[]
  readonly numbered: readonly NumberedDocument[]
  /** A document that is open with just its amount, as clients see its id: of a customer with the name of the payer, or whom its account has paid for. */
  readonly billed_elsewhere: string | null
}

/** Why a payment may be for another document than those that it is allocated to, as it follows its name; null where it tells nothing else. */
export function doubtOfPayment(payment: DoubtedPayment): string | null {
  const reference = otherReferenceOf(payment)
  if (reference !== null) return `has the reference ${reference}, and none of its lines is for a document that has it`
  const said = saidNumbers(payment.text)
  const isOwn = namesOwn(payment, said)
  const number = isOwn ? null : otherNumberOf(payment, said)
  if (number !== null) return `names the number ${number}, and none of its lines is for a document that has it`
  // What has paid a document in full may pay anything with the rest.
  return isOwn || payment.paid_up.length > 0 ? null : (openElsewhere(payment) ?? laterMonthOf(payment))
}

/** The month, or the day, of a later bill than all that it is allocated to, and than all that it has paid in full: once it has paid that bill, the rest may pay anything. */
function laterMonthOf({ text, own_documents, documents_paid_up }: DoubtedPayment): string | null {
  const read = textOfMonths(text)
  if (isWithoutMonths(read)) return null
  const [month = null, ...more] = [...own_documents, ...documents_paid_up].map((one) => laterMonthIn(read, one))
  if (month === null || more.includes(null)) return null
  const days = own_documents.map(({ document_date }) => document_date)
  return `names a bill of ${month}, and none of its lines is for a document of later than ${days.toSorted().at(-1)}`
}

/**
 * The QR or RF reference of a payment that none of its documents has; null where it has none. Documents without one may have been made without it: only
 * one that another document has tells then.
 */
function otherReferenceOf({ references, of_others, own, paid_up, paid_before }: DoubtedPayment): string | null {
  const structured = references.filter(isPaymentReference)
  const known = new Set(own.flatMap((reference) => (reference === null ? [] : compact(reference))))
  const isExplained = (reference: string) => [paid_up, paid_before].some((explained) => explained.includes(reference))
  if (structured.some((reference) => known.has(compact(reference)) || isExplained(reference))) return null
  const tells = own.some((reference) => reference !== null && isPaymentReference(reference))
  return structured.find((reference) => tells || of_others.includes(reference)) ?? null
}

/** The number of another document that its text names. */
function otherNumberOf({ own_documents, numbered }: DoubtedPayment, said: SaidNumbers): string | null {
  const [first = null] = own_documents.flatMap(({ document_number }) => otherNumberIn(said, document_number) ?? [])
  return numbered.length > 0 && numbered.every(({ is_open }) => !is_open) ? null : first
}

/** One of its documents, by reference or number; also one that it has paid in full, by its number. */
function namesOwn(payment: DoubtedPayment, said: SaidNumbers): boolean {
  const { references, own, own_documents, documents_paid_up } = payment
  const numbers = [...own_documents, ...documents_paid_up].map(({ document_number }) => document_number)
  return (
    own.some((reference) => hasOwnReference(references, reference)) ||
    numbers.some((number) => number !== null && isNumberSaid(said, number))
  )
}

function openElsewhere({ numbered, billed_elsewhere, debtor_name, debtor_account }: DoubtedPayment): string | null {
  const named = numbered.find(({ is_open }) => is_open)
  if (named)
    return `names the number ${named.number}, and none of its lines is for ${named.id}, which has it and is open with just that amount`
  if (billed_elsewhere === null) return null
  const payer = [debtor_name, debtor_account].filter((told) => told !== null).join(', ')
  return `comes from ${payer}, and none of its lines is for ${billed_elsewhere}, a document of that customer that is open with just that amount`
}
