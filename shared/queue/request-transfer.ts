import type { PgBoss } from 'pg-boss'
import { todayInSwitzerland } from '../process/clock.ts'
import type { Tx } from '../store/db/database.ts'
import { findChangeToTransfer } from '../store/vat/consideration/vat-transfers.ts'
import { enqueue } from './enqueue.ts'

/** Has the tax of open items transferred that waits, for an account or because it was booked late, where there is any. */
export async function requestTransfer(tx: Tx, boss: PgBoss, end_customer_id: string): Promise<void> {
  if ((await findChangeToTransfer(tx, end_customer_id, todayInSwitzerland())) === null) return
  await enqueue(tx, boss, 'vat.transfer', [{ data: { end_customer_id }, options: { singletonKey: end_customer_id } }])
}
