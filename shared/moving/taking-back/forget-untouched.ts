import type { Client } from 'pg'
import type { DatabaseUrls } from '../../store/databases/urls.ts'
import { advance, type CustomerMove, findMove } from '../../store/moving/moves.ts'
import { alone } from '../alone.ts'

/** Nothing was made in either database yet: home is told of the next state before anything is. */
export const isUntouched = ({ state }: CustomerMove) => state === 'planned'

/** Ends a move that has touched neither side. Neither is opened, as one of them may be away for good. */
export async function forget(
  home: Client,
  move: CustomerMove,
  say: (line: string) => void = () => {},
): Promise<CustomerMove> {
  const forgotten = await advance(home, move, 'taken_back')
  say(forgotten.state)
  return forgotten
}

/** @returns false where the move has touched a side, or somebody else moves it at this moment */
export async function forgetUntouched(
  home: Client,
  home_urls: DatabaseUrls,
  end_customer_id: string,
): Promise<boolean> {
  const move = await findMove(home, end_customer_id)
  if (move === null || !isUntouched(move)) return false
  const forgetting = alone(home_urls, move.move_id, async (taken) => {
    if (!isUntouched(taken)) return false
    await forget(home, taken)
    return true
  })
  return forgetting.catch(() => false) // why the move has failed is what is said
}
