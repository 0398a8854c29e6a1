import type { Arithmetic, Sums } from '../arithmetic.ts'
import type { BankEntry } from '../bank-entry/bank-entry.ts'
import type { BankBalance, BankStatementHeader, MessageHeader } from '../bank-statement.ts'

/** The parts of a message, in the order of the file. */
export type BankMessageEvent =
  | { readonly kind: 'message'; readonly header: MessageHeader }
  | { readonly kind: 'bank_statement'; readonly header: BankStatementHeader }
  | { readonly kind: 'bank_entry'; readonly bankEntry: BankEntry }
  | { readonly kind: 'bank_statement_end'; readonly end: BankStatementEnd }

type BankStatementEnd = {
  readonly balances: readonly BankBalance[]
  readonly entry_count: number
  readonly sums_by_currency: ReadonlyMap<string, Sums>
  readonly arithmetic: Arithmetic
}
