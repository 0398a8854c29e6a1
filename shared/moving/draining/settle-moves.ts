import type { Client } from 'pg'
import { listMovesOf } from '../../store/moving/draining.ts'
import { type MoveOptions, moveEndCustomer } from '../move-end-customer.ts'
import { IS_BEFORE_TURN } from '../taking-back/turn-back.ts'

/** Whose move could be ended neither way. */
type LeftMove = { readonly end_customer_id: string; readonly reason: string }

/** Takes moves from a database back that have not turned, and ends the others. */
export async function settleMoves(home: Client, name: string, options: MoveOptions): Promise<readonly LeftMove[]> {
  const left: LeftMove[] = []
  for (const { end_customer_id, from_name, to_name, state } of await listMovesOf(home, name, 0)) {
    if (from_name !== name) continue
    const isBack = state === 'taking_back' || IS_BEFORE_TURN.includes(state)
    await moveEndCustomer({ end_customer_id, to_name: isBack ? null : to_name }, options).catch(({ message }) =>
      left.push({ end_customer_id, reason: message }),
    )
  }
  return left
}
