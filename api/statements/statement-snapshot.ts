import type { CheckResult } from '../../shared/accounting/statements/checks/check-books.ts'
import type { YearBooks } from '../../shared/accounting/statements/year-books.ts'
import type { StatementQuery } from '../../shared/contract/statements/statements.ts'
import type { Pause } from '../../shared/process/pause.ts'
import type { ClosingHeader } from '../../shared/store/statements/closings.ts'
import type { Ledger } from '../../shared/store/statements/ledger-snapshot.ts'
import type { PriorPeriodSum } from '../../shared/store/statements/prior-period-sums.ts'

/** The data of a statement, read at one moment. */
export type Snapshot = {
  readonly query: StatementQuery & { readonly format?: string }
  readonly ledger: Ledger
  /** The last entry that counts. */
  readonly position: { readonly entry_number: bigint; readonly entry_hash: string }
  readonly books: YearBooks
  /** The books of the year before, where the query asks for a comparison and there is one. */
  readonly prior: YearBooks | null
  readonly checks: readonly CheckResult[]
  /** Income and expense that reversals of earlier years' entries have brought. */
  readonly prior_period: readonly PriorPeriodSum[]
  /** Set where the statement is what was kept at the close of its year. */
  readonly closing: ClosingHeader | null
}

/** A kind of statement: its name, and its presentation. */
export type StatementKind = {
  readonly object: string
  /** @throws ApiError invalid_request where the chart does not allow the form that is asked for */
  readonly present: (snapshot: Snapshot, pause: Pause) => Promise<object>
}
