import type { BankRuleVersionRequest } from '../../shared/contract/bank-rules/bank-rules.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { lockBankRule } from '../../shared/store/bank-rules/bank-rules.ts'
import { insertBankRuleVersion } from '../../shared/store/bank-rules/change-bank-rules.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { findSubjectOfCustomer } from '../http/subject.ts'
import { answerChangedRule } from './changed-bank-rule.ts'
import { requireBookableRule } from './require-bookable-rule.ts'

/** A new version of a rule. What earlier ones have booked stays as it is. */
export async function changeBankRule(tx: Tx, deps: ApiDeps, request: MutatingRequest<BankRuleVersionRequest>) {
  const { body, caller, end_customer_id, params, request_id } = request
  const rule = await findSubjectOfCustomer('bank_rule', params.rule_id, (id) => lockBankRule(tx, end_customer_id, id))
  if (rule.version !== body.version) throw staleVersion(rule.version)
  const { name, mode, conditions, action } = body
  await requireBookableRule(tx, end_customer_id, body)
  const by = { actor_id: caller.key_id, request_id }
  const next = { end_customer_id, rule_id: rule.rule_id, version: rule.version + 1 }
  await insertBankRuleVersion(tx, next, { name, mode, conditions, action }, by)
  return answerChangedRule(tx, deps, rule)
}

function staleVersion(version: number): ApiError {
  const message = `Version ${version} is the present one. Read the rule again and decide on that.`
  return new ApiError('state_conflict', message, [{ pointer: '/version', code: 'stale_version', message }])
}
