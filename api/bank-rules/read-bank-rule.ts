import type { OneQuery } from '../../shared/contract/facts/source-facts.ts'
import { findBankRule, findBankRuleVersions } from '../../shared/store/bank-rules/bank-rules.ts'
import { visibleCustomers } from '../http/admission/caller.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { findSubject } from '../http/subject.ts'
import { presentWithVersions } from './present-bank-rule.ts'

const SHOWN_VERSIONS = 20

/** One rule with its versions. */
export async function readBankRule({ pool }: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const visible = visibleCustomers(caller, query.end_customer_id)
  const rule = await findSubject('bank_rule', params.rule_id, (id) => findBankRule(pool, id, visible))
  const versions = await findBankRuleVersions(pool, rule, SHOWN_VERSIONS + 1)
  return presentWithVersions(rule, versions, SHOWN_VERSIONS)
}
