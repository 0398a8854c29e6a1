import { isIban } from '../../../accounting/bank/iban.ts'
import { isPaymentReference } from '../../../accounting/documents/payment-references.ts'
import { isNameIn } from '../compare-texts.ts'

/** Of a QR reference; an RF reference has fewer. */
const MOST_LETTERS = 27
/** Of Norway. */
const SHORTEST_IBAN = 15

type SaidReferences = { readonly references: readonly string[]; readonly text: string }

/**
 * Which of some references, without blanks, the text of a debit has as whole words, in blocks or not: somebody has typed them in e-banking, or the bank has put
 * them there. A QR or RF reference in its own field says more than a text.
 */
export function referencesInText({ references, text }: SaidReferences, own: ReadonlySet<string>): string[] {
  if (own.size === 0 || references.some(isPaymentReference)) return []
  return [...new Set(joinedWords(text, (joined) => own.has(joined)))]
}

/** What in a text has the form and the check digits of a QR or RF reference, whose ever it is, without blanks. */
export function paymentReferencesIn(text: string): string[] {
  return [...new Set(joinedWords(text, isPaymentReference))]
}

/** The IBANs in a text, in blocks or not, without blanks. */
function ibansIn(text: string): string[] {
  if (!/\p{L}{2}\d{2}/u.test(text)) return []
  return [...new Set(joinedWords(text, (joined) => joined.length >= SHORTEST_IBAN && isIban(joined)))]
}

type ToldAccount = { readonly name: string | null; readonly account_of_other: string | null; readonly text: string }

/** The accounts that the other side of a movement may have: its own, or where nobody is named in a place of its own, what stands in the text. */
export function accountsTold({ name, account_of_other, text }: ToldAccount): readonly string[] {
  if (account_of_other !== null) return [account_of_other]
  return name === null ? ibansIn(text) : []
}

type CreditorOfDocument = { readonly partner_name: string; readonly iban: string | null }

/** Whether a text tells a creditor, by all words of its name or by the account of its document. */
export function tellsCreditor(text: string, { partner_name, iban }: CreditorOfDocument): boolean {
  return isNameIn(text, partner_name) || (iban !== null && ibansIn(text).includes(iban))
}

/** Whole words of a text, and neighbours put together, that are meant. */
function joinedWords(text: string, isMeant: (joined: string) => boolean): string[] {
  const words = text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const found: string[] = []
  for (const start of words.keys()) {
    let joined = ''
    for (let at = start; at < words.length && joined.length < MOST_LETTERS; at += 1) {
      joined += words[at]
      if (isMeant(joined)) found.push(joined)
    }
  }
  return found
}
