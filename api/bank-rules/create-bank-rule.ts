import type { BankRuleRequest } from '../../shared/contract/bank-rules/bank-rules.ts'
import { newUuid } from '../../shared/process/ids.ts'
import { insertBankRule, switchBankRule } from '../../shared/store/bank-rules/change-bank-rules.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { answerChangedRule } from './changed-bank-rule.ts'
import { requireBookableRule } from './require-bookable-rule.ts'
import { requireRoomForRule } from './room-for-rules.ts'

/** A new rule for bank entries, with its first version. */
export async function createBankRule(tx: Tx, deps: ApiDeps, request: MutatingRequest<BankRuleRequest>) {
  const { body, caller, end_customer_id, request_id } = request
  const { name, mode, conditions, action, state = 'off' } = body
  await requireBookableRule(tx, end_customer_id, body)
  await requireRoomForRule(tx, end_customer_id)
  const key = { end_customer_id, rule_id: newUuid() }
  const by = { actor_id: caller.key_id, request_id }
  await insertBankRule(tx, key, { name, mode, conditions, action }, by)
  if (state === 'on') await switchBankRule(tx, key, 'on', name, by)
  return answerChangedRule(tx, deps, key)
}
