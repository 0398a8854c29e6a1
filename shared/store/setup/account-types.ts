import { type Db, row, sql } from '../db/database.ts'
import type { AccountRow } from './chart.ts'

type TypedAccount = Pick<AccountRow, 'account_code' | 'account_name' | 'account_type'>

/**
 * A piece of all accounts that the end customer has ever had, by code, each with its newest name. The name is looked for account
 * by account: an account has a row in each version of the chart, and all of them would be sorted for each piece.
 * sql.md: lateral in order
 *
 * @param after the code before the piece; an empty text before the first one
 */
export function listAccountTypes(
  db: Db,
  end_customer_id: string,
  after: string,
  limit: number,
): Promise<readonly TypedAccount[]> {
  return db.any(sql.type(row<TypedAccount>())`
    select account_code, newest.account_name, account_type
    from accounts
    cross join lateral (
      select account_name from chart_accounts listed
      where listed.end_customer_id = accounts.end_customer_id and listed.account_code = accounts.account_code
      order by valid_from desc
      limit 1
    ) newest
    where end_customer_id = ${end_customer_id} and account_code > ${after}
    order by account_code
    limit ${limit}
  `)
}
