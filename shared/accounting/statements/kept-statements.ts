import type { EntryType } from '../../contract/journal/journal-entries.ts'
import type { OpenItemKind } from '../../contract/open-items/open-items.ts'
import type { AccountType } from '../../contract/setup/accounts.ts'
import type { LegalForm } from '../../contract/setup/end-customers.ts'
import type { Locale } from '../../contract/setup/settings.ts'
import type { RecordedFigure } from './checks/book-check.ts'
import type { Bucket, StatementColumn } from './statement.ts'

/** Of the rules that give amounts their rows. It goes up when a year would be laid out otherwise than before; 1 is one row for each account as a whole. */
export const STATEMENT_RULE_VERSION = 3

/** The sums of the entries of one type in one bucket: its index, the type, debit and credit in minor units as text. */
type KeptSum = readonly [bucket: number, entry_type: EntryType, debit_minor: string, credit_minor: string]

export type KeptAccount = {
  readonly account_code: string
  readonly account_name: string
  readonly account_type: AccountType
  /** Null where the code decides. */
  readonly or_row: string | null
  readonly or_function_row: string | null
  /** Null, and missing in years that were kept before, where the code decides. */
  readonly is_clearing?: boolean | null
  readonly sums: readonly KeptSum[]
}

/** A control account by its name on the last day; one with several roles has a row for each. */
export type KeptControlAccount = {
  readonly account_code: string
  readonly account_name: string
  readonly kind: OpenItemKind
}

type AmountOnRow = StatementColumn extends ReadonlyMap<string, infer Value> ? Value : never

/** The rows of a balance sheet that have an amount, each with the accounts, or parts of accounts, that it is made of. */
export type KeptSheet = {
  readonly end_date: string
  readonly rows: readonly (AmountOnRow & { readonly row_key: string })[]
}

/** What the statements of a closed year are made of. */
export type KeptStatements = {
  readonly ledger: {
    readonly name: string | null
    readonly base_currency: string
    readonly locale: Locale
    readonly legal_form: LegalForm
  }
  /** Earlier fiscal years as a whole, then the months of the year. */
  readonly buckets: readonly Bucket[]
  readonly accounts: readonly KeptAccount[]
  /** At the end of each month; null where every account stands on its row as a whole. */
  readonly sheets: readonly KeptSheet[] | null
  readonly recorded: readonly RecordedFigure[]
  /** Missing in years that were kept before. */
  readonly control_accounts?: readonly KeptControlAccount[]
}
