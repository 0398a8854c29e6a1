import assert from 'node:assert/strict'
import { ITEM_USED } from '../../shared/accounting/facts/open-items/open-item-rules.ts'
import { NO_OPEN_DAY, ofOtherMethod } from '../../shared/accounting/journal/money-blockers.ts'
import { reversalEntry } from '../../shared/accounting/journal/reversal-entry.ts'
import { strandedByReversal } from '../../shared/accounting/vat/filing/other-method.ts'
import { nowAsTimestamp } from '../../shared/process/clock.ts'
import { newUuid, publicId } from '../../shared/process/ids.ts'
import { lineFromJson } from '../../shared/store/journal/journal-lines.ts'
import { findUnreversedJournalEntries } from '../../shared/store/journal/reversals.ts'
import { findUsesOfOlderLines } from '../../shared/store/open-items/open-items-of-facts.ts'
import type { IntentRow } from '../../shared/store/settlement/intents.ts'
import type { IntentContext, IntentResult } from '../intent.ts'
import { correctionsOf } from './corrections-of-reversal.ts'

/** Loads the entry that booked the intent's subject and decides its reversal. */
export async function postReversal(context: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const { end_customer_id, subject_id: source_id } = intent
  const [original] = await findUnreversedJournalEntries(context.tx, [{ end_customer_id, source_id }])
  assert(original, `the subject of intent ${intent.intent_id} is not posted, so it cannot be reversed`)
  const uses = await findUsesOfOlderLines(context.tx, end_customer_id, source_id)
  if (uses.length > 0) return { blockers: uses.map(lineUsedBy) }
  const posted = { ...original, lines: original.lines.map(lineFromJson) }
  const correctionOn = await correctionsOf(context, end_customer_id, original.journal_entry_id)
  const entry = reversalEntry(posted, intent, context, newUuid(), nowAsTimestamp(), correctionOn)
  if (!entry) return { blockers: [NO_OPEN_DAY] }
  // A ledger that is full of turnover takes it all the same: what was accepted can be taken back, and no balance grows by it.
  const blockers = ofOtherMethod(strandedByReversal(posted, entry, context.settings))
  return blockers.length > 0 ? { blockers } : { entry }
}

/** A voucher may have come between the request and the reversal. */
function lineUsedBy(source_fact_id: string) {
  const message = `Fact ${publicId('source_fact', source_fact_id)} has given items to lines of the entry.`
  return { ...ITEM_USED, message, pointer: '' }
}
