import { isQrIban } from '../../../accounting/bank/iban.ts'
import { isPaymentReference } from '../../../accounting/documents/payment-references.ts'
import { areSimilarNames, bare, compact, hasSameWords } from '../compare-texts.ts'
import { laterMonthIn, textOfMonths } from '../named/months-of-bills.ts'
import { isEndSaid, isNumberSaid, otherNumberIn, type SaidNumbers, saidNumbers } from '../named/other-number.ts'
import { hasOwnReference, isOfOtherReference } from './other-reference.ts'

/** What one payment of a bank entry tells. */
type ToldPart = {
  readonly names: readonly string[]
  readonly account: string | null
  readonly references: readonly string[]
  readonly text: string
  /** In the smallest unit; null where the bank does not tell it. */
  readonly amount: string | null
  /** Another payable of just its amount that is open, as clients see its id: its document has the account, or its supplier the whole name; or the text tells it, and nobody else. */
  readonly open_elsewhere: string | null
}

/** Another open payable whose number a bank entry names. */
export type NumberOfOther = {
  readonly document_number: string
  readonly open_amount_minor: bigint
  readonly is_of_supplier: boolean
}

/** What a bank entry tells, and a payable that it is used for. */
export type ToldEvidence = {
  readonly payment_reference: string | null
  readonly document_number: string | null
  readonly document_date: string
  readonly due_date: string | null
  readonly partner_name: string
  /** It names a payment that was ordered for the payable, or its batch. */
  readonly names_payable: boolean
  /** A payment or a batch of ours that it names. */
  readonly named_payment: string | null
  /** Where its supplier is paid, and was before. */
  readonly accounts: readonly string[]
  /** References that it names and another item has. */
  readonly of_other_items: readonly string[]
  /** References of items that it has paid, and of which nothing is open. */
  readonly paid_up: readonly string[]
  /** The numbers of all of these. */
  readonly numbers_paid_up: readonly string[]
  readonly numbers_of_others: readonly NumberOfOther[]
  readonly parts: readonly ToldPart[]
}

/** What speaks against it. */
export type EvidenceDoubt = {
  /** As it follows the name of the bank entry. */
  readonly words: string
  /** It names another payment of ours. */
  readonly is_of_other_payment: boolean
}

/**
 * Why a bank entry may be the money of something else than the payable that it is used for: what it names, in words. Null where something that it tells fits the
 * payable, or where it tells nothing.
 */
export function doubtIn(told: ToldEvidence): EvidenceDoubt | null {
  const { names_payable, named_payment, parts } = told
  if (names_payable) return null
  if (named_payment !== null)
    return { words: `names ${named_payment}, which an order pays for something else`, is_of_other_payment: true }
  const words = otherIn(parts, told)
  return words === null ? null : { words, is_of_other_payment: false }
}

function otherIn(parts: readonly ToldPart[], told: ToldEvidence): string | null {
  const isOfSupplier = (part: ToldPart) => !isOfOtherSupplier(part, told)
  const of_supplier = parts.filter(isOfSupplier)
  const isOfOther = (part: ToldPart) =>
    hasOtherReference(part, told) || otherNumberOf(part, told) !== null || laterMonthOf(part, told) !== null
  if (!of_supplier.every(isOfOther)) return null
  const [named] = of_supplier
  if (named && hasOtherReference(named, told))
    return `has the reference ${named.references.join(', ')}, and the payable ${inWords(told.payment_reference)}`
  const number = named && otherNumberOf(named, told)
  if (number) return `names the number ${number}, and the payable ${inWords(told.document_number)}`
  if (named) return `names a bill of ${laterMonthOf(named, told)}, and the payable is of ${told.document_date}`
  const [first] = parts
  if (!first) return null
  if (first.open_elsewhere !== null && first.names.length === 0 && first.account === null)
    return `tells the supplier of ${first.open_elsewhere}, which is open with just that amount`
  const to = `goes to ${[...first.names, ...(first.account ? [first.account] : [])].join(', ')}`
  return first.open_elsewhere === null
    ? to
    : `${to}, as ${first.open_elsewhere} does, which is open with just that amount`
}

function inWords(own: string | null): string {
  return own === null ? 'has none' : `has ${own}`
}

/**
 * A document that has no QR or RF reference may have been entered without it: only one that another item has tells then. What one
 * payment has left where the item of its reference is paid may pay anything; of several payments each is for its own.
 */
function hasOtherReference(
  { references }: ToldPart,
  { payment_reference: own, of_other_items, paid_up, parts }: ToldEvidence,
): boolean {
  const structured = references.filter(isPaymentReference)
  if (parts.length === 1 && structured.some((reference) => paid_up.includes(reference))) return false
  if (own !== null && isPaymentReference(own)) return isOfOtherReference(references, own)
  return structured.length > 0 && structured.every((reference) => of_other_items.includes(reference))
}

/** What is left where the number has been paid may pay anything. */
function otherNumberOf(part: ToldPart, told: ToldEvidence): string | null {
  const { payment_reference, document_number, numbers_paid_up, parts } = told
  if (hasOwnReference(part.references, payment_reference)) return null
  const said = saidNumbers(part.text)
  if (parts.length === 1 && numbers_paid_up.some((number) => isNumberSaid(said, number))) return null
  return otherNumberIn(said, document_number) ?? numberOfOpenIn(said, part, told)
}

/** A month alone says nothing beside what is named. */
function laterMonthOf({ references, text }: ToldPart, told: ToldEvidence): string | null {
  const { payment_reference, document_number, numbers_paid_up } = told
  const said = saidNumbers(text)
  const isNumbered = [document_number, ...numbers_paid_up].some(
    (number) => number !== null && isNumberSaid(said, number),
  )
  return isNumbered || hasOwnReference(references, payment_reference) ? null : laterMonthIn(textOfMonths(text), told)
}

/**
 * It is proposed for the other one, whose amount it has, however the number of this one is written. Of another supplier where nobody is named in a place of its own: else that tells who got the money.
 */
function numberOfOpenIn(
  said: SaidNumbers,
  { amount, names, account }: ToldPart,
  { document_number: own, numbers_of_others }: ToldEvidence,
): string | null {
  if (own !== null && (isNumberSaid(said, own) || isEndSaid(said, own))) return null
  const other = numbers_of_others.find(
    ({ document_number, open_amount_minor, is_of_supplier }) =>
      amount === String(open_amount_minor) &&
      (is_of_supplier || (names.length === 0 && account === null)) &&
      (said.all().has(bare(document_number)) || (is_of_supplier && isEndSaid(said, document_number))),
  )
  return other?.document_number ?? null
}

/**
 * An account of the supplier is its own, whoever gets the money there. Another account than all that are known speaks against a name that is only like
 * it; banks know the owner of a QR-IBAN by another one.
 */
function isOfOtherSupplier(part: ToldPart, told: ToldEvidence): boolean {
  const { names, account } = part
  const { accounts, partner_name } = told
  const to = account === null ? null : compact(account)
  if (to !== null && accounts.includes(to)) return false
  if (part.open_elsewhere !== null && !namesDocument(part, told)) return true
  const isElsewhere = to !== null && accounts.length > 0 && !(accounts.every(isQrIban) && !isQrIban(to))
  if (isElsewhere) return !names.some((name) => hasSameWords(name, partner_name))
  return names.length > 0 && !names.some((name) => areSimilarNames(name, partner_name))
}

function namesDocument({ references, text }: ToldPart, { payment_reference, document_number }: ToldEvidence): boolean {
  if (hasOwnReference(references, payment_reference)) return true
  return document_number !== null && saidNumbers(text).all().has(bare(document_number))
}
