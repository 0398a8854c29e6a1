import type { RecordedFigure } from '../../shared/accounting/statements/checks/book-check.ts'
import { checkBooksInSteps } from '../../shared/accounting/statements/checks/check-books.ts'
import { type YearBooks, yearBefore } from '../../shared/accounting/statements/year-books.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { uuidOf } from '../../shared/process/ids.ts'
import type { Pause } from '../../shared/process/pause.ts'
import { runSteps } from '../../shared/process/run-steps.ts'
import type { Db } from '../../shared/store/db/database.ts'
import { amountsFromText } from '../../shared/store/db/json.ts'
import { type Closing, findClosing, findClosingIdBefore } from '../../shared/store/statements/closings.ts'
import {
  findJournalEntryHash,
  findLedger,
  type Ledger,
  type LedgerYear,
  useSnapshotIsolation,
} from '../../shared/store/statements/ledger-snapshot.ts'
import { findPriorPeriodSums } from '../../shared/store/statements/prior-period-sums.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import { readBooks, yearsUpTo } from './books/read-books.ts'
import { booksOfClosing } from './closings/books-of-closing.ts'
import type { Snapshot } from './statement-snapshot.ts'

/**
 * Reads the ledger of a fiscal year as it stands at one moment, and anything else that `read` needs of that moment. A
 * closed year, also beside an open one, is what was kept at its close.
 *
 * @throws ApiError not_found without such a year, invalid_request for an entry that the ledger has not reached; an
 * ApiError that `read` returns is thrown too
 */
export async function withSnapshot<Result extends object>(
  { pool }: ApiDeps,
  query: Snapshot['query'],
  pause: Pause,
  read: (tx: Db, snapshot: Snapshot) => Promise<Result | ApiError>,
): Promise<Result> {
  const result = await pool.transaction(async (tx) => {
    await useSnapshotIsolation(tx)
    const ledger = await findLedger(tx, query.end_customer_id)
    const years = yearsUpTo(ledger, query.fiscal_year_id)
    const year = years.at(-1)
    if (!ledger || !year) return notFound(query.fiscal_year_id)
    const named = await namedClosing(tx, query, pause)
    if (named instanceof ApiError) return named
    const position = await positionOf(tx, query.end_customer_id, ledger, query.as_of_entry_number)
    if (!position) return unreached(ledger)
    const closing = named ?? (await closingOf(tx, query, year, pause))
    const now = closing
      ? await snapshotOfClosing(ledger, closing, query, pause)
      : await currentSnapshot(tx, ledger, years, position, query, pause)
    const prior = query.comparison ? await booksBefore(tx, query, years.at(-2), now.books, named, pause) : null
    // Entries never change, so those up to the close of a year are what they were then.
    const prior_period = await findPriorPeriodSums(
      tx,
      query.end_customer_id,
      datesOf(now.books, query),
      now.position.entry_number,
    )
    return read(tx, { query, prior, prior_period, ...now })
  })
  // Thrown out here: inside, an exception would cost the transaction its connection.
  if (result instanceof ApiError) throw result
  return result
}

type YearSnapshot = Omit<Snapshot, 'query' | 'prior' | 'prior_period'>

/** Null for an open year, and for one that was still open when the entry was the last one that the query asks for. */
async function closingOf(
  tx: Db,
  { end_customer_id, as_of_entry_number }: Snapshot['query'],
  { state, closing_id }: LedgerYear,
  pause: Pause,
): Promise<Closing | null> {
  if (state === 'open' || closing_id === null) return null
  const through = as_of_entry_number === undefined ? null : BigInt(as_of_entry_number)
  return findClosing(tx, end_customer_id, closing_id, through, pause)
}

