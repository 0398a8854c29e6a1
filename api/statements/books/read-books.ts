import type { RecordedFigure } from '../../../shared/accounting/statements/checks/book-check.ts'
import { statementBuckets } from '../../../shared/accounting/statements/periods.ts'
import type { YearBooks } from '../../../shared/accounting/statements/year-books.ts'
import type { Granularity } from '../../../shared/contract/statements/statements.ts'
import type { Pause } from '../../../shared/process/pause.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { readActivity, type StatementAccountRow } from '../../../shared/store/statements/account-period-totals.ts'
import { findCheckFigures } from '../../../shared/store/statements/check-figures.ts'
import type { Ledger, LedgerYear } from '../../../shared/store/statements/ledger-snapshot.ts'
import { readOtherSides, readRelatedPartners } from '../../../shared/store/statements/partner-totals.ts'
import { accountsOfRows } from './accounts-of-rows.ts'

export type BooksRead = {
  readonly books: YearBooks
  /** Sums by account, bucket and type of entry, of which the books are made. */
  readonly rows: readonly StatementAccountRow[]
  readonly recorded: readonly RecordedFigure[]
}

/**
 * The books of a fiscal year as they are, up to an entry.
 *
 * @param years the year and all before it, oldest first
 */
export async function readBooks(
  db: Db,
  end_customer_id: string,
  { legal_form, partner_relations: relations }: Ledger,
  years: readonly LedgerYear[],
  granularity: Granularity | undefined,
  through_entry: bigint,
  pause: Pause,
): Promise<BooksRead> {
  const buckets = statementBuckets(years, granularity)
  const starts = buckets.map(({ start_date }) => start_date)
  const end_date = buckets.at(-1)?.end_date ?? ''
  const of_day = [end_customer_id, starts, end_date, through_entry] as const
  const rows = await readActivity(db, ...of_day)
  const other_sides = await readOtherSides(db, ...of_day)
  const related = relations.length === 0 ? [] : await readRelatedPartners(db, ...of_day)
  const recorded = await findCheckFigures(db, end_customer_id, end_date, through_entry)
  const accounts = await accountsOfRows(rows, buckets.length, pause, other_sides, related)
  return {
    books: { accounts, buckets, first: years.length - 1, rules: { legal_form, relations }, kept_sheets: null },
    rows,
    recorded,
  }
}

export function yearsUpTo(ledger: Ledger | null, fiscal_year_id: string): LedgerYear[] {
  const years = ledger?.fiscal_years ?? []
  return years.slice(0, years.findIndex((year) => year.fiscal_year_id === fiscal_year_id) + 1)
}
