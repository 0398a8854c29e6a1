import { checkBooks } from '../../shared/accounting/statements/checks/check-books.ts'
import { statementBuckets } from '../../shared/accounting/statements/periods.ts'
import { yearBefore } from '../../shared/accounting/statements/year-books.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import type { Db } from '../../shared/store/db/database.ts'
import { readActivity } from '../../shared/store/statements/account-period-totals.ts'
import { findCheckFigures } from '../../shared/store/statements/check-figures.ts'
import {
  findJournalEntryHash,
  findLedger,
  type Ledger,
  useSnapshotIsolation,
} from '../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import { accountsOfRows } from './accounts-of-rows.ts'
import type { Snapshot } from './statement-snapshot.ts'

/**
 * Reads the ledger of a fiscal year as it stands at one moment, and anything else that `read` needs of that moment.
 *
 * @throws ApiError not_found without such a year, invalid_request for an entry that the ledger has not reached; an
 * ApiError that `read` returns is thrown too
 */
export async function withSnapshot<Result extends object>(
  { pool }: ApiDeps,
  query: Snapshot['query'],
  read: (tx: Db, snapshot: Snapshot) => Promise<Result | ApiError>,
): Promise<Result> {
  const { end_customer_id } = query
  const result = await pool.transaction(async (tx) => {
    await useSnapshotIsolation(tx)
    const ledger = await findLedger(tx, end_customer_id)
    const years = yearsUpTo(ledger, query.fiscal_year_id)
    if (!ledger || years.length === 0) return notFound(query.fiscal_year_id)
    const buckets = statementBuckets(years, query.granularity)
    const starts = buckets.map(({ start_date }) => start_date)
    const position = await positionOf(tx, end_customer_id, ledger, query.as_of_entry_number)
    if (!position) return unreached(ledger)
    const end_date = buckets.at(-1)?.end_date ?? ''
    const rows = await readActivity(tx, end_customer_id, starts, end_date, position.entry_number)
    const accounts = accountsOfRows(rows, buckets.length)
    const rules = { legal_form: ledger.legal_form, relations: [] }
    const books = { accounts, buckets, first: years.length - 1, rules, kept_sheets: null }
    const prior = query.comparison ? yearBefore(books) : null
    const recorded = await findCheckFigures(tx, end_customer_id, end_date, position.entry_number)
    return read(tx, { query, ledger, position, books, prior, checks: checkBooks(books, recorded) })
  })
  // Thrown out here: inside, an exception would cost the transaction its connection.
  if (result instanceof ApiError) throw result
  return result
}

async function positionOf(tx: Db, end_customer_id: string, ledger: Ledger, as_of: number | undefined) {
  const { last_entry_number: entry_number, last_entry_hash: entry_hash } = ledger
  if (as_of === undefined) return { entry_number, entry_hash }
  const hash = await findJournalEntryHash(tx, end_customer_id, BigInt(as_of))
  return hash === null ? null : { entry_number: BigInt(as_of), entry_hash: hash }
}

function unreached({ last_entry_number }: Ledger): ApiError {
  const message = `as_of_entry_number must be from 0 to ${last_entry_number}, the last entry of this ledger.`
  return new ApiError('invalid_request', message, [{ pointer: '/as_of_entry_number', code: 'out_of_range', message }])
}

function yearsUpTo(ledger: Ledger | null, fiscal_year_id: string) {
  const years = ledger?.fiscal_years ?? []
  return years.slice(0, years.findIndex((year) => year.fiscal_year_id === fiscal_year_id) + 1)
}

function notFound(fiscal_year_id: string): ApiError {
  const message = `This end customer has no fiscal year ${fiscal_year_id}.`
  return new ApiError('not_found', message, [{ pointer: '/fiscal_year_id', code: 'not_found', message }])
}
