import type { RecordedFigure } from '../../shared/accounting/statements/checks/book-check.ts'
import type { Bucket, LedgerAccount } from '../../shared/accounting/statements/statement.ts'
import type { StatementQuery } from '../../shared/contract/statements/statements.ts'
import type { Ledger } from '../../shared/store/statements/ledger-snapshot.ts'

/** The data of a statement, read at one moment. */
export type Snapshot = {
  readonly query: StatementQuery & { readonly format?: string }
  readonly ledger: Ledger
  /** The last entry that counts. */
  readonly position: { readonly entry_number: bigint; readonly entry_hash: string }
  readonly accounts: readonly LedgerAccount[]
  /** Earlier fiscal years as a whole, then the year itself from index `first` on. */
  readonly buckets: readonly Bucket[]
  readonly first: number
  /** Figures of the checks that look at rows beside the accounts. */
  readonly recorded: readonly RecordedFigure[]
}

/** A kind of statement: its name, and its presentation. */
export type StatementKind = {
  readonly object: string
  /** @throws ApiError invalid_request where the chart does not allow the form that is asked for */
  readonly present: (snapshot: Snapshot) => object
}
