import type { NewJournalEntry } from '../journal/canonical-entry.ts'
import { RULE_VERSION } from '../journal/posting.ts'
import type { FactPosting } from './decide-facts.ts'
import { withKind } from './fact-kinds.ts'

/** A posting with the entry that it becomes. */
export type PostedFact = FactPosting & { readonly entry: NewJournalEntry }

/**
 * The journal entry of a fact that nothing blocks.
 *
 * @param posted_at ISO 8601, UTC, milliseconds
 */
export function entryOfFact(posting: FactPosting, journal_entry_id: string, posted_at: string): PostedFact {
  const { fact, fiscal_year_id, base_currency, entry_type, lines } = posting
  const { end_customer_id, source_fact_id, fact_type, external_reference, document, snapshot } = fact
  const entry: NewJournalEntry = {
    end_customer_id,
    journal_entry_id,
    fiscal_year_id,
    posting_date: document.business_date,
    document_date: document.document_date,
    description: withKind(document, (kind, itself) => kind.describe(itself, external_reference)),
    source_type: fact_type,
    source_id: source_fact_id,
    source_snapshot: snapshot,
    entry_type,
    reversal_of: null,
    rule_version: RULE_VERSION,
    actor_id: fact.actor_id,
    request_id: fact.request_id,
    currency: base_currency,
    posted_at,
    lines,
  }
  return { ...posting, entry }
}
