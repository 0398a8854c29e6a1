import { reversalEntry } from '../../shared/accounting/journal/reversal-entry.ts'
import type { PostingSettings } from '../../shared/accounting/setup/posting-settings.ts'
import { frozenThrough } from '../../shared/accounting/vat/filing/frozen-tax.ts'
import { strandedByReversal, strandedInWords } from '../../shared/accounting/vat/filing/other-method.ts'
import { ApiError, validationFailed } from '../../shared/contract/platform/errors.ts'
import type { VatPeriod } from '../../shared/contract/vat/vat-periods.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { lineFromJson } from '../../shared/store/journal/journal-lines.ts'
import { findUnreversedJournalEntries } from '../../shared/store/journal/reversals.ts'
import type { Subject } from './request-intent.ts'

type SaidOfReversal = { readonly posting_date?: string | undefined; readonly vat_period: VatPeriod | null }

/**
 * A reversal whose tax counts in a return of another method than its supply is refused, as no line of it has such tax: nothing could
 * reverse the reversal.
 *
 * @throws ApiError state_conflict with what to say instead
 */
export async function requireOwnMethod(
  tx: Tx,
  { end_customer_id, subject_id: source_id }: Subject,
  settings: PostingSettings | undefined,
  { posting_date, vat_period }: SaidOfReversal,
): Promise<void> {
  const methods = new Set(settings?.vat_registrations.map(({ method }) => method))
  if (!settings || methods.size < 2) return
  const [found] = await findUnreversedJournalEntries(tx, [{ end_customer_id, source_id }])
  if (!found) return
  const original = { ...found, lines: found.lines.map(lineFromJson) }
  const request = { ...(posting_date && { posting_date }), ...(vat_period && { vat_period }) }
  const asked = { end_customer_id, intent_id: '', request, actor_id: '', request_id: '' }
  const reversal = reversalEntry(original, asked, { settings, today: todayInSwitzerland() }, '', '')
  const [stranded] = reversal ? strandedByReversal(original, reversal, settings) : []
  if (!stranded) return
  const message = `${strandedInWords(stranded)} Send cause: error, or vat_period: correction or annual_reconciliation, and the tax is taken back where it was declared (Art. 72).`
  throw new ApiError('state_conflict', message, [{ pointer: '/vat_period', code: 'tax_of_other_method', message }])
}

/**
 * What reverses tax of a filed return says why: changed consideration belongs to the current period, an error to that return, and
 * nobody but the sender knows which of the two it is.
 *
 * @throws ApiError validation_failed
 * @source MWSTG Art. 41, 71, 72
 */
export async function requireCause(
  tx: Tx,
  { end_customer_id, subject_id: source_id }: Subject,
  settings: PostingSettings | undefined,
  vat_period: VatPeriod | null,
): Promise<void> {
  if (vat_period !== null) return
  if (!settings?.vat_filed_through) return
  const [found] = await findUnreversedJournalEntries(tx, [{ end_customer_id, source_id }])
  if (!found || frozenThrough(found.lines.map(lineFromJson), found.posting_date, settings) === null) return
  const message = `Its tax is in a return that is filed, as those through ${settings.vat_filed_through} are: say why it is taken back. cause: consideration_changed counts in the current period (MWSTG Art. 41), error in the correction of that return (Art. 71, 72).`
  throw validationFailed([{ pointer: '/cause', code: 'vat_period_missing', message }])
}
