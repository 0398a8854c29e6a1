import { Refusal } from '../refusal.ts'

/** What a message is handed on in. */
export type Part = 'group_header' | 'bank_statement' | 'bank_entry' | 'transaction'

/** Counts the texts of the parts of a message that are open; indentation does not count. */
export type TextBounds = {
  open(part: Part, name: string): void
  /** @throws Refusal text_too_long */
  add(length: number): void
  drop(length: number): void
  close(): void
}

/**
 * So many characters one text has at most, and the texts of one transaction, or of a bank entry beside its transactions,
 * altogether. ISO 20022 writes texts of 140 and 500 characters, and lets some of them repeat without end. Whatever is done with
 * a transaction, a hash or a comparison, is done in one go.
 */
export const MOST_CHARACTERS = 100_000
/** Of a bank entry with its transactions: 20,000 of them have 500 each. */
const MOST_OF_ENTRY = 10_000_000
/** Of a bank statement beside its bank entries: some 20,000 balances. */
const MOST_OF_STATEMENT = 1_000_000

const MOST: Readonly<Record<Part, number>> = {
  group_header: MOST_CHARACTERS,
  bank_statement: MOST_OF_STATEMENT,
  bank_entry: MOST_CHARACTERS,
  transaction: MOST_CHARACTERS,
}

type OpenPart = { readonly most: number; readonly name: string; own: number }

export function boundTexts(): TextBounds {
  const parts: OpenPart[] = []
  /** Of the bank entry that is open, with its transactions. */
  let ofEntry = 0
  return {
    open(part, name) {
      if (part === 'bank_entry') ofEntry = 0
      parts.push({ most: MOST[part], name, own: 0 })
    },
    add(length) {
      const open = parts.at(-1)
      if (!open) return
      open.own += length
      ofEntry += length
      if (open.own > open.most) throw tooLong(open.name, open.most)
      if (ofEntry > MOST_OF_ENTRY && parts.length > 1) throw tooLong('Ntry, with its transactions,', MOST_OF_ENTRY)
    },
    drop(length) {
      const open = parts.at(-1)
      if (open) open.own -= length
      ofEntry -= length
    },
    close: () => parts.pop(),
  }
}

function tooLong(name: string, most: number): Refusal {
  const message = `The texts of a ${name} have more than ${most} characters altogether. Ask the bank for shorter ones.`
  return new Refusal('text_too_long', message)
}
