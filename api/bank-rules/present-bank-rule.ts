import { publicId } from '../../shared/process/ids.ts'
import type { BankRuleRow, BankRuleVersionRow } from '../../shared/store/bank-rules/bank-rules.ts'

/** A rule as its present version has it. */
export function presentBankRule(rule: BankRuleRow) {
  const { end_customer_id, rule_id, version, state, switched_on_at, created_at } = rule
  return {
    object: 'bank_rule' as const,
    id: publicId('bank_rule', rule_id),
    end_customer_id,
    version,
    state,
    switched_on_at,
    ...contentOf(rule),
    created_at,
  }
}

/** @param versions the newest first, one more than are shown where there are more */
export function presentWithVersions(rule: BankRuleRow, versions: readonly BankRuleVersionRow[], shown: number) {
  const presentVersion = (one: BankRuleVersionRow) => ({
    version: one.version,
    ...contentOf(one),
    created_at: one.created_at,
  })
  return {
    ...presentBankRule(rule),
    versions: versions.slice(0, shown).map(presentVersion),
    has_more_versions: versions.length > shown,
  }
}

function contentOf({ name, mode, conditions, action }: BankRuleVersionRow | BankRuleRow) {
  return { name, mode, conditions, action }
}
