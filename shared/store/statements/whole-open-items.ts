import { type Db, row, sql } from '../db/database.ts'
import { ListedLines } from './listed-lines.ts'
import type { OpenItemsOfDay } from './open-items-of-a-day.ts'

/**
 * The whole list in its order, from one reading of the items, some thousand at a time: PostgreSQL keeps the rest in a
 * cursor of the transaction, and looks up the next ones while these are written out. A line is one value, because each
 * value of a row costs the driver about as long as writing it.
 */
export async function* readWholeOpenItems(
  tx: Db,
  { end_customer_id, kinds, date }: OpenItemsOfDay,
  account_codes: readonly string[],
): AsyncGenerator<ListedLines, void> {
  // Until the transaction ends. Sorting all items by the texts of their partners takes longer than a hash table of these.
  await tx.query(sql.type(row())`select set_config('enable_mergejoin', 'off', true)`)
  await tx.query(sql.type(row())`
    declare whole_open_items no scroll cursor for
    select line
    from listed_open_items_of(
      ${end_customer_id}, ${sql.array(account_codes, 'text')}, ${sql.array(kinds, 'text')}, ${date}
    )
  `)
  const fetchNext = () => {
    const lines = tx.anyFirst(sql.type(row<{ line: string }>())`fetch 1000 from whole_open_items`)
    lines.catch(() => {}) // whoever awaits it gets its error; until then, while lines are written out, nobody does
    return lines
  }
  let next = fetchNext()
  for (;;) {
    const lines = await next
    if (lines.length === 0) return
    next = fetchNext()
    yield new ListedLines(lines)
  }
}
