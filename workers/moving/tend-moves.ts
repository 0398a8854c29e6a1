import type { Logger } from 'pino'
import type { Database } from '../../shared/databases/databases.ts'
import { logFailure } from '../../shared/deps/log-failure.ts'
import { letArrive } from '../../shared/moving/let-arrive.ts'
import {
  isClosedHere,
  listMovesUnderWay,
  type MoveUnderWay,
  reopenLeft,
  takeOverLeftMove,
} from '../../shared/store/moving/left-moves.ts'

type TendOptions = {
  readonly home: Database
  /** Null while it is not open. */
  readonly find: (name: string) => Database | null
  readonly log: Logger
}

/**
 * Nobody waits for an operator because a move was killed: what it has closed is opened again where the end customer lives, by what home
 * says. The move itself goes on, or back, when somebody runs the command again.
 */
export async function tendMoves({ home, find, log }: TendOptions): Promise<void> {
  for (const move of await listMovesUnderWay(home.pool)) {
    const database = find(move.is_turned ? move.to_name : move.from_name)
    if (database === null) continue
    try {
      if (await tend(home, database, move))
        log.warn(
          { ...move, database: database.name },
          'the books of an end customer are open again, as nobody moves it any more',
        )
    } catch (error) {
      logFailure(log, error, 'a move', 'a move that was left cannot be looked after', { ...move })
    }
  }
}

/** @returns whether something was opened: not where somebody moves it, or it has turned meanwhile */
async function tend(home: Database, { pool, boss }: Database, move: MoveUnderWay): Promise<boolean> {
  if (!(await isClosedHere(pool, move))) return false
  const { move_id, end_customer_id } = move
  const taken = await takeOverLeftMove(home.pool, move_id)
  if (taken === null || taken.is_turned !== move.is_turned) return false
  const { epoch, is_turned } = taken
  if (!is_turned) return reopenLeft(pool, move_id, epoch)
  await pool.transaction((tx) => letArrive(tx, boss, { move_id, epoch, end_customer_id }))
  return true
}
