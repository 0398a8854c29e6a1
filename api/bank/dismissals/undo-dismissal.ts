import type { BankEntryReason } from '../../../shared/contract/bank/bank-entry-uses.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { findBankEntry } from '../../../shared/store/bank/bank-entries.ts'
import { findDismissed, undoDismissal } from '../../../shared/store/bank/uses/bank-entry-dismissals.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { findSubjectOfCustomer } from '../../http/subject.ts'
import { answerChanged, lockPair } from '../bank-entry-commands.ts'

/** Takes a dismissal back; both of a pair are to be booked again. */
export async function undoBankEntryDismissal(tx: Tx, deps: ApiDeps, request: MutatingRequest<BankEntryReason>) {
  const { body, caller, end_customer_id, params } = request
  const { entry_id, dismissed_by } = await findSubjectOfCustomer('camt053_entry', params.entry_id, (id) =>
    findBankEntry(tx, id, [end_customer_id]),
  )
  const ids = dismissed_by === null ? [entry_id] : await findDismissed(tx, end_customer_id, dismissed_by)
  const locked = await lockPair(tx, end_customer_id, ids)
  const dismissal_id = locked.get(entry_id)?.dismissed_by ?? null
  if (dismissal_id === null || dismissal_id !== dismissed_by) throw notDismissed()
  await undoDismissal(tx, dismissal_id, { end_customer_id, reason: body.reason, actor_id: caller.key_id })
  return answerChanged(tx, deps, end_customer_id, [entry_id, ...ids.filter((id) => id !== entry_id)])
}

function notDismissed() {
  const message = 'This bank entry is not dismissed.'
  return new ApiError('state_conflict', message, [{ pointer: '/state', code: 'already_reversed', message }])
}