/** The closing that the query names, of whatever state the year is now. */
async function namedClosing(
  tx: Db,
  { end_customer_id, fiscal_year_id, closing: id, as_of_entry_number }: Snapshot['query'],
  pause: Pause,
): Promise<Closing | ApiError | null> {
  if (id === undefined) return null
  const refusal = (code: 'invalid_request' | 'not_found', detail: 'not_allowed' | 'not_found', message: string) =>
    new ApiError(code, message, [{ pointer: '/closing', code: detail, message }])
  if (as_of_entry_number !== undefined)
    return refusal('invalid_request', 'not_allowed', 'Name a closing or an entry; a closing has its own last entry.')
  const closing_id = uuidOf('fiscal_year_closing', id)
  const found = closing_id === null ? null : await findClosing(tx, end_customer_id, closing_id, null, pause)
  if (found?.fiscal_year_id === fiscal_year_id) return found
  return refusal(
    'not_found',
    'not_found',
    `${fiscal_year_id} has no such closing. GET /v1/fiscal-years/${fiscal_year_id} lists them.`,
  )
}

async function snapshotOfClosing(
  ledger: Ledger,
  { kept, ...closing }: Closing,
  { fiscal_year_id, granularity }: Snapshot['query'],
  pause: Pause,
): Promise<YearSnapshot> {
  const books = await booksOfClosing(kept, fiscal_year_id, granularity, pause)
  // What the database keeps for a process of before has no figures, right or wrong.
  const recorded = closing.kept_by === 'migration' ? null : amountsFromText<RecordedFigure[]>(kept.recorded)
  return {
    ledger: { ...ledger, ...kept.ledger },
    position: closing,
    books,
    checks: await runSteps(checkBooksInSteps(books, recorded), pause),
    closing,
  }
}

async function currentSnapshot(
  tx: Db,
  ledger: Ledger,
  years: readonly LedgerYear[],
  position: Snapshot['position'],
  { end_customer_id, granularity }: Snapshot['query'],
  pause: Pause,
): Promise<YearSnapshot> {
  const through = position.entry_number
  const { books, recorded } = await readBooks(tx, end_customer_id, ledger, years, granularity, through, pause)
  const checks = await runSteps(checkBooksInSteps(books, recorded), pause)
  return { ledger, position, books, checks, closing: null }
}

async function booksBefore(
  tx: Db,
  query: Snapshot['query'],
  before: LedgerYear | undefined,
  books: YearBooks,
  named: Closing | null,
  pause: Pause,
): Promise<YearBooks | null> {
  const closing =
    before && (await (named ? closingBefore(tx, query, before, named, pause) : closingOf(tx, query, before, pause)))
  return closing ? booksOfClosing(closing.kept, closing.fiscal_year_id, undefined, pause) : yearBefore(books)
}

/** A named closing stands beside what was kept of the year before at its time. */
async function closingBefore(
  tx: Db,
  { end_customer_id }: Snapshot['query'],
  before: LedgerYear,
  { closing_id }: Closing,
  pause: Pause,
): Promise<Closing | null> {
  const earlier = await findClosingIdBefore(tx, end_customer_id, before.fiscal_year_id, closing_id)
  return earlier === null ? null : findClosing(tx, end_customer_id, earlier, null, pause)
}

async function positionOf(tx: Db, end_customer_id: string, ledger: Ledger, as_of: number | undefined) {
  const { last_entry_number: entry_number, last_entry_hash: entry_hash } = ledger
  if (as_of === undefined) return { entry_number, entry_hash }
  const hash = await findJournalEntryHash(tx, end_customer_id, BigInt(as_of))
  return hash === null ? null : { entry_number: BigInt(as_of), entry_hash: hash }
}

/** Of a closing they are those that the year had then. */
function datesOf({ buckets }: YearBooks, { fiscal_year_id }: Snapshot['query']) {
  const ofYear = buckets.filter((bucket) => bucket.fiscal_year_id === fiscal_year_id)
  return { start_date: ofYear[0]?.start_date ?? '', end_date: ofYear.at(-1)?.end_date ?? '' }
}

function unreached({ last_entry_number }: Ledger): ApiError {
  const message = `as_of_entry_number must be from 0 to ${last_entry_number}, the last entry of this ledger.`
  return new ApiError('invalid_request', message, [{ pointer: '/as_of_entry_number', code: 'out_of_range', message }])
}

function notFound(fiscal_year_id: string): ApiError {
  const message = `This end customer has no fiscal year ${fiscal_year_id}.`
  return new ApiError('not_found', message, [{ pointer: '/fiscal_year_id', code: 'not_found', message }])
}
