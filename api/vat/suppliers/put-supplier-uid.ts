import { isUid } from '../../../shared/accounting/documents/uid.ts'
import { plainUid } from '../../../shared/accounting/vat/suppliers/supplier-uid.ts'
import { validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { SupplierUidRequest } from '../../../shared/contract/vat/supplier-uids.ts'
import { enqueueReevaluation } from '../../../shared/queue/enqueue.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { saveAnswer } from '../../../shared/store/facts/input-tax/supplier-uids.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { appendEvents, supplierUidAnswered } from '../../../shared/store/platform/events.ts'
import { ensureEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { presentSupplierUid } from './present-supplier-uid.ts'

/** Says whether a supplier is in the VAT register. What waits for it is evaluated again. */
export async function putSupplierUid(tx: Tx, { boss }: ApiDeps, request: MutatingRequest<SupplierUidRequest>) {
  const { body, caller, end_customer_id } = request
  const { uid, is_registered, reason } = body
  if (!isUid(uid))
    throw validationFailed([
      { pointer: '/uid', code: 'uid_invalid', message: 'It is no UID: its check digit is wrong.' },
    ])
  await ensureEndCustomer(tx, end_customer_id)
  await lockLedgers(tx, [end_customer_id])
  const answer = { end_customer_id, uid: plainUid(uid), is_registered, reason, actor_id: caller.key_id }
  const saved = await saveAnswer(tx, answer)
  await enqueueReevaluation(tx, boss, end_customer_id, 'settings')
  await appendEvents(tx, [supplierUidAnswered(end_customer_id)])
  return { body: presentSupplierUid(saved) }
}
