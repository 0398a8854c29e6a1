import { ApiError } from '../../shared/contract/platform/errors.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import type { GivenBack } from '../../shared/store/settlement/given-back.ts'
import { findOverdrawn, findWithoutRoom } from '../../shared/store/settlement/worth-of-items.ts'

/** @throws ApiError state_conflict where items would get an amount back and be worth less than nothing */
export async function requireWorth(tx: Tx, end_customer_id: string, given: readonly GivenBack[]): Promise<void> {
  const overdrawn = await findOverdrawn(tx, end_customer_id, given)
  if (overdrawn.length === 0) return
  throw inUse(
    `Take back first the revaluation of what it gives back, which would be worth less than nothing: ${overdrawn.join(', ')}.`,
  )
}

/** @throws ApiError state_conflict where vouchers have given back to items of a posted subject what its reversal would give */
export async function requireRoom(tx: Tx, end_customer_id: string, given: readonly GivenBack[]): Promise<void> {
  const full = await findWithoutRoom(tx, end_customer_id, given)
  if (full.length === 0) return
  const items = full
    .map(({ item, vouchers }) => (vouchers.length > 0 ? `${item} (${vouchers.join(', ')})` : item))
    .join(', ')
  throw inUse(
    `Reverse first what has given back to its open items; they would have more than they were opened with: ${items}.`,
  )
}

export function inUse(message: string): ApiError {
  return new ApiError('state_conflict', message, [{ pointer: '/state', code: 'in_use', message }])
}
