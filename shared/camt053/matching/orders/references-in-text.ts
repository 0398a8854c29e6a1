import { isPaymentReference } from '../../../accounting/documents/payment-references.ts'

/** Of a QR reference; an RF reference has fewer. */
const MOST_LETTERS = 27

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
