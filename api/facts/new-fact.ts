import { FEW_LINES, linesOfDocument } from '../../shared/accounting/documents/lines-of-document.ts'
import { documentOf, duplicateKeyOf } from '../../shared/accounting/facts/prepare-fact.ts'
import type { Canonical } from '../../shared/canonical/canonical-json.ts'
import type { JournalVoucherRequest, VoucherLineRequest } from '../../shared/contract/facts/journal-vouchers.ts'
import type { FactRequests } from '../../shared/contract/facts/source-facts.ts'
import { type ErrorDetail, MAX_DETAILS } from '../../shared/contract/platform/errors.ts'
import { nowAsTimestamp } from '../../shared/process/clock.ts'
import { newUuid } from '../../shared/process/ids.ts'
import { currentTraceparent } from '../../shared/process/tracing.ts'
import type { BodyKey } from '../../shared/store/facts/source-facts.ts'
import type { Caller } from '../http/admission/caller.ts'

type Origin = { readonly caller: Caller; readonly end_customer_id: string; readonly request_id: string }

/** A request as the fact that it becomes: as it is shown at once, and as it is kept. */
export function factOf<Type extends keyof FactRequests>(
  fact_type: Type,
  body: FactRequests[Type],
  { canonical, hash }: { readonly canonical: Canonical; readonly hash: string },
  { caller, end_customer_id, request_id }: Origin,
) {
  const fact = {
    end_customer_id,
    source_fact_id: newUuid(),
    fact_type,
    state: 'received' as const,
    source_system: body.source_system,
    external_reference: body.external_reference,
    idempotency_key: body.idempotency_key,
    business_date: body.business_date,
    request: body,
    blockers: [],
    warnings: null,
    journal_entry_id: null,
    superseded_by: null,
    withdrawal: null,
    created_at: nowAsTimestamp(),
    evaluated_at: null,
    intents: [],
  }
  const document = documentOf(fact_type, body)
  const lines = linesOfDocument(document)
  const row = {
    ...fact,
    request: canonical,
    body_key: body.idempotency_key,
    request_hash: hash,
    duplicate_key: duplicateKeyOf(document),
    lines: lines > FEW_LINES ? lines : null,
    client_id: caller.client_id,
    actor_id: caller.key_id,
    request_id,
    traceparent: currentTraceparent(),
  }
  return { fact, row }
}

type Compared = { readonly request_hash: string; readonly fact_type: string }
type Keyed = { readonly end_customer_id: string; readonly source_system: string; readonly body_key: string }

/** The key by which a source system knows the fact. */
export function bodyKeyOf({ end_customer_id, source_system, body_key }: Keyed): BodyKey {
  return { end_customer_id, source_system, idempotency_key: body_key }
}

/** Whether two facts with one body key are the same request, and not another one that took its key. */
export function isSameFact(known: Compared, fact: Compared): boolean {
  return known.request_hash === fact.request_hash && known.fact_type === fact.fact_type
}

export function bodyKeyText(key: BodyKey): string {
  return JSON.stringify([key.end_customer_id, key.source_system, key.idempotency_key])
}

/**
 * What is wrong with the lines of a voucher that no schema can express; other facts have no such lines.
 *
 * @param most details to look for
 */
export function wrongLines<Type extends keyof FactRequests>(
  fact_type: Type,
  body: FactRequests[Type],
  most = MAX_DETAILS,
): ErrorDetail[] {
  if (fact_type !== 'journal_voucher') return []
  const details: ErrorDetail[] = []
  for (const [index, line] of (body as JournalVoucherRequest).payload.lines.entries()) {
    for (const detail of wrongLine(line))
      details.push({ ...detail, pointer: `/payload/lines/${index}${detail.pointer}` })
    if (details.length >= most) break
  }
  return details.slice(0, most)
}

/** Only a revaluation has no amount: it changes the value alone. Every item but a new one says why it changes. */
function wrongLine({ debit, credit, open_item }: VoucherLineRequest): ErrorDetail[] {
  const isRevaluation = open_item?.new === undefined && open_item?.purpose === 'revaluation'
  const isZero = (debit ?? credit)?.amount_minor === 0
  const hasNoPurpose = open_item !== undefined && open_item.new === undefined && open_item.purpose === undefined
  return [
    ...(isZero && !isRevaluation ? [tooSmall(debit ? 'debit' : 'credit')] : []),
    ...(hasNoPurpose
      ? [{ pointer: '/open_item/purpose', code: 'required' as const, message: 'This field is required.' }]
      : []),
  ]
}

function tooSmall(side: 'debit' | 'credit'): ErrorDetail {
  const message = 'It must be >= 1, except on a line that revalues an item.'
  return { pointer: `/${side}/amount_minor`, code: 'out_of_range', message }
}
