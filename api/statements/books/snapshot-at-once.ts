import { checkBooksInSteps } from '../../../shared/accounting/statements/checks/check-books.ts'
import { statementBuckets } from '../../../shared/accounting/statements/periods.ts'
import { yearBefore } from '../../../shared/accounting/statements/year-books.ts'
import type { Pause } from '../../../shared/process/pause.ts'
import { runSteps } from '../../../shared/process/run-steps.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findBooksAtOnce } from '../../../shared/store/statements/books-at-once.ts'
import type { Ledger, LedgerYear } from '../../../shared/store/statements/ledger-snapshot.ts'
import type { Snapshot } from '../statement-snapshot.ts'
import { accountsOfRows } from './accounts-of-rows.ts'
import { yearsUpTo } from './read-books.ts'

/**
 * The ledger of an open fiscal year as it stands at one moment, in one query.
 *
 * @param known the ledger just before: its last entry is the last one that counts
 * @returns null where one query is not enough: of closed years, by months, up to an entry that the query names, or where
 *   fiscal years or totals have changed since
 */
export async function snapshotAtOnce(
  db: Db,
  query: Snapshot['query'],
  known: Ledger,
  pause: Pause,
): Promise<Snapshot | null> {
  const years = yearsUpTo(known, query.fiscal_year_id)
  if (!isOfOpenYear(query, years)) return null
  const buckets = statementBuckets(years, undefined)
  const span = { starts: buckets.map(({ start_date }) => start_date), end_date: buckets.at(-1)?.end_date ?? '' }
  const { last_entry_number: entry_number, last_entry_hash: entry_hash, books_version } = known
  const found = await findBooksAtOnce(db, query.end_customer_id, span, entry_number)
  if (!found || !areSameYears(found.ledger, known)) return null
  const { legal_form, partner_relations: relations } = found.ledger
  const accounts = await accountsOfRows(found.rows, buckets.length, pause, found.other_sides, found.related)
  const books = { accounts, buckets, first: years.length - 1, rules: { legal_form, relations }, kept_sheets: null }
  return {
    query,
    ledger: { ...found.ledger, last_entry_number: entry_number, last_entry_hash: entry_hash, books_version },
    position: { entry_number, entry_hash },
    books,
    prior: query.comparison ? yearBefore(books) : null,
    checks: await runSteps(checkBooksInSteps(books, found.recorded), pause),
    prior_period: found.prior_period,
    closing: null,
  }
}

/** Rows of many months are longer as JSON than as columns. */
function isOfOpenYear(
  { closing, as_of_entry_number, granularity, comparison }: Snapshot['query'],
  years: readonly LedgerYear[],
): boolean {
  const shown = comparison ? years.slice(-2) : years.slice(-1)
  return (
    shown.length > 0 &&
    shown.every(({ state }) => state === 'open') &&
    [closing, as_of_entry_number, granularity].every((value) => value === undefined)
  )
}

function areSameYears(now: Pick<Ledger, 'fiscal_years'>, known: Pick<Ledger, 'fiscal_years'>): boolean {
  return JSON.stringify(now.fiscal_years) === JSON.stringify(known.fiscal_years)
}
