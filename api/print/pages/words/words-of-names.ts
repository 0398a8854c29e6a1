import type { InLocales } from '../../words.ts'
import { FIELDS } from '../fields.ts'
import { BANK_NAMES } from './bank.ts'
import { BOOK_NAMES } from './books.ts'
import { FACT_NAMES } from './facts.ts'
import { linesOfWords } from './lines-of-words.ts'
import { PLATFORM_NAMES } from './platform.ts'
import { RESOURCE_NAMES } from './resources.ts'
import { SETTLEMENT_NAMES } from './settlement.ts'
import { VAT_NAMES } from './vat.ts'

const TABLES = [RESOURCE_NAMES, BOOK_NAMES, BANK_NAMES, SETTLEMENT_NAMES, VAT_NAMES, PLATFORM_NAMES, FACT_NAMES]

/** Names of members, resources and states in the languages of pages. Every name of a schema that a page may show is here. */
export const WORDS_OF_NAMES: ReadonlyMap<string, InLocales> = new Map([
  ...TABLES.flatMap((table) => linesOfWords(table, nameInWords)),
  ...Object.entries(FIELDS),
])

/** `next_due_date` is “Next due date”. */
export function nameInWords(name: string): string {
  const words = name.replaceAll(/[_.]/g, ' ').replace(/ list$/, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
