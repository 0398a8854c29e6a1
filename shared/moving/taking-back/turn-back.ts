import { advance, type CustomerMove } from '../../store/moving/moves.ts'
import type { Moving } from '../moving.ts'

/** States from which it can be taken back; nothing else is to be decided anew. */
export const IS_BEFORE_TURN: readonly CustomerMove['state'][] = ['planned', 'fenced', 'copying', 'closing', 'closed']

export async function turnBack({ home, at }: Pick<Moving, 'home' | 'at'>, move: CustomerMove): Promise<CustomerMove> {
  if (move.state === 'taking_back') return move
  if (!IS_BEFORE_TURN.includes(move.state))
    throw new Error(`It lives in ${move.to_name} already. Move it to ${move.from_name} when this move is over.`)
  const back = await advance(home, move, 'taking_back')
  await at('taking back')
  return back
}
