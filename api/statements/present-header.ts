import type { Bucket } from '../../shared/accounting/statements/statement.ts'
import { jsonInteger } from '../../shared/canonical/json-integer.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { ClosingHeader } from '../../shared/store/statements/closings.ts'
import { presentChecks } from './present-checks.ts'
import { presentWarnings } from './present-warnings.ts'
import type { Snapshot } from './statement-snapshot.ts'

/** The header of every statement: end customer, period, last entry that counts, and whether the books are in order. */
export function presentStatementHeader(object: string, snapshot: Snapshot) {
  const { query, ledger, position, books, prior, checks, closing } = snapshot
  const { buckets, first } = books
  return {
    object,
    end_customer_id: query.end_customer_id,
    end_customer_name: ledger.name,
    fiscal_year_id: query.fiscal_year_id,
    period_start: buckets[first]?.start_date ?? '',
    period_end: buckets.at(-1)?.end_date ?? '',
    currency: ledger.base_currency,
    locale: query.locale ?? ledger.locale,
    comparison: prior && presentPeriod(prior.buckets.at(-1) as Bucket),
    granularity: query.granularity ?? null,
    ledger_position: {
      entry_number: jsonInteger(position.entry_number),
      entry_hash: position.entry_hash,
    },
    closing: closing && presentClosing(closing),
    warnings: presentWarnings(snapshot),
    ...presentChecks(checks, ledger.base_currency),
  }
}

export function presentClosing({
  closing_id,
  created_at,
  kept_by,
  rule_version,
  content_sha256,
}: Pick<ClosingHeader, 'closing_id' | 'created_at' | 'kept_by' | 'rule_version' | 'content_sha256'>) {
  const id = publicId('fiscal_year_closing', closing_id)
  return { id, closed_at: created_at, kept_by, rule_version, content_sha256 }
}

function presentPeriod({ fiscal_year_id, start_date, end_date }: Bucket) {
  return { fiscal_year_id, period_start: start_date, period_end: end_date }
}
