import { whyRoleUnfit } from '../../accounting/statements/or-rows/why-no-items.ts'
import type { AccountType } from '../../contract/setup/accounts.ts'
import { type Db, row, sql } from '../db/database.ts'
import { isControlOf } from '../setup/account-mappings.ts'

type RoleInForce = {
  readonly end_customer_id: string
  readonly mapping_key: string
  readonly account_code: string
  readonly account_type: AccountType
  readonly valid_from: string
  /** Every line on it has an open item. */
  readonly is_control: boolean
  /** Of a role of open items whose account has none. */
  readonly lacks_items: boolean
}

/** A role with an account that cannot be right. */
export type UnfitRole = Pick<RoleInForce, 'end_customer_id' | 'mapping_key' | 'account_code' | 'valid_from'> & {
  readonly reason: string
}

/** Roles on a day or later with an account that releases before have taken, and that is refused now. */
export async function findUnfitRoles(db: Db, end_customer_id: string, from: string): Promise<UnfitRole[]> {
  const roles = await listRolesInForce(db, end_customer_id, from)
  return roles.flatMap((role) => {
    const { mapping_key, account_code, valid_from } = role
    const reason = whyRoleUnfit(mapping_key, role)
    return reason === null ? [] : [{ end_customer_id, mapping_key, account_code, valid_from, reason }]
  })
}

/** Roles of open items with an account that is no control account, which every mapping makes of it. */
export async function findRolesWithoutItems(db: Db, end_customer_id: string, from: string) {
  return (await listRolesInForce(db, end_customer_id, from)).filter(({ lacks_items }) => lacks_items)
}

/** The accounts of roles on a day or later, by role. */
function listRolesInForce(db: Db, end_customer_id: string, from: string): Promise<readonly RoleInForce[]> {
  return db.any(sql.type(row<RoleInForce>())`
    select mapping.end_customer_id, mapping_key, account_code, account_type, valid_from,
      ${isControlOf(sql.fragment`mapping`)}, control_account_kind(mapping_key) is not null and not exists (
        select from control_accounts control
        where control.end_customer_id = ${end_customer_id} and control.account_code = mapping.account_code
          and control.kind = control_account_kind(mapping_key)
      ) as lacks_items
    from account_mappings mapping join accounts using (end_customer_id, account_code)
    where mapping.end_customer_id = ${end_customer_id} and mapping_key like 'posting.%'
      and (valid_to is null or valid_to >= ${from})
    order by mapping_key, valid_from
  `)
}
