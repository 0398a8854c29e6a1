import type { BankEntry } from '../../shared/camt053/bank-entry/bank-entry.ts'
import { readAll } from '../support/camt053.ts'
import { bankEntry, camt053Message, transaction } from './messages.ts'

export const utf8 = (text: string) => Buffer.from(text, 'utf8')
export const bankEntriesOf = (text: string | Uint8Array, piece?: number): BankEntry[] =>
  readAll(typeof text === 'string' ? utf8(text) : text, piece).flatMap((event) =>
    event.kind === 'bank_entry' ? [event.bankEntry] : [],
  )
export const endOf = (text: string) =>
  readAll(utf8(text)).flatMap((event) => (event.kind === 'bank_statement_end' ? [event.end] : []))

/** A message of one bank statement with one bank entry. */
export const GOOD = camt053Message({
  bankEntries: bankEntry({ details: transaction({ name: 'Müller & Söhne'.replace('&', '&amp;') }) }),
})
