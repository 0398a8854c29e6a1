import type { AccountMappingQuery, AccountType } from '../../contract/setup/accounts.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { type Fragment, keysetPage } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { recordset } from '../db/recordset.ts'

export type AccountMappingRow = {
  end_customer_id: string
  account_mapping_id: string
  mapping_key: string
  account_code: string
  account_id: string
  account_type: AccountType
  is_control: boolean
  valid_from: string
  valid_to: string | null
  version: number
  is_default: boolean
  /** Of an account at the bank. */
  qr_iban: string | null
}

/** @param mapping the name of a relation of mappings */
const qrIbanOf = (mapping: Fragment) => sql.fragment`(
  select qr_iban from bank_accounts account
  where account.end_customer_id = ${mapping}.end_customer_id and 'posting.bank.' || iban = ${mapping}.mapping_key
) as qr_iban`

/** @param mapping the name of a relation of mappings */
export const isControlOf = (mapping: Fragment) => sql.fragment`exists (
  select from control_accounts control
  where control.end_customer_id = ${mapping}.end_customer_id and control.account_code = ${mapping}.account_code
) as is_control`

/** Keys of the rows by function of expense; every other `or.` key is of a row by nature. */
const isFunctionKey = sql.fragment`mapping_key like 'or.af\\_%'`

export type NewDefaultMapping = { account_mapping_id: string; mapping_key: string; account_code: string }

const NEW_MAPPING = { account_mapping_id: 'uuid', mapping_key: 'text', account_code: 'text' } as const

/**
 * Adds the default mappings of a chart from its first day on, up to the day before the key's next mapping. A key that
 * has a mapping on that day keeps it, so a default never overrides what a client has set.
 */
export async function insertDefaultMappings(
  tx: Tx,
  end_customer_id: string,
  valid_from: string,
  mappings: readonly NewDefaultMapping[],
): Promise<void> {
  await tx.query(sql.type(row())`
    insert into account_mappings (
      end_customer_id, account_mapping_id, mapping_key, account_code, valid_from, valid_to, version, is_default
    )
    select ${end_customer_id}, new.account_mapping_id, new.mapping_key, new.account_code, ${valid_from},
      known.next_from - 1, coalesce(known.versions, 0) + 1, true
    from ${recordset('new', NEW_MAPPING, mappings)}
    cross join lateral (
      select count(*)::integer as versions, min(valid_from) filter (where valid_from > ${valid_from}) as next_from,
        bool_or(valid_from <= ${valid_from} and (valid_to is null or valid_to >= ${valid_from})) as is_mapped
      from account_mappings
      where end_customer_id = ${end_customer_id} and mapping_key = new.mapping_key
    ) known
    where known.is_mapped is not true
  `)
}

export type NewMapping = NewDefaultMapping & { valid_from: string }
export type MappingInForce = Omit<NewMapping, 'account_mapping_id'>

/** What some accounts are mapped to on a day or later. */
export function findMappingsFrom(
  db: Db,
  end_customer_id: string,
  codes: readonly string[],
  from: string,
): Promise<readonly MappingInForce[]> {
  return db.any(sql.type(row<MappingInForce>())`
    select mapping_key, account_code, valid_from from account_mappings
    where end_customer_id = ${end_customer_id} and account_code = any(${sql.array(codes, 'text')})
      and (valid_to is null or valid_to >= ${from})
    order by mapping_key, valid_from
  `)
}

/**
 * Gives keys an account from a day on: the mapping in force ends the day before, one that begins on that very day is
 * replaced, a later one stays. `or.*` keys belong to an account (it stands on one row by nature of expense and on one
 * by function, `or.af_*`), all others to the key itself.
 *
 * @returns the new versions
 */
export async function saveAccountMapping(
  tx: Tx,
  end_customer_id: string,
  mapping: NewMapping,
): Promise<AccountMappingRow> {
  const { account_mapping_id, mapping_key, account_code, valid_from } = mapping
  const overlapping = mapping_key.startsWith('or.')
    ? sql.fragment`end_customer_id = ${end_customer_id} and account_code = ${account_code} and mapping_key like 'or.%'
        and (${isFunctionKey}) = ${mapping_key.startsWith('or.af_')}`
    : sql.fragment`end_customer_id = ${end_customer_id} and mapping_key = ${mapping_key}`
  const { versions, next_from } = await tx.one(sql.type(row<{ versions: number; next_from: string | null }>())`
    select coalesce(max(version), 0)::integer as versions,
      min(valid_from) filter (where valid_from > ${valid_from}) as next_from
    from account_mappings where ${overlapping}
  `)
  await tx.query(sql.type(row())`delete from account_mappings where ${overlapping} and valid_from = ${valid_from}`)
  await tx.query(sql.type(row())`
    update account_mappings set valid_to = ${valid_from}::date - 1
    where ${overlapping} and valid_from < ${valid_from} and (valid_to is null or valid_to >= ${valid_from})
  `)
  return tx.one(sql.type(row<AccountMappingRow>())`
    with saved as (
      insert into account_mappings (
        end_customer_id, account_mapping_id, mapping_key, account_code, valid_from, valid_to, version, is_default
      ) values (
        ${end_customer_id}, ${account_mapping_id}, ${mapping_key}, ${account_code}, ${valid_from},
        ${next_from}::date - 1, ${versions + 1}, false
      )
      returning end_customer_id, account_mapping_id, mapping_key, account_code, valid_from, valid_to, version, is_default
    )
    select saved.end_customer_id, account_mapping_id, mapping_key, account_code, account_id, account_type, valid_from, valid_to,
      version, is_default, ${qrIbanOf(sql.fragment`saved`)}, ${isControlOf(sql.fragment`saved`)}
    from saved join accounts using (end_customer_id, account_code)
  `)
}

/** Oldest first. */
export function listAccountMappings(
  db: Db,
  query: AccountMappingQuery & { limit: number },
  after: string | null,
): Promise<Page<AccountMappingRow>> {
  return listPage<AccountMappingRow>(
    db,
    sql.fragment`
    select mapping.end_customer_id, account_mapping_id, mapping_key, account_code, account_id, account_type, valid_from, valid_to,
      version, is_default, ${qrIbanOf(sql.fragment`mapping`)}, ${isControlOf(sql.fragment`mapping`)}
    from account_mappings mapping join accounts using (end_customer_id, account_code)
    ${keysetPage({
      conditions: [
        sql.fragment`mapping.end_customer_id = ${query.end_customer_id}`,
        query.mapping_key && sql.fragment`mapping_key = ${query.mapping_key}`,
        query.account_code && sql.fragment`account_code = ${query.account_code}`,
        query.valid_on &&
          sql.fragment`valid_from <= ${query.valid_on} and (valid_to is null or valid_to >= ${query.valid_on})`,
      ],
      key: 'account_mapping_id',
      after,
      limit: query.limit + 1,
    })}
  `,
    query.limit,
  )
}
