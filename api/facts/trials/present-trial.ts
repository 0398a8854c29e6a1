import type { PreparedFact } from '../../../shared/accounting/facts/prepare-fact.ts'
import type { NewJournalEntry } from '../../../shared/accounting/journal/canonical-entry.ts'
import { totalOf } from '../../../shared/accounting/journal/journal-entry.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { presentMoney } from '../../http/present-money.ts'
import { presentLineToPost } from '../../journal/present-journal-entry.ts'
import type { DecidedTrial } from './decide-tried.ts'

type TriedFact = Pick<PreparedFact, 'end_customer_id' | 'fact_type' | 'external_reference'> & {
  readonly idempotency_key: string
}

/** @param known_as the stored fact that has the key already */
export function presentFactTrial(
  fact: TriedFact,
  { decision, supersedes, entry }: DecidedTrial,
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
    entry: entry && presentEntry(entry),
    supersedes: supersedes.map((id) => publicId('source_fact', id)),
    known_as: presentKnown(known_as),
  }
}

export function presentKnown(known_as: string | null): string | null {
  return known_as === null ? null : publicId('source_fact', known_as)
}

function presentEntry(entry: NewJournalEntry) {
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
