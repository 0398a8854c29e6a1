import type { FileHandle } from 'node:fs/promises'
import { nowAsTimestamp } from '../../../shared/process/clock.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { withSmallHeap } from '../../../shared/process/small-heap.ts'
import { enqueue } from '../../../shared/queue/enqueue.ts'
import { findImport, insertChunk, insertImport, type NewImport } from '../../../shared/store/bank/camt053-imports.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { appendEvents, plainEvent } from '../../../shared/store/platform/events.ts'
import { ensureEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { presentImport } from './present-import.ts'
import type { ReceivedStatement } from './receive-bank-statement.ts'

const CHUNK_BYTES = 262_144

/**
 * Keeps a bank statement as evidence and has its entries taken over. One whose figures do not add up is kept as
 * rejected, and nothing of it counts.
 */
export async function importBankStatement(tx: Tx, deps: ApiDeps, request: MutatingRequest<ReceivedStatement>) {
  const { body, caller, end_customer_id, request_id } = request
  const isWrong = body.statements.some(({ holds }) => holds === false)
  const imported: NewImport = {
    end_customer_id,
    import_id: newUuid(),
    state: isWrong ? 'rejected' : 'received',
    file_sha256: body.sha256,
    size_bytes: BigInt(body.size_bytes),
    message: body.message,
    statements: [...body.statements],
    reason: body.statements.find(({ holds }) => holds === false)?.reason ?? null,
    is_test_file: false,
    difference_justification: null,
    difference_accepted_by: null,
    difference_accepted_at: null,
    actor_id: caller.key_id,
    request_id,
    created_at: nowAsTimestamp(),
  }
  await ensureEndCustomer(tx, end_customer_id)
  await insertImport(tx, imported)
  await withSmallHeap(() => keepFile(tx, imported, body.file))
  const { import_id } = imported
  if (!isWrong)
    await enqueue(tx, deps.boss, 'camt053.import', [
      { data: { end_customer_id, import_id }, options: { id: import_id } },
    ])
  const subject = { end_customer_id, subject_type: 'camt053_import', subject_id: import_id } as const
  if (isWrong) await appendEvents(tx, [plainEvent(subject, 'import.rejected')])
  const current = async () => {
    const now = await findImport(deps.pool, import_id, [end_customer_id])
    return now && now.state !== 'received' ? presentImport(now) : null
  }
  const none = { new_entry_count: null, linked_entry_count: null, payment_count: null, possible_repeat_count: null }
  const completed_at = isWrong ? imported.created_at : null
  return { body: presentImport({ ...imported, ...none, completed_at }), current }
}

async function keepFile(tx: Tx, imported: NewImport, file: FileHandle): Promise<void> {
  const buffer = Buffer.alloc(CHUNK_BYTES)
  for (let chunk_number = 0, kept = 0; ; chunk_number += 1) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, kept)
    if (bytesRead === 0) return
    await insertChunk(tx, imported, chunk_number, buffer.subarray(0, bytesRead))
    kept += bytesRead
  }
}
