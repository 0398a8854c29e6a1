import { statementBuckets } from '../../shared/accounting/statements/periods.ts'
import type { LedgerAccount } from '../../shared/accounting/statements/statement.ts'
import type { Json } from '../../shared/canonical/canonical-json.ts'
import { hashOf } from '../../shared/canonical/hash.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import type { StatementQuery } from '../../shared/contract/statements/statements.ts'
import type { Db } from '../../shared/store/db/database.ts'
import { readActivity, type StatementAccountRow } from '../../shared/store/statements/account-period-totals.ts'
import {
  findJournalEntryHash,
  findLedger,
  type Ledger,
  useSnapshotIsolation,
} from '../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { Read, ReadRequest } from '../http/endpoint.ts'
import type { Snapshot, StatementKind } from './statement-snapshot.ts'

/**
 * A statement of one fiscal year. It is computed from the statement tables and the lines that they do not contain yet,
 * seen at one moment, so it is never behind the journal.
 */
export function readStatement(kind: StatementKind): Read<StatementQuery> {
  return async (deps, { query }) => kind.present(await withSnapshot(deps, query, async (_, snapshot) => snapshot))
}

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
    const accounts = accountsOf(rows, buckets.length)
    return read(tx, { query, ledger, position, accounts, buckets, first: years.length - 1 })
  })
  // Thrown out here: inside, an exception would cost the transaction its connection.
  if (result instanceof ApiError) throw result
  return result
}

/**
 * Changes whenever the statement may: with an entry, with the settings of the books, and with the query.
 *
 * @source RFC 9110, section 8.8.3
 */
export function statementEtag(kind: Pick<StatementKind, 'object'>) {
  return async ({ pool }: ApiDeps, { query }: ReadRequest<StatementQuery>): Promise<string | null> => {
    const ledger = await findLedger(pool, query.end_customer_id)
    if (!ledger) return null
    const { last_entry_number, last_entry_hash, books_version } = ledger
    const last = query.as_of_entry_number === undefined ? [String(last_entry_number), last_entry_hash] : []
    return hashOf([kind.object, query, ...last, String(books_version)] as Json)
  }
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

function accountsOf(rows: readonly StatementAccountRow[], length: number): LedgerAccount[] {
  return [...Map.groupBy(rows, ({ account_code }) => account_code).values()].map((rowsOfAccount) => {
    const [{ account_code, account_name, account_type, or_row, or_function_row }] = rowsOfAccount as [
      StatementAccountRow,
    ]
    const sums = (amountOf: (row: StatementAccountRow) => bigint) => {
      const amounts = Array.from({ length }, () => 0n)
      for (const row of rowsOfAccount) amounts[row.bucket] = (amounts[row.bucket] ?? 0n) + amountOf(row)
      return amounts
    }
    const net = ({ debit_minor, credit_minor }: StatementAccountRow) => debit_minor - credit_minor
    return {
      account_code,
      account_name,
      account_type,
      mapped_row: or_row,
      mapped_function_row: or_function_row,
      activity: sums((row) => (row.entry_type === 'standard' ? net(row) : 0n)),
      opening_entries: sums((row) => (row.entry_type === 'opening' ? net(row) : 0n)),
      closing_entries: sums((row) => (row.entry_type === 'closing' ? net(row) : 0n)),
      debit: sums((row) => (row.entry_type === 'opening' ? 0n : row.debit_minor)),
      credit: sums((row) => (row.entry_type === 'opening' ? 0n : row.credit_minor)),
    }
  })
}
