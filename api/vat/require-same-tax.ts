import { addDays } from '../../shared/accounting/amounts/dates.ts'
import {
  type ChangeOfMethod,
  changesThatStrandTax,
  orderOfChanges,
} from '../../shared/accounting/vat/consideration/changes-of-method.ts'
import { type PostedTax, strandedByChange } from '../../shared/accounting/vat/filing/stranded-by-change.ts'
import { registrationOn } from '../../shared/accounting/vat/registration.ts'
import {
  dayInsidePeriod,
  dayInsideTaxPeriod,
  daysOfOtherTax,
  withRegistration,
} from '../../shared/accounting/vat/registration-rules.ts'
import type { DetailCode } from '../../shared/contract/platform/detail-codes.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import type { VatRegistration } from '../../shared/contract/vat/registrations.ts'
import { publicId } from '../../shared/process/ids.ts'
import { inTurns } from '../../shared/process/in-turns.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { keptJsonInSteps } from '../../shared/store/db/json.ts'
import type { LedgerHead } from '../../shared/store/journal/ledger-heads.ts'
import { filedThrough } from '../../shared/store/vat/filed-through.ts'
import { findRecordsOfOtherDays } from '../../shared/store/vat/records-of-other-days.ts'
import { findEntriesOfRegistration } from '../../shared/store/vat/taxed-entries.ts'
import { findTaxedOpenItems } from '../../shared/store/vat/taxed-items.ts'

/** Of what stands in the way, so many are named. */
const NAMED = 5

/** Entries up to a number stand in nobody's way, as one registration changes to another. */
export type LookedAt = { readonly as: string; readonly through: bigint }

/**
 * Refuses a registration that would tax or convert otherwise what is posted or declared, that begins within a filing
 * period, or that changes method, consideration or exchange rates within a year.
 *
 * Looking at every entry of a large ledger takes seconds. So this is done once before the ledger is locked, and then again
 * for the entries posted meanwhile: an entry never changes, and a reversal of one stands in nobody's way.
 *
 * @param head of the ledger
 * @param registrations in force so far
 * @param pointer to the field that says it
 * @param looked what was looked at before the ledger was locked
 * @returns what was looked at
 */
export async function requireSameTax(
  tx: Tx,
  head: Pick<LedgerHead, 'end_customer_id' | 'last_entry_number'>,
  registrations: readonly VatRegistration[],
  changed: VatRegistration,
  pointer = '/valid_from',
  looked: LookedAt | null = null,
): Promise<LookedAt> {
  const { end_customer_id, last_entry_number } = head
  const { valid_from } = changed
  const filed_through = await filedThrough(tx, end_customer_id)
  if (filed_through !== null && valid_from <= filed_through)
    throw conflict(pointer, 'vat_period_filed', `Returns are filed through ${filed_through}: begin after that day.`)
  const after = withRegistration(registrations, changed)
  requireWholePeriods(after, pointer)
  const before = registrationOn({ vat_registrations: registrations }, valid_from)
  const next = registrations.find((other) => other.valid_from > valid_from)
  const days = [valid_from, next ? addDays(next.valid_from, -1) : null] as const
  const as = await inTurns(keptJsonInSteps([registrations, changed]))
  const numbers = [looked?.as === as ? looked.through : 0n, last_entry_number] as const
  const find = (kind: 'supplied' | 'posted' | 'converted') =>
    findEntriesOfRegistration(tx, kind, end_customer_id, numbers, days, NAMED + 1)
  for (const kind of daysOfOtherTax(before, changed, after)) {
    const taxed = await find(kind)
    if (taxed.length > 0)
      throw conflict(pointer, 'tax_posted', taxPosted(`tax ${OF_DAYS[kind]} ${inWords(days)} is posted`, taxed))
  }
  const converted = before.exchange_rates === changed.exchange_rates ? [] : await find('converted')
  if (converted.length > 0)
    throw conflict(pointer, 'tax_posted', taxPosted(`rate of documents ${inWords(days)} is chosen`, converted))
  const isOther = before.method !== changed.method
  const posted = isOther ? await findRecordsOfOtherDays(tx, end_customer_id, numbers, days) : []
  const stranded = strandedByChange(posted, registrations, after)
  if (stranded.length > 0) throw conflict(pointer, 'tax_posted', strandedInReturns(stranded, days))
  for (const change of changesThatStrandTax(registrations, after))
    await requireNoTaxedItems(tx, end_customer_id, change, pointer)
  return { as, through: last_entry_number }
}

/** Tax of open items is declared by returns of their own method: another one has no line for it. */
async function requireNoTaxedItems(
  tx: Tx,
  end_customer_id: string,
  change: ChangeOfMethod,
  pointer: string,
): Promise<void> {
  const { on, items_before } = change
  const items = await findTaxedOpenItems(tx, end_customer_id, items_before, NAMED + 1)
  if (items.length === 0) return
  const ids = items.map(({ kind, open_item_id }) =>
    publicId(kind === 'payable' ? 'supplier_payable' : 'document', open_item_id),
  )
  const message = `From ${on} on no return of the registered method has a line for the tax of open items from before ${items_before}: ${named(ids)}. ${orderOfChanges(change)}`
  throw conflict(pointer, 'taxed_items_open', message)
}

function requireWholePeriods(registrations: readonly VatRegistration[], pointer: string): void {
  const day = dayInsidePeriod(registrations)
  if (day !== null)
    throw conflict(
      pointer,
      'inside_filing_period',
      `${day} lies within a filing period, and its return has one registration.`,
    )
  const year = dayInsideTaxPeriod(registrations)
  if (year !== null)
    throw conflict(
      pointer,
      'inside_tax_period',
      `Method, consideration and kind of exchange rates are kept for a whole year: change them on 1 January rather than on ${year}.`,
    )
}

const OF_DAYS = { supplied: 'of supplies', posted: 'of documents' } as const

function inWords([first, last]: readonly [string, string | null]): string {
  return last === null ? `from ${first} on` : `from ${first} to ${last}`
}

function taxPosted(what: string, entries: readonly string[]): string {
  const ids = entries.map((id) => publicId('journal_entry', id))
  return `The ${what} by another registration: ${named(ids)}. Reverse these entries first, or begin after them.`
}

/** A reduction of December that February has, or a payment: the return of its day would have another method. */
function strandedInReturns(stranded: readonly PostedTax[], days: readonly [string, string | null]): string {
  const ids = [...new Set(stranded.map(({ journal_entry_id }) => publicId('journal_entry', journal_entry_id)))]
  const [{ day = '', record } = {}] = stranded
  const example = `${record?.tax_code} of a supply on ${record?.supply_date} counts on ${day}`
  return `Returns ${inWords(days)} would have tax of another method, for which they have no line (${example}): ${named(ids)}. Reverse these entries on their own days (what a reversal has left is cancelled by a voucher of its day with the opposite amount), change the registration, and send them again with vat_period correction, which counts them in the last return of their method; or begin after them.`
}

function named(ids: readonly string[]): string {
  return `${ids.slice(0, NAMED).join(', ')}${ids.length > NAMED ? ' and more' : ''}`
}

function conflict(pointer: string, code: DetailCode, message: string): ApiError {
  return new ApiError('state_conflict', message, [{ pointer, code, message }])
}
