import type { KeptControlAccount } from '../../accounting/statements/kept-statements.ts'
import { type Db, row, sql } from '../db/database.ts'

/** An account with open items, or one that is mapped to other roles of postings. */
export type AccountRoles = { account_code: string; is_control: boolean; mapping_keys: string[] }

/** The roles in which postings use some accounts, from a day on. */
export function findAccountRoles(
  db: Db,
  end_customer_id: string,
  codes: readonly string[],
  from: string,
): Promise<readonly AccountRoles[]> {
  return db.any(sql.type(row<AccountRoles>())`
    select account_code,
      exists (
        select from control_accounts control
        where control.end_customer_id = ${end_customer_id} and control.account_code = accounts.account_code
      ) as is_control,
      array(
        select mapping_key from account_mappings mapping
        where mapping.end_customer_id = ${end_customer_id} and mapping.account_code = accounts.account_code
          and mapping_key like 'posting.%' and (valid_to is null or valid_to >= ${from})
        order by mapping_key
      ) as mapping_keys
    from accounts
    where end_customer_id = ${end_customer_id} and account_code = any(${sql.array(codes, 'text')})
  `)
}

/** Every control account with its roles and its name on a day; one that no chart has listed by then has its first name. */
export function listNamedControlAccounts(
  db: Db,
  end_customer_id: string,
  date: string,
): Promise<readonly KeptControlAccount[]> {
  return db.any(sql.type(row<KeptControlAccount>())`
    select account_code, account_name, kind
    from control_accounts control
    cross join lateral (
      select account_name from chart_accounts chart
      where chart.end_customer_id = control.end_customer_id and chart.account_code = control.account_code
      order by valid_from > ${date}, case when valid_from <= ${date} then valid_from end desc, valid_from
      limit 1
    ) named
    where end_customer_id = ${end_customer_id}
    order by account_code, kind
  `)
}
