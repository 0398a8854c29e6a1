import { setTimeout as sleep } from 'node:timers/promises'
import { todayInSwitzerland } from '../../../../../shared/process/clock.ts'
import { findChangeToTransfer } from '../../../../../shared/store/vat/consideration/vat-transfers.ts'
import { service } from '../../../../support/service.ts'

/** Waits until no change of consideration has anything left to transfer. */
export async function lookedAt(end_customer_id: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    if ((await findChangeToTransfer(service().web.pool, end_customer_id, todayInSwitzerland())) === null) return
    if (tries > 300) throw new Error('something waits for its transfer')
    await sleep(100)
  }
}
