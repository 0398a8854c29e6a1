import type { BankRuleContent, BankRuleState } from '../../contract/bank-rules/bank-rules.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'

/** A rule as its present version has it. */
export type BankRuleRow = BankRuleContent & {
  end_customer_id: string
  rule_id: string
  version: number
  state: BankRuleState
  switched_on_at: string | null
  created_at: string
}

export type BankRuleVersionRow = BankRuleContent & { version: number; created_at: string }

const columns = sql.fragment`
  rule.end_customer_id, rule.rule_id, rule.version, state, switched_on_at, name, mode, conditions, action,
  rule.created_at
`
const withPresentVersion = sql.fragment`
  from bank_rules rule
  join bank_rule_versions version
    on version.end_customer_id = rule.end_customer_id and version.rule_id = rule.rule_id
      and version.version = rule.version
`
const rules = sql.fragment`select ${columns} ${withPresentVersion}`
const ofRule = sql.fragment`rule.end_customer_id`

export function findBankRule(db: Db, rule_id: string, visible: Visibility): Promise<BankRuleRow | null> {
  return db.maybeOne(sql.type(row<BankRuleRow>())`
    ${rules} where rule.rule_id = ${rule_id} and ${visibleTo(visible, ofRule)}
  `)
}

/** sql.md: lock, then read */
export async function lockBankRule(tx: Tx, end_customer_id: string, rule_id: string): Promise<BankRuleRow | null> {
  await tx.query(sql.type(row())`
    select from bank_rules where end_customer_id = ${end_customer_id} and rule_id = ${rule_id} for update
  `)
  return findBankRule(tx, rule_id, [end_customer_id])
}

/** A rule that is on, with whoever has made its present version; client_id is null where that key may write no more. */
export type RuleThatIsOn = BankRuleRow & { switched_on_at: string; client_id: string | null; actor_id: string }

/** The rules of an end customer that are on, oldest first. */
export function findRulesThatAreOn(db: Db, end_customer_id: string): Promise<readonly RuleThatIsOn[]> {
  return db.any(sql.type(row<RuleThatIsOn>())`
    select ${columns}, actor_id, (
      select client_id from api_keys
      where key_id = actor_id and disabled_at is null and coalesce(expires_at > now(), true) and 'write' = any(scopes)
        and coalesce(${end_customer_id}::uuid = any(end_customer_ids), true)
    ) as client_id
    ${withPresentVersion}
    where ${ofRule} = ${end_customer_id} and state = 'on'
    order by rule.rule_id
  `)
}

/** Whether a version is still the one that is on; a switch or another version waits until the transaction has ended. */
export function holdRuleThatIsOn(
  tx: Tx,
  { end_customer_id, rule_id, version }: Pick<BankRuleRow, 'end_customer_id' | 'rule_id' | 'version'>,
): Promise<boolean> {
  return tx.exists(sql.type(row())`
    select from bank_rules
    where end_customer_id = ${end_customer_id} and rule_id = ${rule_id} and version = ${version} and state = 'on'
    for share
  `)
}

/** Oldest first. */
export function listBankRules(
  db: Db,
  end_customer_id: string,
  state: BankRuleState | null,
  after: string | null,
  limit: number,
): Promise<Page<BankRuleRow>> {
  return listPage<BankRuleRow>(
    db,
    sql.fragment`
    ${rules}
    ${keysetPage({
      conditions: [sql.fragment`${ofRule} = ${end_customer_id}`, state && sql.fragment`state = ${state}`],
      key: 'rule.rule_id',
      after,
      limit: limit + 1,
    })}
  `,
    limit,
  )
}

/** The newest first. */
export function findBankRuleVersions(
  db: Db,
  { end_customer_id, rule_id }: Pick<BankRuleRow, 'end_customer_id' | 'rule_id'>,
  limit: number,
): Promise<readonly BankRuleVersionRow[]> {
  return db.any(sql.type(row<BankRuleVersionRow>())`
    select version, name, mode, conditions, action, created_at
    from bank_rule_versions
    where end_customer_id = ${end_customer_id} and rule_id = ${rule_id}
    order by version desc
    limit ${limit}
  `)
}

export function countBankRules(db: Db, end_customer_id: string): Promise<number> {
  return db.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from bank_rules where end_customer_id = ${end_customer_id}
  `)
}
