import { FEW_LINES, linesOfDocument } from '../../accounting/documents/lines-of-document.ts'
import { documentOf, duplicateKeyOf } from '../../accounting/facts/prepare-fact.ts'
import { Canonical, type CanonicalValue } from '../../canonical/canonical-json.ts'
import { sha256Of } from '../../canonical/hash.ts'
import type { JournalVoucherRequest } from '../../contract/facts/journal-vouchers.ts'
import { nowAsTimestamp } from '../../process/clock.ts'
import { newUuid } from '../../process/ids.ts'
import { recordEnqueuedJobs } from '../../process/log-context.ts'
import { currentTraceparent } from '../../process/tracing.ts'
import { row, sql, type Tx } from '../db/database.ts'
import { acceptSourceFacts, type BatchedFact } from '../facts/accept-source-facts.ts'
import type { BookingRule } from './vouchers-of-entries.ts'

/** Who has a rule book a bank entry: the reviewer who accepts, or the service in the name of who made the version. */
export type BookedBy = {
  readonly client_id: string
  readonly actor_id: string
  readonly request_id: string
  readonly is_automatic: boolean
}

/**
 * Sends the voucher by which a rule books a bank entry, with its job, and keeps which rule it was. The caller holds the
 * bank entry, so that no other rule books it at the same time.
 */
export async function insertRuleBooking(
  tx: Tx,
  rule: BookingRule,
  entry_id: string,
  booking_id: string,
  voucher: JournalVoucherRequest,
  by: BookedBy,
): Promise<string> {
  const fact = factOf(voucher, by)
  recordEnqueuedJobs([fact.source_fact_id])
  await acceptSourceFacts(tx, [fact])
  await tx.query(sql.type(row())`
    insert into bank_rule_bookings (
      end_customer_id, booking_id, rule_id, version, entry_id, source_fact_id, is_automatic, actor_id, request_id,
      created_at
    )
    values (
      ${rule.end_customer_id}, ${booking_id}, ${rule.rule_id}, ${rule.version}, ${entry_id}, ${fact.source_fact_id},
      ${by.is_automatic}, ${by.actor_id}, ${by.request_id}, now()
    )
  `)
  return fact.source_fact_id
}

/** A long voucher of one rule is none that a key has sent many of. */
const LANE = 'facts.evaluate'

function factOf(voucher: JournalVoucherRequest, { client_id, actor_id, request_id }: BookedBy): BatchedFact {
  const request = Canonical.of(voucher as CanonicalValue)
  const document = documentOf('journal_voucher', voucher)
  const lines = linesOfDocument(document)
  const { end_customer_id, source_system, external_reference, business_date } = voucher
  return {
    end_customer_id,
    source_fact_id: newUuid(),
    fact_type: 'journal_voucher',
    source_system,
    external_reference,
    body_key: voucher.idempotency_key,
    business_date,
    request,
    request_hash: sha256Of(request.text),
    duplicate_key: duplicateKeyOf(document),
    lines: lines > FEW_LINES ? lines : null,
    lane: LANE,
    client_id,
    actor_id,
    request_id,
    created_at: nowAsTimestamp(),
    traceparent: currentTraceparent(),
    idempotency_key: null,
    fingerprint: null,
    status: null,
    response: null,
  }
}
