import { isUid } from '../../shared/accounting/documents/uid.ts'
import { ApiError, validationFailed } from '../../shared/contract/platform/errors.ts'
import type { EndCustomerRequest } from '../../shared/contract/setup/end-customers.ts'
import { enqueueReevaluation } from '../../shared/queue/enqueue.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { appendEvents } from '../../shared/store/platform/events.ts'
import {
  ensureEndCustomer,
  findEndCustomer,
  hasJournalEntries,
  updateEndCustomer,
} from '../../shared/store/setup/end-customers.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { onceReevaluated } from '../http/once-reevaluated.ts'
import { changeUndatedMethod, lookBeforeUndatedChange } from '../vat/change-undated-method.ts'

/**
 * Changes the settings of an end customer; it comes into being with its first write. Another base currency or VAT method
 * may need other accounts, or no exchange rate any more.
 */
export async function putEndCustomer(tx: Tx, deps: ApiDeps, request: MutatingRequest<EndCustomerRequest>) {
  const { body, caller, end_customer_id } = request
  if (body.uid !== undefined && !isUid(body.uid)) {
    const message = `${body.uid} is not a valid UID; its last digit is a check digit (CHE-116.281.710).`
    throw validationFailed([{ pointer: '/uid', code: 'uid_invalid', message }])
  }
  await ensureEndCustomer(tx, end_customer_id)
  const looked = await lookAtMethod(tx, end_customer_id, body)
  const [head] = await lockLedgers(tx, [end_customer_id])
  const before = await findEndCustomer(tx, end_customer_id)
  const isNewCurrency = body.base_currency !== undefined && body.base_currency !== before?.base_currency
  if (isNewCurrency && (await hasJournalEntries(tx, end_customer_id))) {
    const message = `The base currency stays ${before?.base_currency}: entries are posted in it.`
    throw new ApiError('state_conflict', message, [
      { pointer: '/base_currency', code: 'base_currency_in_use', message },
    ])
  }
  const { vat_method = before?.vat_method } = body
  const isNewMethod = head !== undefined && vat_method !== undefined && vat_method !== before?.vat_method
  const events = isNewMethod ? await changeUndatedMethod(tx, head, vat_method, caller.key_id, looked) : []
  const saved = { object: 'end_customer', ...(await updateEndCustomer(tx, end_customer_id, body)) }
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'settings')
  await appendEvents(tx, events)
  return { body: saved, current: onceReevaluated(deps, end_customer_id, saved) }
}

/** Looking at a large ledger takes seconds, so nobody waits for it. Null where the method stays. */
async function lookAtMethod(tx: Tx, end_customer_id: string, { vat_method }: EndCustomerRequest) {
  if (vat_method === undefined) return null
  const before = await findEndCustomer(tx, end_customer_id)
  return before?.vat_method === vat_method ? null : lookBeforeUndatedChange(tx, end_customer_id, vat_method)
}
