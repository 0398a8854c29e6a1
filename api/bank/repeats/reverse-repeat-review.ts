import type { BankEntryReason } from '../../../shared/contract/bank/bank-entry-uses.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { lockPossibleRepeat } from '../../../shared/store/bank/repeats/possible-repeats.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { lockEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { findSubjectOfCustomer } from '../../http/subject.ts'
import { answerChanged } from '../bank-entry-commands.ts'
import { takeDecisionBack } from './take-decision-back.ts'

/** Takes the decision of a reviewer back: the bank entry is a possible repeat again, and somebody has to decide anew. */
export async function reverseRepeatReview(tx: Tx, deps: ApiDeps, request: MutatingRequest<BankEntryReason>) {
  const { end_customer_id, params, body, caller } = request
  await lockEndCustomer(tx, end_customer_id)
  const found = await findSubjectOfCustomer('camt053_entry', params.entry_id, (id) =>
    lockPossibleRepeat(tx, end_customer_id, id),
  )
  if (found.repeat_state === null || found.repeat_state === 'undecided')
    throw conflict('Nobody has decided whether this bank entry repeats another one.')
  if (found.repeat_decided_by === null)
    throw conflict('Bank statements have decided it and would do so again. Decide the other way with repeat-review.')
  const taken_back = { reason: body.reason, taken_back_by: caller.key_id }
  const other_id = await takeDecisionBack(tx, end_customer_id, found, taken_back)
  return answerChanged(tx, deps, end_customer_id, [found.entry_id, other_id])
}

function conflict(message: string): ApiError {
  return new ApiError('state_conflict', message)
}
