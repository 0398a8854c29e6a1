import { startOfMonth } from '../../../../shared/accounting/amounts/dates.ts'
import { categoryOf } from '../../../../shared/accounting/vat/reconciliation/category.ts'
import {
  MOVED_STEPS,
  shareOfBookedTax,
  shareOfStep,
} from '../../../../shared/accounting/vat/reconciliation/steps-of-movements.ts'
import { isOwed } from '../../../../shared/accounting/vat/reconciliation/tax.ts'
import type { TaxedMovement } from '../../../../shared/accounting/vat/reconciliation/taxed-movement.ts'
import type { ApiError } from '../../../../shared/contract/platform/errors.ts'
import type { ReconciledEntryQuery } from '../../../../shared/contract/vat/reconciled-entries.ts'
import type { Category } from '../../../../shared/contract/vat/vat-reconciliation.ts'
import { uuidOf } from '../../../../shared/process/ids.ts'
import type { Db } from '../../../../shared/store/db/database.ts'
import { PAGE_BYTES, type Page } from '../../../../shared/store/db/pages/list-page.ts'
import {
  type EntryPlace,
  type EntryPosition,
  findEntryPosition,
  findSlice,
  listMovedParts,
  type ReconciledPartRow,
  type WantedMovement,
} from '../../../../shared/store/vat/reconciliation/reconciled-entries.ts'
import { type MovementOfMonth, openMovements } from '../../../../shared/store/vat/reconciliation/taxed-movements.ts'
import { listUntaxedLines } from '../../../../shared/store/vat/reconciliation/untaxed-lines.ts'
import { unknownCursor } from '../../../http/page.ts'
import { daysOfMonth, type ReconciledYear } from '../read-year.ts'
import type { ReconciledItem } from './reconciled-item.ts'

/** What accounts have moved: parts of them, or a step to a total. */
export async function findMovedEntries(
  tx: Db,
  query: ReconciledEntryQuery,
  year: ReconciledYear,
  limit: number,
): Promise<Page<ReconciledItem> | ApiError> {
  const after = await positionOf(tx, query)
  if (after === undefined) return unknownCursor()
  const { rows, has_more } = await findParts(tx, query, year, after, limit)
  return { has_more, rows: rows.map(itemOf) }
}

async function findParts(
  tx: Db,
  query: ReconciledEntryQuery,
  year: ReconciledYear,
  after: EntryPosition | null,
  limit: number,
): Promise<Page<ReconciledPartRow>> {
  const { scope, settlement_accounts } = year
  const { category, account_code } = query
  if (category === 'transferred' || category === 'other') {
    if (account_code === undefined) return { rows: [], has_more: false }
    const isSettled = category === 'transferred'
    return listUntaxedLines(tx, scope, account_code, settlement_accounts, isSettled, after, limit)
  }
  const { months, ofMonth } = await openMovements(tx, scope)
  const wantedIn = async (month: string) => wantedOf(await ofMonth(month), query, year)
  return listByMonth(tx, year, { months, wantedIn }, after, limit)
}

function wantedOf(
  movements: readonly MovementOfMonth[],
  query: ReconciledEntryQuery,
  year: ReconciledYear,
): WantedMovement[] {
  return movements.flatMap((movement) => {
    const category = categoryIn(movement, year)
    const share = isAskedFor(movement, category, query) ? shareOf(movement, query, year) : 0n
    return share === 0n ? [] : [{ ...movement, category, share }]
  })
}

function categoryIn(movement: TaxedMovement, { meaning }: ReconciledYear): Category {
  if (movement.part === 'tax') return isOwed(movement) ? 'owed' : 'deducted'
  return categoryOf(movement, meaning)
}

function isAskedFor(movement: TaxedMovement, its: Category, query: ReconciledEntryQuery): boolean {
  const { category, account_code, figure, activity_id, kind } = query
  const isOf = (asked: string | undefined, has: string) => asked === undefined || asked === has
  return (
    isOf(category, its) &&
    isOf(account_code, movement.account_code) &&
    isOf(figure, movement.form_figure) &&
    isOf(activity_id, movement.activity_id) &&
    isOf(kind, movement.kind)
  )
}

