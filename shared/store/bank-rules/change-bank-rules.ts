import type { BankRuleContent, BankRuleState } from '../../contract/bank-rules/bank-rules.ts'
import { row, sql, type Tx } from '../db/database.ts'

type RuleKey = { readonly end_customer_id: string; readonly rule_id: string }
/** Who asked for a change, and by which request. */
type AskedBy = { readonly actor_id: string; readonly request_id: string }

/** A new rule with its first version, off. */
export async function insertBankRule(tx: Tx, key: RuleKey, content: BankRuleContent, by: AskedBy): Promise<void> {
  const { end_customer_id, rule_id } = key
  await tx.query(sql.type(row())`
    insert into bank_rules (end_customer_id, rule_id, version, state, created_at)
    values (${end_customer_id}, ${rule_id}, 1, 'off', now())
  `)
  await insertVersion(tx, key, 1, content, by)
}

/** Another version takes the place of the present one. One that is on is on from now, so it books nothing older by itself. */
export async function insertBankRuleVersion(
  tx: Tx,
  { end_customer_id, rule_id, version }: RuleKey & { readonly version: number },
  content: BankRuleContent,
  by: AskedBy,
): Promise<void> {
  await insertVersion(tx, { end_customer_id, rule_id }, version, content, by)
  await tx.query(sql.type(row())`
    update bank_rules
    set version = ${version}, switched_on_at = case when state = 'on' then now() end
    where end_customer_id = ${end_customer_id} and rule_id = ${rule_id}
  `)
}

async function insertVersion(
  tx: Tx,
  { end_customer_id, rule_id }: RuleKey,
  version: number,
  { name, mode, conditions, action }: BankRuleContent,
  { actor_id, request_id }: AskedBy,
): Promise<void> {
  await tx.query(sql.type(row())`
    insert into bank_rule_versions (
      end_customer_id, rule_id, version, name, mode, conditions, action, actor_id, request_id, created_at
    )
    values (
      ${end_customer_id}, ${rule_id}, ${version}, ${name}, ${mode}, ${sql.jsonb(conditions)}, ${sql.jsonb(action)},
      ${actor_id}, ${request_id}, now()
    )
  `)
}

/** Switches the present version on or off, and keeps who did so and why. */
export async function switchBankRule(
  tx: Tx,
  { end_customer_id, rule_id }: RuleKey,
  state: BankRuleState,
  reason: string,
  { actor_id, request_id }: AskedBy,
): Promise<void> {
  await tx.query(sql.type(row())`
    with switched as (
      update bank_rules
      set state = ${state}, switched_on_at = case when ${state} = 'on' then now() end
      where end_customer_id = ${end_customer_id} and rule_id = ${rule_id}
      returning version
    )
    insert into bank_rule_switches (
      end_customer_id, rule_id, switch_number, version, state, reason, actor_id, request_id, created_at
    )
    select ${end_customer_id}, ${rule_id}, (
      select count(*)::integer + 1 from bank_rule_switches
      where end_customer_id = ${end_customer_id} and rule_id = ${rule_id}
    ), version, ${state}, ${reason}, ${actor_id}, ${request_id}, now()
    from switched
  `)
}
