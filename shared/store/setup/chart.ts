import type { FreshAccount } from '../../accounting/facts/open-items/new-control-accounts.ts'
import type { AccountOfDay, AccountWanted } from '../../accounting/setup/of-day.ts'
import type { AccountQuery, AccountStatus, AccountType } from '../../contract/setup/accounts.ts'
import type { RelatedGroup } from '../../contract/setup/related-groups.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { recordset } from '../db/recordset.ts'

export type AccountRow = {
  account_code: string
  account_id: string
  account_name: string
  account_class: string
  account_type: AccountType
  currency: string
  status: AccountStatus
  either_side_normal: boolean
  /** Null where the code decides, as for `related_to`. */
  is_clearing: boolean | null
  related_to: RelatedGroup | null
}

type ActiveMappingRow = {
  account_mapping_id: string
  mapping_key: string
  valid_from: string
  valid_to: string | null
  version: number
}

export type AccountWithMappings = AccountRow & { mappings: ActiveMappingRow[] }

export type NewAccount = Omit<AccountRow, 'status'> & { status: string }
export type ChartVersion = {
  end_customer_id: string
  valid_from: string
  source_reference: string | null
  actor_id: string
}

export type KnownAccount = Pick<AccountRow, 'account_code' | 'account_id' | 'account_type' | 'currency'> & {
  has_postings: boolean
  is_control: boolean
}

/**
 * The accounts that a chart names by code or by id, with what can no longer change about them. One line of each is looked for
 * in the order of one index: without statistics PostgreSQL would read all lines instead, once for all accounts or once for each.
 * sql.md: lateral in order
 */
export function findKnownAccounts(
  db: Db,
  end_customer_id: string,
  codes: readonly string[],
  ids: readonly string[],
): Promise<readonly KnownAccount[]> {
  return db.any(sql.type(row<KnownAccount>())`
    select account_code, account_id, account_type, (
        select currency from chart_accounts
        where chart_accounts.end_customer_id = accounts.end_customer_id
          and chart_accounts.account_code = accounts.account_code
        order by valid_from desc limit 1
      ) as currency, line.has_postings is not null as has_postings,
      exists (
        select from control_accounts
        where control_accounts.end_customer_id = accounts.end_customer_id
          and control_accounts.account_code = accounts.account_code
      ) as is_control
    from accounts
    left join lateral (
      select true as has_postings from journal_lines
      where journal_lines.end_customer_id = accounts.end_customer_id
        and journal_lines.account_code = accounts.account_code
      order by posting_date, entry_number, line_number
      limit 1
    ) line on true
    where end_customer_id = ${end_customer_id}
      and (accounts.account_code = any(${sql.array(codes, 'text')}) or account_id = any(${sql.array(ids, 'text')}))
  `)
}

const ACCOUNT_WANTED = { end_customer_id: 'uuid', account_code: 'text', on_date: 'date' } as const

/** Accounts as the chart in force on a date has them; one that no chart lists is missing from the answer. */
export async function findAccountStatuses(db: Db, wanted: readonly AccountWanted[]): Promise<readonly AccountOfDay[]> {
  if (wanted.length === 0) return []
  return db.any(sql.prepared('find_account_statuses', row<AccountOfDay>())`
    select distinct wanted.end_customer_id, wanted.account_code, wanted.on_date, account_type,
      coalesce(listed.status, 'inactive') as status
    from ${recordset('wanted', ACCOUNT_WANTED, wanted)}
    join accounts using (end_customer_id, account_code)
    cross join lateral (
      select max(valid_from) as valid_from from chart_versions
      where chart_versions.end_customer_id = wanted.end_customer_id and valid_from <= wanted.on_date
    ) version
    left join chart_accounts listed
      on listed.end_customer_id = wanted.end_customer_id and listed.valid_from = version.valid_from
      and listed.account_code = wanted.account_code
  `)
}

const FRESH_ACCOUNT = { end_customer_id: 'uuid', account_code: 'text' } as const

/** Those of some accounts that have lines in the journal, found by one line of each. sql.md: lateral in order */
export async function findAccountsWithLines(db: Db, fresh: readonly FreshAccount[]): Promise<readonly FreshAccount[]> {
  if (fresh.length === 0) return []
  return db.any(sql.type(row<FreshAccount>())`
    select fresh.end_customer_id, fresh.account_code
    from ${recordset('fresh', FRESH_ACCOUNT, fresh)}
    cross join lateral (
      select from journal_lines line
      where line.end_customer_id = fresh.end_customer_id and line.account_code = fresh.account_code
      order by posting_date, entry_number, line_number
      limit 1
    ) line
  `)
}

