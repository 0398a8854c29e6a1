import { sql } from '../db/database.ts'
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
