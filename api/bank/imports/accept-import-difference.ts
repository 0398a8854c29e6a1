import type { DifferenceAcceptance } from '../../../shared/contract/bank/camt053-imports.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { enqueueInTurn } from '../../../shared/queue/enqueue-in-turn.ts'
import { acceptDifference, findImport, lockImport } from '../../../shared/store/bank/camt053-imports.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { findSubjectOfCustomer } from '../../http/subject.ts'
import { currentImport } from './import-bank-statement.ts'
import { presentImport } from './present-import.ts'

/** Has a rejected bank statement imported, because a reviewer has looked at the difference and says why it is right. */
export async function acceptImportDifference(tx: Tx, deps: ApiDeps, request: MutatingRequest<DifferenceAcceptance>) {
  const { body, caller, end_customer_id, params } = request
  const rejected = await findSubjectOfCustomer('camt053_import', params.import_id, (id) =>
    lockImport(tx, end_customer_id, id),
  )
  if (rejected.state !== 'rejected')
    throw new ApiError('state_conflict', `The import is ${rejected.state}: it has no difference to accept.`)
  const { import_id } = rejected
  await acceptDifference(tx, rejected, body.justification, caller.key_id)
  const job = { data: { end_customer_id, import_id }, id: newUuid() }
  await enqueueInTurn(tx, deps.boss, 'camt053.import', caller.key_id, [job])
  const accepted = await findImport(tx, import_id, [end_customer_id])
  return { body: presentImport(accepted ?? rejected), current: currentImport(deps, end_customer_id, import_id) }
}
