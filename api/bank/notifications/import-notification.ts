import { isTestFile } from '../../../shared/camt053/bank-statement.ts'
import { nowAsTimestamp } from '../../../shared/process/clock.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { withSmallHeap } from '../../../shared/process/small-heap.ts'
import { enqueueInTurn } from '../../../shared/queue/enqueue-in-turn.ts'
import {
  findCamt054Import,
  insertCamt054Import,
  isCamt054ImportOver,
} from '../../../shared/store/bank/notifications/camt054-imports.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { ensureEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { keepFile } from '../imports/keep-file.ts'
import type { ReceivedStatement } from '../imports/receive-bank-statement.ts'
import { requireProductive } from '../imports/require-productive.ts'
import { presentCamt054Import } from './present-camt054-import.ts'

/** Keeps notifications of the bank as evidence, and has their details joined to the bank entries that they belong to. */
export async function importNotification(tx: Tx, deps: ApiDeps, request: MutatingRequest<ReceivedStatement>) {
  const { body, caller, end_customer_id, request_id } = request
  requireProductive(body)
  const import_id = newUuid()
  const imported = {
    end_customer_id,
    import_id,
    file_sha256: body.sha256,
    size_bytes: BigInt(body.size_bytes),
    message: body.message,
    notifications: [...body.statements],
    is_test_file: isTestFile(body.message),
    actor_id: caller.key_id,
    request_id,
    created_at: nowAsTimestamp(),
  }
  await ensureEndCustomer(tx, end_customer_id)
  await insertCamt054Import(tx, imported)
  await withSmallHeap(() => keepFile(tx, imported, body.file))
  const job = { data: { end_customer_id, import_id }, id: import_id }
  await enqueueInTurn(tx, deps.boss, 'camt054.import', caller.key_id, [job])
  const none = { new_entry_count: null, known_entry_count: null, completed_at: null, used: [], booked_elsewhere: [] }
  return {
    body: presentCamt054Import({ ...imported, ...none, state: 'received' }),
    current: async () => {
      if (!(await isCamt054ImportOver(deps.pool, end_customer_id, import_id))) return null
      const now = await findCamt054Import(deps.pool, import_id, [end_customer_id])
      return now && presentCamt054Import(now)
    },
  }
}
