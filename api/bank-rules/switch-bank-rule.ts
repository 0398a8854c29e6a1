import type { BankRuleSwitchRequest } from '../../shared/contract/bank-rules/bank-rules.ts'
import { lockBankRule } from '../../shared/store/bank-rules/bank-rules.ts'
import { switchBankRule } from '../../shared/store/bank-rules/change-bank-rules.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { findSubjectOfCustomer } from '../http/subject.ts'
import { answerChangedRule } from './changed-bank-rule.ts'
import { presentBankRule } from './present-bank-rule.ts'
import { requireBookableRule } from './require-bookable-rule.ts'

/** Switches a rule on or off. One that is so already stays as it is, with the moment since when. */
export async function switchRule(tx: Tx, deps: ApiDeps, request: MutatingRequest<BankRuleSwitchRequest>) {
  const { body, caller, end_customer_id, params, request_id } = request
  const rule = await findSubjectOfCustomer('bank_rule', params.rule_id, (id) => lockBankRule(tx, end_customer_id, id))
  if (rule.state === body.state) return { body: presentBankRule(rule) }
  // Accounts and tax codes may have changed since it was made.
  if (body.state === 'on') await requireBookableRule(tx, end_customer_id, rule)
  await switchBankRule(tx, rule, body.state, body.reason, { actor_id: caller.key_id, request_id })
  return answerChangedRule(tx, deps, rule)
}
