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
  const words = text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const found = new Set<string>()
  for (const start of words.keys()) {
    let joined = ''
    for (let at = start; at < words.length && joined.length < MOST_LETTERS; at += 1) {
      joined += words[at]
      if (own.has(joined)) found.add(joined)
    }
  }
  return [...found]
}
