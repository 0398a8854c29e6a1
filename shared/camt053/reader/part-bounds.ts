import { Refusal } from '../refusal.ts'

/** What a message is handed on in. */
export type Part = 'group_header' | 'bank_statement' | 'bank_entry' | 'transaction'

/** Counts the elements and the texts of the parts of a message that are open; indentation does not count. */
export type PartBounds = {
  open(part: Part, name: string): void
  /** Of the part that is open. @throws Refusal too_many */
  addElement(): void
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

/**
 * So many elements one transaction has, a bank entry beside its transactions, a bank statement beside its bank entries. They are looked
 * through again and again when the part ends, in one go. Some 20,000 transactions may have a frame each.
 */
const MOST_ELEMENTS: Readonly<Record<Part, number>> = {
  group_header: 10_000,
  bank_statement: 50_000,
  bank_entry: 25_000,
  transaction: 10_000,
}

type OpenPart = { readonly part: Part; readonly name: string; own: number; elements: number }

export function boundParts(): PartBounds {
  const parts: OpenPart[] = []
  /** Of the bank entry that is open, with its transactions. */
  let ofEntry = 0
  return {
    open(part, name) {
      if (part === 'bank_entry') ofEntry = 0
      parts.push({ part, name, own: 0, elements: 0 })
    },
    addElement() {
      const open = parts.at(-1)
      if (!open) return
      open.elements += 1
      if (open.elements > MOST_ELEMENTS[open.part]) throw tooMany(open)
    },
    add(length) {
      const open = parts.at(-1)
      if (!open) return
      open.own += length
      ofEntry += length
      if (open.own > MOST[open.part]) throw tooLong(open.name, MOST[open.part])
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

const WITHOUT: Readonly<Record<Part, string>> = {
  group_header: '',
  bank_statement: ' beside its bank entries',
  bank_entry: ' beside its transactions',
  transaction: '',
}

function tooMany({ part, name }: OpenPart): Refusal {
  const count = `more than ${MOST_ELEMENTS[part]} elements${WITHOUT[part]}`
  return new Refusal('too_many', `A ${name} of the file has ${count}. Ask the bank for smaller ones.`)
}

function tooLong(name: string, most: number): Refusal {
  const message = `The texts of a ${name} have more than ${most} characters altogether. Ask the bank for shorter ones.`
  return new Refusal('text_too_long', message)
}
