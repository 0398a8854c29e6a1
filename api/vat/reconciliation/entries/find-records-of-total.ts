import {
  isOfTurnover,
  type RecordClass,
  type ShareOf,
  shareOfOtherYears,
} from '../../../../shared/accounting/vat/reconciliation/shares-of-records.ts'
import type { ApiError } from '../../../../shared/contract/platform/errors.ts'
import type { ReconciledEntryQuery } from '../../../../shared/contract/vat/reconciled-entries.ts'
import { RECONCILED_TOTALS, type ReconciledTotal } from '../../../../shared/contract/vat/totals-of-reconciliation.ts'
import { uuidOf } from '../../../../shared/process/ids.ts'
import type { Db } from '../../../../shared/store/db/database.ts'
import { PAGE_BYTES, type Page } from '../../../../shared/store/db/pages/list-page.ts'
import { readPostingSettings } from '../../../../shared/store/setup/posting-settings.ts'
import {
  type ClassedRecordRow,
  listRecordsOfClasses,
  listShiftedRecords,
} from '../../../../shared/store/vat/reconciliation/records-of-classes.ts'
import { totalsOfOtherYears } from '../../../../shared/store/vat/reconciliation/tax-of-other-years.ts'
import type { RecordPosition } from '../../../../shared/store/vat/records-of-entries.ts'
import type { ReturnScope } from '../../../../shared/store/vat/tax-accounts.ts'
import { findRecordPosition } from '../../../../shared/store/vat/tax-records.ts'
import { type TotalOfKind, totalsOfSpans } from '../../../../shared/store/vat/tax-totals.ts'
import { classOfRecord } from '../../../../shared/store/vat/wanted-records.ts'
import { unknownCursor } from '../../../http/page.ts'
import { datedReturns } from '../read-returns-of-year.ts'
import type { ReconciledYear } from '../read-year.ts'
import { type DaysOfTotal, daysOfTotal } from './days-of-total.ts'
import type { ReconciledItem } from './reconciled-item.ts'

/** The tax records that make a total of the returns, or a step that leads to it, each as it counts there. */
export async function findRecordsOfTotal(
  tx: Db,
  query: ReconciledEntryQuery,
  { scope }: ReconciledYear,
  limit: number,
): Promise<Page<ReconciledItem> | ApiError> {
  const total = RECONCILED_TOTALS.find((known) => known === query.total) ?? '200'
  const after = await positionOf(tx, query)
  if (after === undefined) return unknownCursor()
  // Categories are of what accounts have moved: no tax record has one.
  if (query.category !== undefined) return { rows: [], has_more: false }
  if (query.step === 'other_period') return findShifted(tx, total, scope, after, limit)
  const settings = (await readPostingSettings(tx, [scope.end_customer_id])).get(scope.end_customer_id)
  const returns = await datedReturns(tx, scope, settings?.vat_registrations ?? [])
  const days = daysOfTotal(query, total, scope, returns)
  return findInOrder(tx, total, scope, days, after, limit)
}

/** Days after days, until the page is full and another record is found. */
async function findInOrder(
  tx: Db,
  total: ReconciledTotal,
  scope: ReturnScope,
  days: readonly DaysOfTotal[],
  after: RecordPosition | null,
  limit: number,
): Promise<Page<ReconciledItem>> {
  const totals = days.length === 0 ? [] : await totalsOfSpans(tx, scope, days)
  const items: ReconciledItem[] = []
  let bytes = 0
  for (const [index, its] of days.entries()) {
    const classes = classesWith(its.shareOf, totals[index] ?? [])
    if (classes.length === 0 || (after !== null && its.to < after.posting_date)) continue
    const isFull = items.length === limit || bytes >= PAGE_BYTES
    const [left, left_bytes] = isFull ? [1, 1] : [limit - items.length, PAGE_BYTES - bytes]
    const page = await listRecordsOfClasses(tx, filtersOf(scope, its, classes), after, left, left_bytes)
    if (isFull && page.rows.length > 0) return { rows: items, has_more: true }
    items.push(...page.rows.map((row) => itemOf(row, its.shareOf, total)))
    bytes += page.bytes
    if (page.has_more) return { rows: items, has_more: true }
  }
  return { rows: items, has_more: false }
}

function filtersOf({ end_customer_id, as_of }: ReturnScope, its: DaysOfTotal, classes: readonly string[]) {
  const { from, to, after = 0n, through = as_of } = its
  return {
    end_customer_id,
    classes,
    from_date: from,
    to_date: to,
    after_entry_number: Number(after),
    through_entry_number: Number(through),
  }
}

/** Of entries of other years, less what entries of this one have for others. */
async function findShifted(
  tx: Db,
  total: ReconciledTotal,
  scope: ReturnScope,
  after: RecordPosition | null,
  limit: number,
): Promise<Page<ReconciledItem>> {
  const shareOf = shareOfOtherYears(total, scope.to)
  const classes = classesWith(shareOf, await totalsOfOtherYears(tx, scope))
  const { rows, has_more } = await listShiftedRecords(tx, scope, classes, after, limit)
  const signed = ({ is_counted, ...row }: (typeof rows)[number]) =>
    itemOf(row, (record) => (is_counted ? shareOf(record) : -shareOf(record)), total)
  return { rows: rows.map(signed), has_more }
}

function classesWith(shareOf: ShareOf, totals: readonly TotalOfKind[]): string[] {
  const its = totals.map(({ kind, total }): RecordClass => ({ kind, ...total }))
  return its.filter((record) => shareOf(record) !== 0n).map(classOfRecord)
}

function itemOf(row: ClassedRecordRow, shareOf: ShareOf, total: ReconciledTotal): ReconciledItem {
  const { kind, tax_code, direction, form_figure, activity_id, base_minor, tax_minor } = row
  const share = shareOf({ kind, tax_code, direction, form_figure, activity_id, rate_bp: BigInt(row.rate_bp) })
  return {
    ...row,
    place: row.record_number,
    category: null,
    counter_code: '',
    amount_minor: share * BigInt(isOfTurnover(total) ? base_minor : tax_minor),
  }
}

/** The id is that of the tax record; undefined for another one. */
async function positionOf(
  tx: Db,
  { end_customer_id, starting_after }: ReconciledEntryQuery,
): Promise<RecordPosition | null | undefined> {
  if (starting_after === undefined) return null
  const [, entry = '', line, record] = /^(.+)\.([1-9]\d{0,3})\.(\d{1,4})$/.exec(starting_after) ?? []
  const uuid = uuidOf('journal_entry', entry)
  const found = uuid && (await findRecordPosition(tx, end_customer_id, uuid, Number(line), Number(record)))
  return found || undefined
}
