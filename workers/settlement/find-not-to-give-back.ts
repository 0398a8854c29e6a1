import type { Blocker } from '../../shared/accounting/facts/blockers.ts'
import { ITEM_USED } from '../../shared/accounting/facts/open-items/open-item-rules.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import type { GivenBack } from '../../shared/store/settlement/given-back.ts'
import { type FullItem, findOverdrawn, findWithoutRoom } from '../../shared/store/settlement/worth-of-items.ts'

/** Why a reversal cannot give amounts back to items: a voucher may have come since it was requested. */
export async function findNotToGiveBack(
  tx: Tx,
  end_customer_id: string,
  given: readonly GivenBack[],
): Promise<Blocker[]> {
  const overdrawn = await findOverdrawn(tx, end_customer_id, given)
  const full = await findWithoutRoom(tx, end_customer_id, given)
  return [...overdrawn.map(worthNothing), ...full.map(withoutRoom)].map((message) => ({
    ...ITEM_USED,
    message,
    pointer: '',
  }))
}

function worthNothing(item: string): string {
  return `Open item ${item} would be worth less than nothing: take back its revaluation first.`
}

function withoutRoom({ item, vouchers }: FullItem): string {
  return `Open item ${item} would have more than it was opened with: ${vouchers.join(', ')} gave back to it.`
}
