import { startOfMonth } from '../../../shared/accounting/amounts/dates.ts'
import { categoryOf } from '../../../shared/accounting/vat/reconciliation/category.ts'
import { jsonInteger } from '../../../shared/canonical/json-integer.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { ReconciledEntryQuery } from '../../../shared/contract/vat/reconciled-entries.ts'
import { publicId, uuidOf } from '../../../shared/process/ids.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { PAGE_BYTES, type Page } from '../../../shared/store/db/pages/list-page.ts'
import { useSnapshotIsolation } from '../../../shared/store/statements/ledger-snapshot.ts'
import {
  type EntryPlace,
  type EntryPosition,
  type EntrySlice,
  findEntryPosition,
  findSlice,
  listMovedParts,
  listUntaxedLines,
  type ReconciledPartRow,
} from '../../../shared/store/vat/reconciliation/reconciled-entries.ts'
import { listTaxedMovements, type MovementOfMonth } from '../../../shared/store/vat/reconciliation/taxed-movements.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { presentPage, unknownCursor } from '../../http/page.ts'
import { presentMoney } from '../../http/present-money.ts'
import { daysOfMonth, type ReconciledYear, readYear } from './read-year.ts'

/** The entries behind a category of the reconciliation, by date. */
export async function readReconciledEntries({ pool }: ApiDeps, { query }: ReadRequest<ReconciledEntryQuery>) {
  const { limit = 100 } = query
  const result = await pool.transaction(async (tx) => {
    await useSnapshotIsolation(tx)
    const year = await readYear(tx, query)
    if (year instanceof ApiError) return year
    const after = await positionOf(tx, query)
    if (after instanceof ApiError) return after
    return { year, page: await findEntries(tx, query, year, after, limit) }
  })
  // Thrown out here: inside, an exception would cost the transaction its connection.
  if (result instanceof ApiError) throw result
  const { year, page } = result
  return presentPage('vat_reconciliation_entry_list', page, (row) => presentEntry(row, query, year))
}

async function findEntries(
  tx: Db,
  { category, account_code }: ReconciledEntryQuery,
  year: ReconciledYear,
  after: EntryPosition | null,
  limit: number,
): Promise<Page<ReconciledPartRow>> {
  const { scope, settlement_accounts } = year
  if (category === 'transferred' || category === 'other') {
    if (account_code === undefined) return { rows: [], has_more: false }
    const isSettled = category === 'transferred'
    return listUntaxedLines(tx, scope, account_code, settlement_accounts, isSettled, after, limit)
  }
  const movements = await listTaxedMovements(tx, scope)
  const keys = movements.filter(
    (movement) =>
      movement.part !== 'tax' &&
      (account_code === undefined || movement.account_code === account_code) &&
      categoryOf(movement, year.meaning) === category,
  )
  return listByMonth(tx, year, keys, after, limit)
}

const BEFORE_ALL: EntryPlace = { posting_date: '0001-01-01', entry_number: 0n }
/** Of a category that most entries have, so many fill a page. */
const FIRST_SLICE = 32
/** Of entries with a hundred records each so many take a few seconds. */
const LARGEST_SLICE = 4_096

/** Only the months that have such entries are read, slice by slice, until the page is full and another one is found. */
async function listByMonth(
  tx: Db,
  year: ReconciledYear,
  keys: readonly MovementOfMonth[],
  after: EntryPosition | null,
  limit: number,
): Promise<Page<ReconciledPartRow>> {
  const byMonth = Map.groupBy(keys, ({ period_start }) => period_start)
  const found: ReconciledPartRow[] = []
  let bytes = 0
  for await (const slice of slicesOf(tx, year, [...byMonth.keys()].sort(), after)) {
    const isFull = found.length === limit || bytes >= PAGE_BYTES
    const [left, left_bytes] = isFull ? [1, 1] : [limit - found.length, PAGE_BYTES - bytes]
    const page = await listMovedParts(tx, slice, byMonth.get(slice.month) ?? [], after, left, left_bytes)
    if (isFull && page.rows.length > 0) return { rows: found, has_more: true }
    found.push(...page.rows)
    bytes += page.bytes
    if (page.has_more) return { rows: found, has_more: true }
  }
  return { rows: found, has_more: false }
}

/** The entries of some months from a position on; each slice is larger than the one before, as few of them may have what is wanted. */
async function* slicesOf(
  tx: Db,
  { scope }: ReconciledYear,
  months: readonly string[],
  after: EntryPosition | null,
): AsyncGenerator<EntrySlice & { readonly month: string }> {
  const from = after === null ? '' : startOfMonth(after.posting_date)
  let size = FIRST_SLICE
  for (const month of months.filter((known) => known >= from)) {
    const days = { ...scope, ...daysOfMonth(scope, month) }
    // The entry of the position may have other parts.
    let behind: EntryPlace = after && month === from ? { ...after, entry_number: after.entry_number - 1n } : BEFORE_ALL
    for (;;) {
      const slice = await findSlice(tx, days, behind, size)
      if (!slice) break
      yield { ...slice, month }
      behind = slice.last
      size = Math.min(size * 4, LARGEST_SLICE)
    }
  }
}

/** The id of an entry here is that of its journal entry, the number of the line and that of the part. */
async function positionOf(
  tx: Db,
  { end_customer_id, starting_after }: ReconciledEntryQuery,
): Promise<EntryPosition | ApiError | null> {
  if (starting_after === undefined) return null
  const [, entry = '', line, part = '0'] = /^(.+)\.([1-9]\d{0,3})\.([1-9]\d{0,3})$/.exec(starting_after) ?? []
  const uuid = uuidOf('journal_entry', entry)
  const found = uuid && (await findEntryPosition(tx, end_customer_id, uuid, Number(line), BigInt(part)))
  return found || unknownCursor()
}

function presentEntry(row: ReconciledPartRow, { category }: ReconciledEntryQuery, { ledger }: ReconciledYear) {
  const journal_entry_id = publicId('journal_entry', row.journal_entry_id)
  return {
    id: `${journal_entry_id}.${row.line_number}.${row.part_number}`,
    category,
    journal_entry_id,
    entry_number: jsonInteger(row.entry_number),
    line_number: row.line_number,
    posting_date: row.posting_date,
    description: row.description,
    account_code: row.account_code || null,
    counter_account_code: row.counter_code || null,
    tax_code: row.tax_code || null,
    figure: row.form_figure || null,
    amount: presentMoney(BigInt(row.amount_minor), ledger.base_currency),
  }
}
