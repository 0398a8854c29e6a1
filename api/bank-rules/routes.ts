import {
  bankRuleQuery,
  bankRuleRequest,
  bankRuleSwitchRequest,
  bankRuleVersionRequest,
} from '../../shared/contract/bank-rules/bank-rules.ts'
import { oneQuery } from '../../shared/contract/facts/source-facts.ts'
import { get, post, put, routes } from '../http/route.ts'
import { changeBankRule } from './change-bank-rule.ts'
import { createBankRule } from './create-bank-rule.ts'
import { bankRuleOperations } from './operations.ts'
import { readBankRule } from './read-bank-rule.ts'
import { readBankRules } from './read-bank-rules.ts'
import { switchRule } from './switch-bank-rule.ts'

// biome-ignore format: one line for each endpoint
export const bankRuleRoutes = routes(bankRuleOperations, {
  createBankRule: post('/v1/bank-rules', 201, bankRuleRequest, createBankRule),
  listBankRules: get('/v1/bank-rules', bankRuleQuery, readBankRules),
  getBankRule: get('/v1/bank-rules/:rule_id', oneQuery, readBankRule),
  changeBankRule: put('/v1/bank-rules/:rule_id', 201, bankRuleVersionRequest, changeBankRule),
  switchBankRule: post('/v1/bank-rules/:rule_id/switch', 201, bankRuleSwitchRequest, switchRule),
})
