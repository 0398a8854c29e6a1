import assert from 'node:assert/strict'
import { writeDeclaration } from '../../../shared/accounting/vat/ech-0217/write-declaration.ts'
import type { KeptReturn, ReturnRead } from '../../../shared/accounting/vat/filing/return-read.ts'
import { type CanonicalValue, canonicalJson } from '../../../shared/canonical/canonical-json.ts'
import { sha256Of } from '../../../shared/canonical/hash.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { VatFilingRequest } from '../../../shared/contract/vat/vat-filings.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { enqueue } from '../../../shared/queue/enqueue.ts'
import { requestRefresh } from '../../../shared/queue/request-refresh.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { amountsAsText } from '../../../shared/store/db/json.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { appendEvents, vatReturnFiled } from '../../../shared/store/platform/events.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import {
  findVatFiling,
  insertVatFiling,
  lastDayOfTax,
  lastFilingNumber,
  taxByAccount,
} from '../../../shared/store/vat/filings.ts'
import { taxOfYear } from '../../../shared/store/vat/tax-of-year.ts'
import { IN_RETURNS } from '../../../shared/store/vat/tax-totals.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { requireAccepted } from './open-work/require-accepted.ts'
import { postTransfer } from './post-transfer.ts'
import { presentVatFiling } from './present-vat-filing.ts'
import { requirePeriod, returnAt } from './read-return.ts'
import { requireFileable } from './require-fileable.ts'

/** Returns in another currency are not filed: a check says so. */
export const FILING_CURRENCY = 'CHF'

/**
 * Files the return of a period: its tax is transferred to the account with the tax administration, and what it answers
 * with is kept. Both are one transaction under the lock of the ledger, so nothing is posted in between.
 */
export async function fileVatReturn(tx: Tx, deps: ApiDeps, request: MutatingRequest<VatFilingRequest>) {
  const { end_customer_id, caller, params, request_id } = request
  const { submission = 'first', accepted = [] } = request.body
  const period = requirePeriod(params.period)
  const [head] = await lockLedgers(tx, [end_customer_id])
  const read = await returnAt(tx, { end_customer_id }, period, submission)
  if (read instanceof ApiError) throw read
  const settings = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
  assert(head && settings, 'an end customer with a return has a ledger and settings')
  const before = await requireFileable(tx, read, settings)
  const open_work = requireAccepted(read, accepted)
  const kept = await keep(tx, { ...read, open_work }, (await lastFilingNumber(tx, end_customer_id)) + 1)
  const filing = { ...filingOf(kept, before), actor_id: caller.key_id, request_id }
  const earliest = await earliestTransfer(tx, kept, before)
  const journal_entry_id = await postTransfer(tx, head, settings, filing, earliest, kept, before)
  await insertVatFiling(tx, { ...filing, journal_entry_id })
  await requestRefresh(tx, deps, [end_customer_id])
  await enqueue(tx, deps.boss, 'settlement.match', [
    { data: { end_customer_id }, options: { singletonKey: end_customer_id } },
  ])
  const saved = await findVatFiling(tx, end_customer_id, period.name, filing.filing_number, submission)
  assert(saved, 'the filing was kept')
  await appendEvents(tx, [vatReturnFiled(end_customer_id, filing.filing_id, journal_entry_id)])
  return { body: presentVatFiling(saved, FILING_CURRENCY) }
}

type Numbered = KeptReturn & { readonly filing_number: number }

/** The return with the accounts that its tax stands on, and the number that its file names. */
async function keep(tx: Tx, read: ReturnRead, filing_number: number): Promise<Numbered> {
  const { end_customer_id, ledger, declaration } = read
  const { from, to, period, submission } = declaration
  const scope = { end_customer_id, from, to, as_of: ledger.last_entry_number }
  const owed =
    submission === 'annual_reconciliation'
      ? (await taxOfYear(tx, scope, read.after_entry_number ?? 0n)).owed
      : await taxByAccount(tx, scope)
  const business_reference = `${period.name}-${filing_number}`
  return { ...read, owed, filing_number, declaration: { ...declaration, business_reference } }
}

/**
 * The last day of the period. Tax that is filed later may be booked later, too: an account is not emptied before it has the tax. A first
 * return keeps its day, whatever invoice came late: all of its tax would wait for that. Nothing waits for a day to come: what is filed
 * is owed, and may be paid today.
 */
async function earliestTransfer(tx: Tx, kept: KeptReturn, before: KeptReturn | null): Promise<string> {
  const { end_customer_id, ledger, after_entry_number, declaration } = kept
  const { from, to, submission } = declaration
  if (submission === 'first') return to
  const after = after_entry_number ?? before?.ledger.last_entry_number ?? 0n
  const scope = { end_customer_id, from, to, as_of: ledger.last_entry_number }
  const kinds = IN_RETURNS[submission === 'annual_reconciliation' ? 'year' : 'period']
  const last = (await lastDayOfTax(tx, scope, after, kinds)) ?? to
  const today = todayInSwitzerland()
  return last < today ? last : today
}

function filingOf({ filing_number, ...kept }: Numbered, before: KeptReturn | null) {
  const { end_customer_id, ledger, declaration } = kept
  const { period, submission, from, to, vat_return } = declaration
  const content = canonicalJson(amountsAsText(kept) as unknown as CanonicalValue)
  const xml = writeDeclaration(declaration)
  return {
    end_customer_id,
    filing_id: newUuid(),
    filing_number,
    period: period.name,
    submission,
    period_start: from,
    period_end: to,
    entry_number: ledger.last_entry_number,
    entry_hash: ledger.last_entry_hash,
    payable_minor: vat_return.payable_minor,
    added_minor: vat_return.payable_minor - (before?.declaration.vat_return.payable_minor ?? 0n),
    content,
    content_sha256: sha256Of(content),
    xml,
    xml_sha256: sha256Of(xml),
  }
}
