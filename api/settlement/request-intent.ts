import type { VatPeriod } from '../../shared/contract/vat/vat-periods.ts'
import { nowAsTimestamp } from '../../shared/process/clock.ts'
import { newUuid } from '../../shared/process/ids.ts'
import { enqueue } from '../../shared/queue/enqueue.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { type IntentRow, insertIntent } from '../../shared/store/settlement/intents.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'

export type Subject = { readonly end_customer_id: string; readonly subject_id: string }

/** What an intent keeps of a request that may post tax into a filed period. */
export function vatPeriodAsked({ vat_period }: { readonly vat_period?: VatPeriod }): IntentRow['request'] {
  return vat_period === undefined ? {} : { vat_period }
}

/** Has the worker execute an intent; it does so if and only if this transaction commits. */
export async function requestIntent(
  tx: Tx,
  deps: ApiDeps,
  { caller, request_id }: MutatingRequest<unknown>,
  intent_type: IntentRow['intent_type'],
  subject: Subject,
  request: IntentRow['request'] = {},
): Promise<IntentRow> {
  const intent = await insertIntent(tx, {
    ...subject,
    intent_id: newUuid(),
    intent_type,
    request,
    actor_id: caller.key_id,
    request_id,
    created_at: nowAsTimestamp(),
  })
  const { intent_id } = intent
  const { end_customer_id } = subject
  await enqueue(tx, deps.boss, 'ledger.post', [{ data: { end_customer_id, intent_id }, options: { id: intent_id } }])
  return intent
}
