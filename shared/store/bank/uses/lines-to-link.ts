import { type Db, row, sql } from '../../db/database.ts'

/** A line that has moved at the bank what a bank entry moves, and that no bank entry has: it is linked, and not booked again. */
export type LineToLink = {
  readonly entry_id: string
  readonly journal_entry_id: string
  readonly line_number: number
  readonly amount_minor: bigint
  /** Of the bank entry. */
  readonly left_minor: bigint
  readonly source_type: string
  readonly source_id: string
}

/** Of these bank entries those that name what somebody has booked by hand, each with its lines. No query is made for no bank entry. */
export async function findLinesToLink(
  db: Db,
  end_customer_id: string,
  entry_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly LineToLink[]>> {
  if (entry_ids.length === 0) return new Map()
  const found = await db.any(sql.type(row<LineToLink>())`
    select wanted.entry_id, journal_entry_id, line_number, amount_minor, left_minor, source_type, source_id
    from unnest(${sql.array(entry_ids, 'uuid')}) as wanted (entry_id)
    cross join lateral lines_to_link(${end_customer_id}, wanted.entry_id)
    order by wanted.entry_id, journal_entry_id, line_number
  `)
  return Map.groupBy(found, ({ entry_id }) => entry_id)
}
