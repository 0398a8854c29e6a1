import { type Db, row, sql } from '../../db/database.ts'

/** A bank entry about which nobody has decided, and one that it may repeat, directly or over others. */
export type StandIn = { readonly entry_id: string; readonly original_id: string }

/** Possible repeats of some bank entries; those of the most distant original first. */
export async function findStandIns(db: Db, end_customer_id: string, originals: readonly string[]) {
  if (originals.length === 0) return []
  return db.any(sql.type(row<StandIn>())`
    with recursive undecided as materialized (
      select entry_id, possible_repeat_of from camt053_entries
      where end_customer_id = ${end_customer_id} and repeat_state = 'undecided'
    ), stand_in (entry_id, original_id, distance) as (
      select entry_id, possible_repeat_of, 1 from undecided
      where possible_repeat_of = any(${sql.array(originals, 'uuid')})
      union
      select undecided.entry_id, original_id, distance + 1
      from stand_in join undecided on possible_repeat_of = stand_in.entry_id
      where distance < 100
    )
    select entry_id, original_id from stand_in order by distance desc, entry_id
  `)
}
