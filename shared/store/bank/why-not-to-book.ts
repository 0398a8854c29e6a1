import { sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'

/** Why nobody is to book a bank entry: somebody has dismissed it, or it may repeat another one. */
export function whyNotToBook(bankEntry: Fragment): Fragment {
  return sql.fragment`
    case ${bankEntry}.repeat_state
      when 'undecided' then 'It may repeat another one. A reviewer decides that with its repeat-review.'
      when 'repeat' then 'It repeats another one, which can be booked.'
      else (
        select reason from bank_entry_dismissals dismissal
        where dismissal.end_customer_id = ${bankEntry}.end_customer_id and dismissal.entry_id = ${bankEntry}.entry_id
          and dismissal.dismissal_id = ${bankEntry}.dismissed_by
      )
    end
  `
}
