import type { AccountType } from '../../contract/setup/accounts.ts'
import { type Db, row, sql } from '../db/database.ts'

export type RoleInForce = {
  readonly mapping_key: string
  readonly account_code: string
  readonly account_type: AccountType
  readonly valid_from: string
  /** Every line on it has an open item. */
  readonly is_control: boolean
  /** Of a role of open items whose account has none. */
  readonly lacks_items: boolean
}

/** The accounts of roles on a day or later, by role. */
export function listRolesInForce(db: Db, end_customer_id: string, from: string): Promise<readonly RoleInForce[]> {
  return db.any(sql.type(row<RoleInForce>())`
    select mapping_key, account_code, account_type, valid_from, exists (
        select from control_accounts control
        where control.end_customer_id = ${end_customer_id} and control.account_code = mapping.account_code
      ) as is_control, control_account_kind(mapping_key) is not null and not exists (
      select from control_accounts control
      where control.end_customer_id = ${end_customer_id} and control.account_code = mapping.account_code
        and control.kind = control_account_kind(mapping_key)
    ) as lacks_items
    from account_mappings mapping join accounts using (end_customer_id, account_code)
    where end_customer_id = ${end_customer_id} and mapping_key like 'posting.%'
      and (valid_to is null or valid_to >= ${from})
    order by mapping_key, valid_from
  `)
}
