import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { reversalDate } from '../../../shared/accounting/journal/reversal-date.ts'
import { accountsOfTransfer, blockersOfTransfer } from '../../../shared/accounting/settlement/transfer-entry.ts'
import type { PostingSettings } from '../../../shared/accounting/setup/posting-settings.ts'
import { changesOfConsideration } from '../../../shared/accounting/vat/consideration/changes-of-consideration.ts'
import { type KeptReturn, type ReturnRead, returnOfKept } from '../../../shared/accounting/vat/filing/return-read.ts'
import { registrationOn } from '../../../shared/accounting/vat/registration.ts'
import { periodOfDay, registeredPart } from '../../../shared/accounting/vat/return/periods.ts'
import { hasAmounts, type VatReturn } from '../../../shared/accounting/vat/return/vat-return.ts'
import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { FIRST_DAY } from '../../../shared/contract/vat/registrations.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { findAccountStatuses } from '../../../shared/store/setup/chart.ts'
import { findChangeToTransfer } from '../../../shared/store/vat/consideration/vat-transfers.ts'
import { filedThrough } from '../../../shared/store/vat/filed-through.ts'
import { findVatFiling, type KeptFiling } from '../../../shared/store/vat/filings.ts'
import { taxOfPeriod } from '../../../shared/store/vat/tax-totals.ts'
import { requireInOrder } from './require-in-order.ts'

/**
 * Refuses to file a return that is not in order, of a period that has not ended, or before the returns that it follows.
 *
 * @returns the filing that it takes the place of; null without one
 * @throws ApiError state_conflict with a remedy
 */
export async function requireFileable(tx: Tx, read: ReturnRead, settings: PostingSettings): Promise<KeptReturn | null> {
  const { declaration, tie, end_customer_id } = read
  const { period, to, submission } = declaration
  const filed_through = await filedThrough(tx, end_customer_id)
  const last = await findVatFiling(tx, end_customer_id, period.name, null, submission)
  requireFiledHere(read, settings, last)
  if (submission === 'first') requireUnfiled(read, filed_through)
  if (to >= todayInSwitzerland())
    throw refusal('vat_period_not_ended', `${period.name} ends on ${to}. File its return afterwards.`)
  await requireTransferred(tx, end_customer_id, settings)
  requireInOrder(declaration)
  if (!tie.is_explained)
    throw refusal(
      'return_not_in_order',
      'The tax accounts do not agree with the tax records: the tie has an unexplained step. Run npm run ops -- verify.',
    )
  if (submission === 'first') await requireEarlierFiled(tx, read, settings, filed_through)
  else requireSomethingNew(read, last, filed_through)
  return submission === 'correction' && last ? returnOfKept(last.content) : null
}

/** A job transfers the tax of open items where consideration has changed; it takes moments. */
async function requireTransferred(tx: Tx, end_customer_id: string, settings: PostingSettings): Promise<void> {
  const [change] = changesOfConsideration(settings.vat_registrations)
  const pending = change && (await findChangeToTransfer(tx, end_customer_id, todayInSwitzerland()))
  if (!pending) return
  await requireTransferable(tx, end_customer_id, settings, pending.day)
  throw refusal(
    'vat_transfer_under_way',
    'The tax of open items is being transferred to the other consideration. Try again in a minute.',
  )
}

/** Whoever files here from some day on has filed the earlier returns elsewhere, and only there they are filed or corrected. */
function requireFiledHere(
  { declaration: { period, to, submission } }: ReturnRead,
  { vat_filed_from = null }: PostingSettings,
  last: KeptFiling | null,
): void {
  // The reconciliation of a year declares what is found here of it, whoever has filed its returns.
  if (submission === 'annual_reconciliation') return
  if (last !== null || vat_filed_from === null || to >= vat_filed_from) return
  throw refusal(
    'vat_period_not_filed',
    `Returns are filed here from ${vat_filed_from} on, and ${period.name} ends on ${to}: file or correct it with the system or the portal that has filed the returns before. Tax of its days that is found in these books takes vat_period: annual_reconciliation.`,
  )
}

