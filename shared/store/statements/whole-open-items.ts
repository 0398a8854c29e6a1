import { type Db, row, sql } from '../db/database.ts'
import { ListedLines } from './listed-lines.ts'
import type { OpenItemsOfDay } from './open-items-of-a-day.ts'

/**
 * The whole list in its order, from one reading of the items, some thousand lines at a time: PostgreSQL keeps the rest in a
 * cursor of the transaction, and makes the next ones while these are written out. Blocks are short, because the driver
 * puts a value that comes in several pieces together again and again.
 */
export async function* readWholeOpenItems(
  tx: Db,
  { end_customer_id, kinds, date }: OpenItemsOfDay,
  account_codes: readonly string[],
): AsyncGenerator<ListedLines, void> {
  // A function in the list of columns returns its rows one by one; as a table all of them are kept before the first one.
  await tx.query(sql.type(row())`
    declare whole_open_items no scroll cursor for
    select blocks_of_open_items(
      ${end_customer_id}, ${sql.array(account_codes, 'text')}, ${sql.array(kinds, 'text')}, ${date}
    ) as block
  `)
  const fetchNext = () => {
    const blocks = tx.anyFirst(sql.type(row<{ block: string }>())`fetch 10 from whole_open_items`)
    blocks.catch(() => {}) // whoever awaits it gets its error; until then, while lines are written out, nobody does
    return blocks
  }
  const lines = new ListedLines()
  let next = fetchNext()
  for (;;) {
    const blocks = await next
    if (blocks.length === 0) return
    next = fetchNext()
    lines.read(blocks)
    yield lines
  }
}
