import { NO_OPEN_DAY } from '../../shared/accounting/facts/money-blockers.ts'
import type { NewJournalEntry } from '../../shared/accounting/journal/canonical-entry.ts'
import { reversalLines } from '../../shared/accounting/journal/journal-entry.ts'
import { RULE_VERSION } from '../../shared/accounting/journal/posting.ts'
import { isOpenDay, reversalDate } from '../../shared/accounting/journal/reversal-date.ts'
import { fiscalYearOf, fiscalYearsToAdd } from '../../shared/accounting/setup/fiscal-years.ts'
import { nowAsTimestamp } from '../../shared/process/clock.ts'
import { newUuid } from '../../shared/process/ids.ts'
import { lineFromJson } from '../../shared/store/journal/journal-lines.ts'
import { findUnreversedJournalEntries, type PostedJournalEntry } from '../../shared/store/journal/reversals.ts'
import type { IntentRow } from '../../shared/store/settlement/intents.ts'
import type { IntentContext, IntentResult } from '../intent.ts'

/** The entry that undoes the one that booked the intent's subject, on the day asked for or the first open one. */
export async function reversalOf({ tx, settings, today }: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const { end_customer_id, subject_id } = intent
  const [original] = await findUnreversedJournalEntries(tx, [{ end_customer_id, source_id: subject_id }])
  if (!original) throw new Error(`what intent ${intent.intent_id} reverses is not posted`)
  const posting_date = dayOf(intent, original, settings, today)
  const years = posting_date
    ? [...settings.fiscal_years, ...fiscalYearsToAdd(settings.fiscal_years, posting_date, today)]
    : []
  const year = posting_date ? fiscalYearOf(years, posting_date) : undefined
  if (!posting_date || !year) return { blockers: [NO_OPEN_DAY] }
  return { entry: entryOf(intent, original, posting_date, year.fiscal_year_id) }
}

function dayOf(
  { request }: IntentRow,
  original: PostedJournalEntry,
  settings: IntentContext['settings'],
  today: string,
): string | null {
  if (request.posting_date === undefined) return reversalDate(settings, original.posting_date, today)
  return isOpenDay(settings, request.posting_date, today) ? request.posting_date : null
}

function entryOf(
  { end_customer_id, intent_id, request, actor_id, request_id }: IntentRow,
  original: PostedJournalEntry,
  posting_date: string,
  fiscal_year_id: string,
): NewJournalEntry {
  return {
    end_customer_id,
    journal_entry_id: newUuid(),
    fiscal_year_id,
    posting_date,
    document_date: original.document_date,
    description: `Storno: ${original.description}`,
    source_type: original.source_type,
    source_id: original.source_id,
    entry_type: original.entry_type,
    source_snapshot: { reversal: { intent_id, ...request }, original: original.source_snapshot },
    reversal_of: original.journal_entry_id,
    rule_version: RULE_VERSION,
    actor_id,
    request_id,
    currency: original.currency,
    posted_at: nowAsTimestamp(),
    lines: reversalLines(original.lines.map(lineFromJson)),
  }
}
