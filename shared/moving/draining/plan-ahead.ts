import { listToMove, type WaitingMove } from '../../store/moving/draining.ts'
import { planMove } from '../../store/moving/moves.ts'
import { type Drain, giveUp } from './drain.ts'
import { findRoomiest } from './roomiest.ts'

/** So many wait together until every process has heard of their moves. */
const AHEAD = 5

/**
 * Those who failed hold up nobody: their moves are not counted.
 *
 * @param moves those that there are
 * @returns whether somebody was planned: then the moves are to be listed anew
 */
export async function planAhead(drain: Drain, moves: readonly WaitingMove[]): Promise<boolean> {
  const { home, name, failed } = drain
  const before = moves.filter(
    ({ state, end_customer_id }) => state === 'planned' && !failed.has(end_customer_id),
  ).length
  let planned = before
  while (planned < AHEAD) {
    const [end_customer_id] = await listToMove(home, name, [...failed], 1)
    if (end_customer_id === undefined) break
    if (await planOne(drain, end_customer_id)) planned += 1
  }
  return planned > before
}

async function planOne(drain: Drain, end_customer_id: string): Promise<boolean> {
  const to_name = await chooseTarget(drain, end_customer_id)
  if (to_name !== null) {
    await planMove(drain.home, end_customer_id, to_name)
    return true
  }
  const refusal = drain.refused.get(end_customer_id)?.at(-1)
  if (!refusal) throw new Error(`There is no ledger database that can be asked to take who lives in ${drain.name}.`)
  giveUp(drain, end_customer_id, refusal.reason)
  return false
}

/** @returns null where none is left that it was not refused by, and that can be asked */
async function chooseTarget({ known, name, options, refused }: Drain, end_customer_id: string): Promise<string | null> {
  const tried = refused.get(end_customer_id)?.map(({ to_name }) => to_name) ?? []
  if (options.to_name !== null) return tried.includes(options.to_name) ? null : options.to_name
  return findRoomiest(
    [...known.values()].filter(
      ({ database }) => database.name !== name && database.state === 'open' && !tried.includes(database.name),
    ),
  )
}
