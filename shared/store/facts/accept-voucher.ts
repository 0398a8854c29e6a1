import { FEW_LINES, linesOfDocument } from '../../accounting/documents/lines-of-document.ts'
import { documentOf, duplicateKeyOf } from '../../accounting/facts/prepare-fact.ts'
import { Canonical, type CanonicalValue } from '../../canonical/canonical-json.ts'
import { sha256Of } from '../../canonical/hash.ts'
import type { JournalVoucherRequest } from '../../contract/facts/journal-vouchers.ts'
import { nowAsTimestamp } from '../../process/clock.ts'
import { newUuid } from '../../process/ids.ts'
import { recordEnqueuedJobs } from '../../process/log-context.ts'
import { currentTraceparent } from '../../process/tracing.ts'
import type { Tx } from '../db/database.ts'
import { acceptSourceFacts, type BatchedFact } from './accept-source-facts.ts'

/** In whose name the service sends a voucher. */
export type SentBy = { readonly client_id: string; readonly actor_id: string; readonly request_id: string }

/** Sends a voucher that the service has made, with its job. @returns its id */
export async function acceptVoucher(tx: Tx, voucher: JournalVoucherRequest, by: SentBy): Promise<string> {
  const fact = factOf(voucher, by)
  recordEnqueuedJobs([fact.source_fact_id])
  await acceptSourceFacts(tx, [fact])
  return fact.source_fact_id
}

/** A long voucher of the service is none that a key has sent many of. */
const LANE = 'facts.evaluate'

function factOf(voucher: JournalVoucherRequest, { client_id, actor_id, request_id }: SentBy): BatchedFact {
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
