import { sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'

/** A reference or an IBAN without blanks and in capitals: what the index of open items by reference has of it. */
export function compacted(text: Fragment): Fragment {
  return sql.fragment`left(upper(regexp_replace(${text}, '[[:space:]]', '', 'g')), 100)`
}
