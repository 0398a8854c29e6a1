import { type Db, row, sql } from '../../db/database.ts'
import { ENTRY_DAY } from '../entry-day.ts'
import { SIGNED_AMOUNT } from '../reconciliation.ts'

/** Bank entries of one day that are in the same pages of bank statements. */
export type PlacedEntries = {
  keys: readonly string[]
  day: string
  entry_count: number
  credit_minor: bigint
  debit_minor: bigint
}

/** Where some bank entries are, by their days. Those that repeat another one, or may, are not among them. */
export function listPlacesOfEntries(db: Db, end_customer_id: string, entry_ids: readonly string[]) {
  return db.any(sql.type(row<PlacedEntries>())`
    select keys, day, count(*)::integer as entry_count, coalesce(sum(minor) filter (where minor > 0), 0)::bigint as credit_minor,
      coalesce(-sum(minor) filter (where minor < 0), 0)::bigint as debit_minor
    from (
      select ${ENTRY_DAY} as day, ${SIGNED_AMOUNT} as minor, array(
        select import_id || ':' || statement_number from camt053_statement_entries linked
        where linked.end_customer_id = ${end_customer_id} and linked.entry_id = entry.entry_id
        order by import_id, statement_number
      ) as keys
      from camt053_entries entry
      where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(entry_ids, 'uuid')})
        and coalesce(repeat_state = 'new', true)
    ) placed
    group by keys, day
    order by day, keys
  `)
}
