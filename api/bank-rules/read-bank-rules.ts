import type { BankRuleQuery } from '../../shared/contract/bank-rules/bank-rules.ts'
import { listBankRules } from '../../shared/store/bank-rules/bank-rules.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, presentPage } from '../http/page.ts'
import { presentBankRule } from './present-bank-rule.ts'

/** The rules of an end customer, oldest first. */
export async function readBankRules({ pool }: ApiDeps, { query }: ReadRequest<BankRuleQuery>) {
  const { end_customer_id, state = null, limit = 100, starting_after } = query
  const after = cursorOf('bank_rule', starting_after)
  return presentPage('bank_rule_list', await listBankRules(pool, end_customer_id, state, after, limit), presentBankRule)
}
