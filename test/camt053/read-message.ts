import type { BankEntry } from '../../shared/camt053/bank-entry/bank-entry.ts'
import type { BankMessageEvent } from '../../shared/camt053/reader/bank-message-event.ts'
import { createBankMessageReader } from '../../shared/camt053/reader/bank-message-reader.ts'
import { CAMT053 } from '../../shared/camt053/reader/message-type.ts'
import { bankEntry, camt053Message, transaction } from './messages.ts'

/** Everything that a document says, fed in pieces of a few bytes so that no border lies where it is convenient. */
export function readAll(bytes: Uint8Array, piece = 997, message = CAMT053): BankMessageEvent[] {
  const reader = createBankMessageReader(message)
  const events: BankMessageEvent[] = []
  for (let at = 0; at < bytes.length; at += piece) events.push(...reader.write(bytes.subarray(at, at + piece)))
  return [...events, ...reader.end()]
}

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
