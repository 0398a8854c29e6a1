import type { Direction } from '../../figures.ts'
import { bare, compact, numbersIn } from '../compare-texts.ts'
import { paymentReferencesIn } from '../orders/references-in-text.ts'
import { ruledBankEntryOf } from '../ruled-bank-entry.ts'

/** One payment of a bank entry: who is on the other side. */
export type PaymentTold = {
  readonly names: readonly string[]
  readonly iban: string | null
  /** Null where the bank does not tell it of each. */
  readonly amount_minor: bigint | null
}

/** A bank entry, as far as it tells what is meant. */
export type EntryTold = {
  readonly entry_id: string
  readonly credit_debit: Direction
  readonly currency: string
  readonly bank_account: string
  readonly day: string
  readonly payments: readonly PaymentTold[]
  readonly references: readonly string[]
  /** What in its texts may be the number of a document, and hardly is there by chance. */
  readonly numbers: readonly string[]
}

type EntryThatTells = Parameters<typeof ruledBankEntryOf>[0] & {
  readonly entry_id: string
  readonly booking_date: string
}
type WrittenAmount = { readonly amount_minor?: string | number | bigint | null }

/** Of the texts of a payment, as rules look at them. */
const MOST_OF_TEXT = 7_000
const SHORTEST_NUMBER = 6

/** In steps, as a collective bank entry has a thousand payments with texts. */
export function* toldBy(kept: EntryThatTells): Generator<void, EntryTold> {
  const { entry_id, credit_debit, currency, bank_account, booking_date: day, amount_minor } = kept
  const { transactions, texts } = ruledBankEntryOf(kept)
  const { tx_details } = kept.entry as {
    tx_details: readonly (WrittenAmount & { creditor_refs: readonly { ref: string | null }[] })[]
  }
  const ofOne = tx_details.length === 1 ? amount_minor : null
  const written = [texts, ...transactions.map((one) => one.texts)].map((all) => all.join('\n').slice(0, MOST_OF_TEXT))
  const references: string[] = []
  const numbers: string[] = []
  for (const text of written) {
    yield
    references.push(...paymentReferencesIn(text))
    numbers.push(...[...numbersIn(text)].filter(isNumberOfDocument))
  }
  const structured = tx_details.flatMap(({ creditor_refs }) => creditor_refs.flatMap(({ ref }) => ref ?? []))
  return {
    ...{ entry_id, credit_debit, currency, bank_account, day },
    payments: transactions.map(({ counterparty_names: names, counterparty_iban: iban }, index) => {
      const own = tx_details[index]?.amount_minor ?? null
      return { names, iban: iban === null ? null : compact(iban), amount_minor: own === null ? ofOne : BigInt(own) }
    }),
    references: [...new Set([...structured.map(compact), ...references])],
    numbers: [...new Set(numbers)],
  }
}

/** Letters and digits, and not few: a year or a number of a customer is none. */
function isNumberOfDocument(number: string): boolean {
  return bare(number).length >= SHORTEST_NUMBER && /\p{L}/u.test(number) && /\d/.test(number)
}