/** The part of an account that no version of the chart changes. */
const NEW_ACCOUNT = { account_code: 'text', account_id: 'text', account_type: 'text' } as const
/** The part that each version defines. */
const CHART_ACCOUNT = {
  account_code: 'text',
  account_name: 'text',
  account_class: 'text',
  currency: 'text',
  status: 'text',
  either_side_normal: 'bool',
  is_clearing: 'bool',
  related_to: 'text',
} as const

/** Writes a version of the chart; one with the same `valid_from` is replaced. */
export async function replaceChartVersion(
  tx: Tx,
  version: ChartVersion,
  accounts: readonly NewAccount[],
): Promise<void> {
  const { end_customer_id, valid_from } = version
  await tx.query(sql.type(row())`
    insert into accounts (end_customer_id, account_code, account_id, account_type)
    select ${end_customer_id}, account_code, account_id, account_type
    from ${recordset('account', NEW_ACCOUNT, accounts)}
    on conflict (end_customer_id, account_code) do update set account_type = excluded.account_type
  `)
  await tx.query(sql.type(row())`
    insert into chart_versions (end_customer_id, valid_from, source_reference, actor_id)
    values (${end_customer_id}, ${valid_from}, ${version.source_reference}, ${version.actor_id})
    on conflict (end_customer_id, valid_from) do update
    set source_reference = excluded.source_reference, actor_id = excluded.actor_id
  `)
  // An account that the replaced version listed may have postings: it stays, as inactive.
  await tx.query(sql.type(row())`
    update chart_accounts set status = 'inactive'
    where end_customer_id = ${end_customer_id} and valid_from = ${valid_from}
  `)
  await tx.query(sql.type(row())`
    insert into chart_accounts (
      end_customer_id, valid_from, account_code, account_name, account_class, currency, status, either_side_normal,
      is_clearing, related_to
    )
    select ${end_customer_id}, ${valid_from}, account_code, account_name, account_class, currency, status,
      either_side_normal, is_clearing, related_to
    from ${recordset('account', CHART_ACCOUNT, accounts)}
    on conflict (end_customer_id, valid_from, account_code) do update
    set account_name = excluded.account_name, account_class = excluded.account_class,
      currency = excluded.currency, status = excluded.status, either_side_normal = excluded.either_side_normal,
      is_clearing = excluded.is_clearing, related_to = excluded.related_to
  `)
}

/**
 * Accounts as they are on a date: what the version in force says, and as inactive those that only an earlier version
 * lists.
 */
export function listAccounts(
  db: Db,
  query: AccountQuery & { limit: number; valid_on: string },
  most_bytes?: number,
): Promise<Page<AccountWithMappings>> {
  const { end_customer_id, valid_on, status, starting_after, limit } = query
  return listPage<AccountWithMappings>(
    db,
    sql.fragment`
    select account_code, account_id, account_name, account_class, account_type, currency, status,
      coalesce(trait.either_side_normal, false) as either_side_normal, trait.is_clearing, trait.related_to,
      (select coalesce(jsonb_agg(to_jsonb(mapping) order by mapping_key, version), '[]') from (
        select account_mapping_id, mapping_key, valid_from, valid_to, version
        from account_mappings
        where account_mappings.end_customer_id = chart.end_customer_id
          and account_mappings.account_code = chart.account_code
          and valid_from <= ${valid_on} and (valid_to is null or valid_to >= ${valid_on})
      ) mapping) as mappings
    from chart_on(${end_customer_id}, ${valid_on}) chart
    cross join lateral (
      select either_side_normal, is_clearing, related_to from chart_accounts listed
      where listed.end_customer_id = ${end_customer_id} and listed.account_code = chart.account_code
        and valid_from <= ${valid_on}
      order by valid_from desc
      limit 1
    ) trait
    ${keysetPage({
      conditions: [status && sql.fragment`status = ${status}`],
      key: 'account_code',
      after: starting_after ?? null,
      limit: limit + 1,
    })}
  `,
    limit,
    most_bytes,
  )
}
