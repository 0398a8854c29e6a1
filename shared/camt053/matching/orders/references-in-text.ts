import { isIban } from '../../../accounting/bank/iban.ts'
import { isPaymentReference } from '../../../accounting/documents/payment-references.ts'
import { isNameIn } from '../compare-texts.ts'

/** How what is looked for begins, and how many letters and digits it has. */
type FormOfReference = { readonly begins: RegExp; readonly shortest: number; readonly longest: number }

const QR_REFERENCE: FormOfReference = { begins: /\d/y, shortest: 27, longest: 27 }
const RF_REFERENCE: FormOfReference = { begins: /RF\d\d/y, shortest: 5, longest: 25 }
const ACCOUNT: FormOfReference = { begins: /[A-Z]{2}\d\d/y, shortest: 15, longest: 34 }
const REFERENCES = [QR_REFERENCE, RF_REFERENCE]

/** So many neighbours are looked at: thirty references in blocks of one sign, and hundreds as they are written. */
const MOST_TRIES = 2_000

type SaidReferences = { readonly references: readonly string[]; readonly text: string }

/**
 * Which of some references, without blanks, the text of a debit has as whole words, in blocks or not: somebody has typed them in e-banking, or the bank has put
 * them there. A QR or RF reference in its own field says more than a text.
 */
export function referencesInText({ references, text }: SaidReferences, own: ReadonlySet<string>): string[] {
  if (own.size === 0 || references.some(isPaymentReference)) return []
  return [...new Set(joinedWords(text, REFERENCES, (joined) => own.has(joined)))]
}

/** What in a text has the form and the check digits of a QR or RF reference, whose ever it is, without blanks. */
export function paymentReferencesIn(text: string): string[] {
  return [...new Set(joinedWords(text, REFERENCES, isPaymentReference))]
}

/** The IBANs in a text, in blocks or not, without blanks. */
function ibansIn(text: string): string[] {
  if (!/\p{L}{2}\d{2}/u.test(text)) return []
  return [...new Set(joinedWords(text, [ACCOUNT], isIban))]
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

/**
 * Whole words of a text, and neighbours put together, that have one of the forms and are meant. A long text of short words has very many: what cannot begin one
 * is left at once.
 */
function joinedWords(text: string, forms: readonly FormOfReference[], isMeant: (joined: string) => boolean): string[] {
  const words = text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return neighboursOf(words, forms).take(MOST_TRIES).filter(isMeant).toArray()
}

function* neighboursOf(words: readonly string[], forms: readonly FormOfReference[]): Generator<string, void> {
  const all = words.join('')
  const ends = endsOf(words, all.length)
  let start = 0
  for (const word of words) {
    for (const { begins, shortest, longest } of forms) {
      begins.lastIndex = start
      if (!begins.test(all)) continue
      for (let end = start + shortest; end <= Math.min(start + longest, all.length); end += 1)
        if (ends[end]) yield all.slice(start, end)
    }
    start += word.length
  }
}

/** 1 where a word ends, of words that are put together. */
function endsOf(words: readonly string[], length: number): Uint8Array {
  const ends = new Uint8Array(length + 1)
  let end = 0
  for (const { length: more } of words) {
    end += more
    ends[end] = 1
  }
  return ends
}
