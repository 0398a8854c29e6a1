import assert from 'node:assert/strict'
import type { Blocker } from '../../../accounting/facts/blockers.ts'
import { ITEM_USED } from '../../../accounting/facts/open-items/open-item-rules.ts'
import type { NewJournalEntry } from '../../../accounting/journal/canonical-entry.ts'
import { NO_OPEN_DAY, ofOtherMethod } from '../../../accounting/journal/money-blockers.ts'
import { type RequestedReversal, reversalEntry } from '../../../accounting/journal/reversal-entry.ts'
import type { PostingSettings } from '../../../accounting/setup/posting-settings.ts'
import { strandedByReversal } from '../../../accounting/vat/filing/other-method.ts'
import { nowAsTimestamp } from '../../../process/clock.ts'
import { newUuid, publicId } from '../../../process/ids.ts'
import type { Tx } from '../../db/database.ts'
import { lineFromJson } from '../../journal/journal-lines.ts'
import { findUnreversedJournalEntries } from '../../journal/reversals.ts'
import { findUsesOfOlderLines } from '../../open-items/open-items-of-facts.ts'
import { correctionsOf } from './corrections-of-reversal.ts'

/** The books that a reversal is decided by. */
export type ReversalContext = { readonly tx: Tx; readonly settings: PostingSettings; readonly today: string }

/** What is reversed, and how it was asked for. */
export type ReversalOfSubject = RequestedReversal & { readonly subject_id: string }

/** Either the entry of the reversal, or everything that blocks it. */
export type DecidedReversal = { readonly entry: NewJournalEntry } | { readonly blockers: readonly Blocker[] }

/** Loads the entry that booked a subject and decides its reversal. It stores nothing: the worker posts the entry, a dry run shows it. */
export async function decideReversal(context: ReversalContext, reversal: ReversalOfSubject): Promise<DecidedReversal> {
  const { end_customer_id, subject_id: source_id } = reversal
  const [original] = await findUnreversedJournalEntries(context.tx, [{ end_customer_id, source_id }])
  assert(original, `the subject of intent ${reversal.intent_id} is not posted, so it cannot be reversed`)
  const uses = await findUsesOfOlderLines(context.tx, end_customer_id, source_id)
  if (uses.length > 0) return { blockers: uses.map(lineUsedBy) }
  const posted = { ...original, lines: original.lines.map(lineFromJson) }
  const correctionOn = await correctionsOf(context, end_customer_id, original.journal_entry_id)
  const entry = reversalEntry(posted, reversal, context, newUuid(), nowAsTimestamp(), correctionOn)
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
