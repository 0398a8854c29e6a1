import type { Client } from 'pg'
import { connectAsOwner } from '../../store/databases/urls.ts'
import { isAnswer } from '../../store/db/database-away.ts'
import { reopen } from '../../store/moving/departure.ts'
import { takeFenceDown } from '../../store/moving/fence.ts'
import { advance, type CustomerMove } from '../../store/moving/moves.ts'
import type { MoveDatabase, MoveDatabases } from '../move-databases.ts'
import type { MoveSide } from '../sides.ts'

/** Ends a move that is being taken back where the new place is gone for good: what was copied there went with it. */
export async function takeBackHere(home: Client, from: MoveSide, move: CustomerMove): Promise<CustomerMove> {
  await reopen(from.owner, move)
  await takeFenceDown(from.owner, move)
  return advance(home, move, 'taken_back')
}

/** @throws Error where it answers: rows that were copied there have to be deleted */
export async function requireGone(known: MoveDatabases, name: string): Promise<void> {
  const found = known.get(name)
  if (!found || !(await answers(found))) return
  throw new Error(`${name} answers. Take the move back without --target-is-gone.`)
}

async function answers({ urls }: MoveDatabase): Promise<boolean> {
  try {
    await (await connectAsOwner(urls())).end()
    return true
  } catch (error) {
    return isAnswer(error) && !isNoDatabase(error) // neither where no variable leads there any more
  }
}

const NO_SUCH_DATABASE = '3D000'

/** A server that starts, has no connection left or takes no such password is not gone, one without the database has lost it. */
function isNoDatabase(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code === NO_SUCH_DATABASE
}