/** Tax is turnover of no account: it is asked for by its category, or as a step. */
function shareOf(movement: TaxedMovement, { total, step, category }: ReconciledEntryQuery, year: ReconciledYear) {
  if (total === '399' || total === '479') return shareOfBookedTax(total, movement)
  const moved = MOVED_STEPS.find((known) => known === step)
  if (moved !== undefined) return shareOfStep(moved, movement, year.meaning)
  return movement.part !== 'tax' || category !== undefined ? 1n : 0n
}

type WantedMonths = {
  readonly months: readonly string[]
  readonly wantedIn: (month: string) => Promise<readonly WantedMovement[]>
}

const BEFORE_ALL: EntryPlace = { posting_date: '0001-01-01', entry_number: 0n }
/** Of entries with a dozen records each so many fill a page; of others the next ones do. */
const FIRST_SLICE = 8
/** Of those with a line on an account that is asked for nearly each has something: a page is two slices, and not three. */
const FIRST_OF_ACCOUNTS = 32
/** Of entries with a hundred records each so many take a few seconds. */
const LARGEST_SLICE = 4_096

/** Only the months that have such entries are read, slice by slice, until the page is full and another one is found. */
async function listByMonth(
  tx: Db,
  year: ReconciledYear,
  wanted: WantedMonths,
  after: EntryPosition | null,
  limit: number,
): Promise<Page<ReconciledPartRow>> {
  const found: ReconciledPartRow[] = []
  let bytes = 0
  for await (const { entries, its } of slicesOf(tx, year, wanted, after)) {
    const isFull = found.length === limit || bytes >= PAGE_BYTES
    const [left, left_bytes] = isFull ? [1, 1] : [limit - found.length, PAGE_BYTES - bytes]
    const page = await listMovedParts(tx, year.scope.end_customer_id, entries, its, after, left, left_bytes)
    if (isFull && page.rows.length > 0) return { rows: found, has_more: true }
    found.push(...page.rows)
    bytes += page.bytes
    if (page.has_more) return { rows: found, has_more: true }
  }
  return { rows: found, has_more: false }
}

/** Entries of a month, and what is wanted of them. */
type EntrySlice = { readonly entries: readonly EntryPlace[]; readonly its: readonly WantedMovement[] }

/** The entries of some months from a position on; each slice is larger than the one before, as few of them may have what is wanted. */
async function* slicesOf(
  tx: Db,
  { scope }: ReconciledYear,
  { months, wantedIn }: WantedMonths,
  after: EntryPosition | null,
): AsyncGenerator<EntrySlice> {
  const from = after === null ? '' : startOfMonth(after.posting_date)
  let size = FIRST_SLICE
  for (const month of months.filter((known) => known >= from)) {
    const its = await wantedIn(month)
    if (its.length === 0) continue
    const days = { ...scope, ...daysOfMonth(scope, month) }
    const accounts = accountsOf(its)
    if (accounts !== null) size = Math.max(size, FIRST_OF_ACCOUNTS)
    // The entry of the position may have other parts.
    let behind: EntryPlace = after && month === from ? { ...after, entry_number: after.entry_number - 1n } : BEFORE_ALL
    for (;;) {
      const entries: readonly EntryPlace[] = await findSlice(tx, days, accounts, behind, size)
      const last = entries.at(-1)
      if (!last) break
      yield { entries, its }
      behind = last
      size = Math.min(size * 4, LARGEST_SLICE)
    }
  }
}

/** Null where an entry may have something wanted without a line on an account that is known: turnover that nothing is the base of. */
function accountsOf(its: readonly WantedMovement[]): readonly string[] | null {
  const accounts = [...new Set(its.map(({ account_code }) => account_code))]
  return accounts.includes('') ? null : accounts
}

/** The id of an entry here is that of its journal entry, the number of the line and that of the part; undefined for another one. */
async function positionOf(
  tx: Db,
  { end_customer_id, starting_after }: ReconciledEntryQuery,
): Promise<EntryPosition | null | undefined> {
  if (starting_after === undefined) return null
  const [, entry = '', line, part = '0'] = /^(.+)\.([1-9]\d{0,3})\.([1-9]\d{0,3})$/.exec(starting_after) ?? []
  const uuid = uuidOf('journal_entry', entry)
  const found = uuid && (await findEntryPosition(tx, end_customer_id, uuid, Number(line), BigInt(part)))
  return found || undefined
}

function itemOf({ part_number, amount_minor, ...row }: ReconciledPartRow): ReconciledItem {
  return { ...row, place: part_number, amount_minor: BigInt(amount_minor) }
}
