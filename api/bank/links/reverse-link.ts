import type { BankEntryReason } from '../../../shared/contract/bank/bank-entry-uses.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { uuidOf } from '../../../shared/process/ids.ts'
import { isLinkReleased, releaseLink } from '../../../shared/store/bank/uses/bank-entry-links.ts'
import { findCreditsOnLink } from '../../../shared/store/bank/uses/bank-legs.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { noneForCustomer } from '../../http/subject.ts'
import { answerChanged, lockBankEntryOfPath } from '../bank-entry-commands.ts'
import { creditStands } from './credit-stands.ts'

/** Takes a link back: the bank entry and the line are free again, and nothing is booked. */
export async function reverseLink(tx: Tx, deps: ApiDeps, request: MutatingRequest<BankEntryReason>) {
  const { body, caller, end_customer_id, params } = request
  const { entry_id } = await lockBankEntryOfPath(tx, request)
  const link_id = uuidOf('bank_entry_link', params.link_id ?? '')
  const withdrawal = { end_customer_id, reason: body.reason, actor_id: caller.key_id }
  if (!link_id) throw notFound()
  const credits = await findCreditsOnLink(tx, end_customer_id, link_id)
  if (credits.length > 0) throw creditStands(credits)
  if (!(await releaseLink(tx, entry_id, link_id, withdrawal))) {
    if (!(await isLinkReleased(tx, end_customer_id, entry_id, link_id))) throw notFound()
    const message = 'This link is taken back already.'
    throw new ApiError('state_conflict', message, [{ pointer: '/state', code: 'already_reversed', message }])
  }
  return answerChanged(tx, deps, end_customer_id, [entry_id])
}

function notFound() {
  return new ApiError('not_found', noneForCustomer('link'))
}
