import type { BankTransactionCode } from '../bank-entry/transaction-code.ts'
import { compact, nameWordsOf, withoutAccents } from './compare-texts.ts'
import type { RuledBankEntry } from './ruled-bank-entry.ts'

/** What is written of a transaction, made comparable. */
export type WrittenDetails = {
  readonly iban: string | null
  readonly names: readonly ReadonlySet<string>[]
  readonly text: string
  readonly code: BankTransactionCode | null
}

/** What is written of a bank entry, made comparable: once, however many rules look at it. */
export type ComparableEntry = Pick<WrittenDetails, 'text' | 'code'> & {
  readonly transactions: readonly WrittenDetails[]
}

/**
 * So many characters are looked at of the names and of the texts of one transaction, and of all of a bank entry together: fifty
 * times what ISO 20022 has for a text, and 200 for each of a thousand transactions. Every rule looks through them.
 */
const MOST_OF_ONE = 7_000
const MOST_OF_ENTRY = 200_000

/** In steps, as a collective bank entry has a thousand transactions. */
export function* comparableEntryOf(entry: RuledBankEntry): Generator<void, ComparableEntry> {
  let left = MOST_OF_ENTRY
  const take = (texts: readonly string[]) => {
    const taken = firstOf(texts, Math.min(left, MOST_OF_ONE))
    left -= taken.reduce((sum, { length }) => sum + length, 0)
    return taken
  }
  const text = comparable(take(entry.texts).join(' '))
  const transactions: WrittenDetails[] = []
  for (const { counterparty_iban, counterparty_names, texts, code } of entry.transactions) {
    yield
    transactions.push({
      iban: counterparty_iban === null ? null : compact(counterparty_iban),
      names: take(counterparty_names).map(nameWordsOf),
      text: comparable(take(texts).join(' ')),
      code,
    })
  }
  return { text, code: entry.code, transactions }
}

/** A text without accents, capitals and line breaks. */
export function comparable(text: string): string {
  return withoutAccents(text).replace(/\s+/g, ' ').trim()
}

/** The beginning of some texts, as far as there is room. */
function firstOf(texts: readonly string[], most: number): string[] {
  const first: string[] = []
  let left = most
  for (const text of texts) {
    if (left <= 0) break
    first.push(text.slice(0, left))
    left -= text.length
  }
  return first
}
