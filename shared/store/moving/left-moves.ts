import { type Db, row, sql } from '../db/database.ts'

export type MoveUnderWay = {
  readonly move_id: string
  readonly end_customer_id: string
  readonly from_name: string
  readonly to_name: string
  readonly is_turned: boolean
}

/** At home: those that may have closed something. */
export function listMovesUnderWay(home: Db): Promise<readonly MoveUnderWay[]> {
  return home.any(sql.type(row<MoveUnderWay>())`
    select move_id, end_customer_id, from_name, to_name, state = 'turned' as is_turned from moves
    where state in ('fenced', 'closing', 'closed', 'turned', 'taking_back')
  `)
}

/** Whether an end customer is kept waiting here by this move. */
export function isClosedHere(db: Db, { move_id }: Pick<MoveUnderWay, 'move_id'>): Promise<boolean> {
  return db.exists(sql.type(row())`select from fences where move_id = ${move_id} and state = 'closed'`)
}

type TakenMove = { readonly epoch: number; readonly is_turned: boolean }

/** At home. @returns null where somebody moves it at this moment */
export function takeOverLeftMove(home: Db, move_id: string): Promise<TakenMove | null> {
  return home.maybeOne(sql.type(row<TakenMove>())`
    select taken::integer as epoch, found_state = 'turned' as is_turned from take_over_left_move(${move_id})
  `)
}

/** Where it leaves. @returns whether it was closed */
export function reopenLeft(db: Db, move_id: string, epoch: number): Promise<boolean> {
  return db.oneFirst(sql.type(row<{ is_opened: boolean }>())`select reopen_left(${move_id}, ${epoch}) as is_opened`)
}
