import { type Db, row, sql } from '../db/database.ts'

const PAGE = 500

/** The open items whose documents records of reductions name, in pages. */
export async function* readReducedItems(db: Db, end_customer_id: string): AsyncGenerator<readonly string[]> {
  let after: string | null = null
  do {
    const rows: readonly { open_item_id: string }[] = await db.any(sql.type(row<{ open_item_id: string }>())`
      select distinct reduced.open_item_id from (
        select (tax ->> 'reduces')::uuid as open_item_id from journal_lines
        where end_customer_id = ${end_customer_id} and tax ? 'reduces'
        union all
        select (part ->> 'open_item_id')::uuid
        from journal_lines cross join lateral jsonb_array_elements(tax -> 'reduced_items') part
        where end_customer_id = ${end_customer_id} and tax ? 'reduced_items'
      ) reduced
      where ${after}::uuid is null or reduced.open_item_id > ${after}
      order by reduced.open_item_id
      limit ${PAGE}
    `)
    if (rows.length > 0) yield rows.map(({ open_item_id }) => open_item_id)
    after = rows.length === PAGE ? (rows.at(-1)?.open_item_id ?? null) : null
  } while (after !== null)
}
