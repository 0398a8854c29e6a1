import type { CheckName } from '../../../contract/statements/checks.ts'
import type { OrRow } from '../or-rows/row.ts'
import type { StatementColumn } from '../statement.ts'
import type { Turnover } from '../trial-balance.ts'

/** Two amounts that a check compares. */
export type CheckFigure = {
  /** Null where the figure is not that of one account. */
  readonly account_code: string | null
  /** Lines in this currency, in its minor units; null for the total in the base currency. */
  readonly currency: string | null
  readonly expected_minor: bigint
  readonly found_minor: bigint
  /** Lines without an open item that are older than open items; null where there are none. */
  readonly unassigned_minor: bigint | null
  /** Booked before the rule existed: shown, and no reason to refuse the closing of a year. */
  readonly is_from_before: boolean
  /** What to do about it, where that is not what the check says. */
  readonly remedy?: string
  /** The place to look at, in words: accounts, entries or a bank entry. Null where the account says it. */
  readonly subject: string | null
}

/** A figure that `book_check_figures` has found, of rows beside the totals that statements are made of. */
export type RecordedFigure = CheckFigure & { readonly check: CheckName }

/** The statements of the year: in the structure of the law, and account by account. */
export type CheckedStatements = {
  readonly sheet: StatementColumn
  readonly result: StatementColumn
  readonly plain_sheet: StatementColumn
  readonly plain_result: StatementColumn
  /** A row for each account of the two plain statements. */
  readonly plain_rows: readonly OrRow[]
  readonly totals: Turnover
}

export type BookCheck = {
  readonly check: CheckName
  /** Compares the statements; without it the figures are those of `book_check_figures`. */
  readonly figures?: (statements: CheckedStatements) => readonly CheckFigure[]
  /** Default: both amounts are equal. */
  readonly isRight?: (figure: CheckFigure) => boolean
  /** What to do about a figure that is not right. */
  readonly remedy: string
}

/** A figure in the base currency, of no account in particular. */
export function inTotal(expected_minor: bigint, found_minor: bigint, subject: string | null = null): CheckFigure {
  const whole = { account_code: null, currency: null, unassigned_minor: null, is_from_before: false }
  return { ...whole, expected_minor, found_minor, subject }
}
