import { type Db, row, sql } from '../db/database.ts'

/** So many of them are one text: some 50 kB. */
const DETAILS_PER_PART = 50

const TABLES = {
  camt053_entries: sql.fragment`entry_id`,
  camt054_entries: sql.fragment`notification_id`,
} as const

/** What a bank entry or a notification says, with an empty list of details. */
export const withoutDetails = sql.fragment`jsonb_set(entry, '{tx_details}', '[]')`

/**
 * The details of a bank entry or a notification as JSON, some in each text, in their order. As one value, those of 20,000
 * payments would be parsed in one go.
 */
export function findDetailsInParts(
  db: Db,
  table: keyof typeof TABLES,
  end_customer_id: string,
  id: string,
): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ part: string }>())`
    select jsonb_agg(detail order by place)::text as part
    from (
      select detail, place, (place - 1) / ${DETAILS_PER_PART} as number
      from ${sql.identifier([table])}
      cross join lateral jsonb_array_elements(entry -> 'tx_details') with ordinality as listed (detail, place)
      where end_customer_id = ${end_customer_id} and ${TABLES[table]} = ${id}
    ) numbered
    group by number
    order by number
  `)
}
