import { isTestFile } from '../../../shared/camt053/bank-statement.ts'
import { nowAsTimestamp } from '../../../shared/process/clock.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { withSmallHeap } from '../../../shared/process/small-heap.ts'
import { enqueueInTurn } from '../../../shared/queue/enqueue-in-turn.ts'
import { findImport, insertImport, isImportOver, type NewImport } from '../../../shared/store/bank/camt053-imports.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { appendEvents, plainEvent } from '../../../shared/store/platform/events.ts'
import { ensureEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { keepFile } from './keep-file.ts'
import { presentImport } from './present-import.ts'
import type { ReceivedStatement } from './receive-bank-statement.ts'
import { requireProductive } from './require-productive.ts'

/**
 * Keeps a bank statement as evidence and has its entries taken over. One whose figures do not add up is kept as
 * rejected, and nothing of it counts until somebody accepts the difference.
 */
export async function importBankStatement(tx: Tx, deps: ApiDeps, request: MutatingRequest<ReceivedStatement>) {
  const { body, end_customer_id } = request
  requireProductive(body)
  const imported = newImportOf(request)
  await ensureEndCustomer(tx, end_customer_id)
  await insertImport(tx, imported)
  await withSmallHeap(() => keepFile(tx, imported, body.file))
  const { import_id } = imported
  const subject = { end_customer_id, subject_type: 'camt053_import', subject_id: import_id } as const
  if (imported.state === 'rejected') await appendEvents(tx, [plainEvent(subject, 'import.rejected')])
  else {
    const job = { data: { end_customer_id, import_id }, id: import_id }
    await enqueueInTurn(tx, deps.boss, 'camt053.import', imported.actor_id, [job])
  }
  const none = { new_entry_count: null, linked_entry_count: null, payment_count: null, possible_repeat_count: null }
  const completed_at = imported.state === 'rejected' ? imported.created_at : null
  const presented = presentImport({ ...imported, ...none, completed_at })
  return { body: presented, current: currentImport(deps, end_customer_id, import_id) }
}

/** The import when it is completed or rejected. */
export function currentImport({ pool }: ApiDeps, end_customer_id: string, import_id: string) {
  return async () => {
    if (!(await isImportOver(pool, end_customer_id, import_id))) return null
    const now = await findImport(pool, import_id, [end_customer_id])
    return now && presentImport(now)
  }
}

function newImportOf({ body, caller, end_customer_id, request_id }: MutatingRequest<ReceivedStatement>): NewImport {
  const wrong = body.statements.find(({ holds }) => holds === false)
  const justification = (wrong && body.options.accept_difference) ?? null
  const created_at = nowAsTimestamp()
  return {
    end_customer_id,
    import_id: newUuid(),
    state: wrong && justification === null ? 'rejected' : 'received',
    file_sha256: body.sha256,
    size_bytes: BigInt(body.size_bytes),
    message: body.message,
    statements: [...body.statements],
    reason: wrong?.reason ?? null,
    is_test_file: isTestFile(body.message),
    difference_justification: justification,
    difference_accepted_by: justification === null ? null : caller.key_id,
    difference_accepted_at: justification === null ? null : created_at,
    actor_id: caller.key_id,
    request_id,
    created_at,
  }
}