/** Nobody but the end customer can repair what blocks the transfer. */
async function requireTransferable(tx: Tx, end_customer_id: string, settings: PostingSettings, day: string) {
  const today = todayInSwitzerland()
  const on_date = reversalDate(settings, day, today) ?? day
  const wanted = accountsOfTransfer(settings, on_date).map((account_code) => ({
    end_customer_id,
    account_code,
    on_date,
  }))
  const blockers = blockersOfTransfer(settings, on_date, today, await findAccountStatuses(tx, wanted))
  if (blockers.length === 0) return
  const details = blockers.map(({ message, remedy }) => ({
    pointer: '/period',
    code: 'transfer_not_possible' as const,
    message: `${message} ${remedy}`,
  }))
  const what = 'The tax of open items cannot be transferred to the other consideration. The details say what to do.'
  throw new ApiError('state_conflict', what, details)
}

/** Each period is filed once as such. */
function requireUnfiled({ declaration: { period, from } }: ReturnRead, filed_through: string | null): void {
  if (filed_through !== null && from <= filed_through)
    throw refusal(
      'vat_period_filed',
      `Returns are filed through ${filed_through}. File ${period.name} as a correction.`,
    )
}

/** A correction of what is filed that changes something, or a reconciliation that has something. */
function requireSomethingNew({ declaration }: ReturnRead, last: KeptFiling | null, filed_through: string | null): void {
  const { period, to, submission, vat_return } = declaration
  if (submission === 'correction' && last === null)
    throw refusal('vat_period_not_filed', `${period.name} is not filed, so it cannot be corrected.`)
  if (filed_through === null || to > filed_through)
    throw refusal(
      'vat_period_not_filed',
      `Returns are filed through ${filed_through ?? 'no day'}, and ${period.name} ends on ${to}. File its periods first.`,
    )
  const before = submission === 'correction' && last ? returnOfKept(last.content).declaration.vat_return : null
  const amountsOf = ({ lines }: VatReturn) => lines.map(({ base_minor, tax_minor }) => `${base_minor} ${tax_minor}`)
  const isNew = before ? String(amountsOf(before)) !== String(amountsOf(vat_return)) : hasAmounts(vat_return)
  if (!isNew) throw refusal('nothing_to_correct', `Nothing of ${period.name} differs from what is filed.`)
}

async function requireEarlierFiled(
  tx: Tx,
  { declaration: { from }, end_customer_id, ledger }: ReturnRead,
  settings: PostingSettings,
  filed_through: string | null,
): Promise<void> {
  const earlier =
    filed_through === null
      ? await taxBefore(tx, end_customer_id, from, ledger.last_entry_number)
      : unfiledSince(addDays(filed_through, 1), from, settings)
  if (earlier !== null) throw refusal('earlier_vat_period_open', earlier)
}

/** Who files the first return here may have filed those before elsewhere; there is no tax of them in these books. */
async function taxBefore(tx: Tx, end_customer_id: string, from: string, as_of: bigint): Promise<string | null> {
  const { in_return } = await taxOfPeriod(tx, { end_customer_id, from: FIRST_DAY, to: addDays(from, -1), as_of })
  const isDeclared = ({ base_minor, tax_minor, form_figure, activity_id }: (typeof in_return)[number]) =>
    (form_figure !== null || activity_id !== null) && (base_minor !== 0n || tax_minor !== 0n)
  if (!in_return.some(isDeclared)) return null
  return `There are tax records before ${from} (GET /v1/tax-records?to_date=${addDays(from, -1)}). File the earlier returns first. Where another system has filed them, and an invoice dated in them was booked here, reverse it and send it again with vat_period: current and its business_date as tax_date.`
}

/** Days without a registration have no return. */
function unfiledSince(first: string, from: string, settings: PostingSettings): string | null {
  if (first >= from) return null
  const part = registeredPart({ from: first, to: addDays(from, -1) }, settings.vat_registrations)
  if (!part) return null
  const { filing_period } = registrationOn(settings, part.from)
  return `File ${periodOfDay(part.from, filing_period ?? 'quarter').name} first.`
}

function refusal(code: DetailCode, message: string): ApiError {
  return new ApiError('state_conflict', message, [{ pointer: '/period', code, message }])
}
