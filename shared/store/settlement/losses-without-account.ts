import { sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'

/**
 * Whether an allocation writes something off while no account is mapped to losses. What is booked is judged by its lines: a mapping of
 * later moves nothing.
 *
 * @param allocation the name of a relation of allocations
 */
export const isLossWithoutAccount = (allocation: Fragment) => sql.fragment`case
  when not ${allocation}.request @? '$.lines[*].deductions[*] ? (@.type == "write_off")' then false
  when ${allocation}.journal_entry_id is null then not exists (
    select from account_mappings
    where end_customer_id = ${allocation}.end_customer_id and mapping_key = 'posting.bad_debt'
      and valid_from <= ${allocation}.posting_date and coalesce(valid_to >= ${allocation}.posting_date, true)
  )
  else ${hasLineOn(allocation, sql.fragment`'posting.revenue.reduction'`)}
    and not ${hasLineOn(allocation, sql.fragment`'posting.bad_debt'`)}
end`

function hasLineOn(allocation: Fragment, role: Fragment): Fragment {
  return sql.fragment`exists (
    select from journal_entries entry
    join journal_lines line using (end_customer_id, entry_number)
    join account_mappings mapping using (end_customer_id, account_code)
    where entry.end_customer_id = ${allocation}.end_customer_id and entry.journal_entry_id = ${allocation}.journal_entry_id
      and mapping_key = ${role}
  )`
}
