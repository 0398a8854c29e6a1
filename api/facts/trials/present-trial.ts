import type { PreparedFact } from '../../../shared/accounting/facts/prepare-fact.ts'
import type { NewJournalEntry } from '../../../shared/accounting/journal/canonical-entry.ts'
import { totalOf } from '../../../shared/accounting/journal/journal-entry.ts'
import { publicId } from '../../../shared/process/ids.ts'
import type { SourceFactWithIntents } from '../../../shared/store/facts/source-facts.ts'
import { presentMoney } from '../../http/present-money.ts'
import { presentLineToPost } from '../../journal/present-journal-entry.ts'
import type { DecidedTrial } from './decide-tried.ts'

type TriedFact = Pick<PreparedFact, 'end_customer_id' | 'fact_type' | 'external_reference'> & {
  readonly idempotency_key: string
}

type ShownDecision = Pick<DecidedTrial['decision'], 'blockers' | 'warnings'> & Pick<SourceFactWithIntents, 'state'>
type PresentableTrial = Omit<DecidedTrial, 'decision'> & { readonly decision: ShownDecision }

/** @param known_as the stored fact that has the key already */
export function presentFactTrial(
  fact: TriedFact,
  { decision, supersedes, entry }: PresentableTrial,
  known_as: string | null,
) {
  const { end_customer_id, fact_type, external_reference, idempotency_key } = fact
  return {
    object: 'source_fact_trial' as const,
    end_customer_id,
    fact_type,
    external_reference,
    idempotency_key,
    state: decision.state,
    blockers: decision.blockers,
    warnings: decision.warnings,
    entry: entry && presentEntryToPost(entry),
    supersedes: supersedes.map((id) => publicId('source_fact', id)),
    known_as: presentKnown(known_as),
  }
}

/** A fact that is there already is answered with itself as it is now: nothing new is decided or booked. */
export function presentKnownFact(
  fact: TriedFact,
  { state, blockers, warnings, source_fact_id }: Pick<SourceFactWithIntents, keyof ShownDecision | 'source_fact_id'>,
) {
  const decision = { state, blockers, warnings: warnings ?? [] }
  return presentFactTrial(fact, { decision, supersedes: [], entry: null }, source_fact_id)
}

export function presentKnown(known_as: string | null): string | null {
  return known_as === null ? null : publicId('source_fact', known_as)
}

/** Without what only a posted entry has: id, number, hash. */
export function presentEntryToPost(entry: NewJournalEntry) {
  const { fiscal_year_id, posting_date, document_date, description, entry_type, currency, lines } = entry
  const total = presentMoney(totalOf(lines), currency)
  return {
    fiscal_year_id,
    posting_date,
    document_date,
    description,
    entry_type,
    currency,
    lines: lines.map((line, index) => presentLineToPost(line, index + 1, currency)),
    totals: { debit: total, credit: total },
  }
}
