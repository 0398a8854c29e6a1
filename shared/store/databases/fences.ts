import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'

/**
 * Leaves out of a query over all end customers those who do not live here: who has moved away, and who is still arriving. Who leaves is
 * read until then. The fences are looked at once for a query, and usually there are none.
 */
export function isReadHere(end_customer_id = sql.fragment`end_customer_id`): Fragment {
  return sql.fragment`${end_customer_id} <> all(array(
    select fence.end_customer_id from fences fence where fence.state = 'gone' or fence.side = 'arriving' and fence.state = 'closed'
  ))`
}

/** The same for what writes, or has work done: nothing of an end customer is written while its fence is closed. */
export function isWrittenHere(end_customer_id = sql.fragment`end_customer_id`): Fragment {
  return sql.fragment`${end_customer_id} <> all(array(
    select fence.end_customer_id from fences fence where fence.state <> 'open'
  ))`
}

/** Of end customers that move those who do not live here, whatever rows of them are here. */
export function listNotHere(db: Db, moving: readonly string[]): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ end_customer_id: string }>())`
    select end_customer_id from fences
    where end_customer_id = any(${sql.array(moving, 'uuid')})
      and (state = 'gone' or side = 'arriving' and state = 'closed')
  `)
}
