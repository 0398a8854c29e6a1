import { bankRuleBookingQuery, bankRuleReversalRequest } from '../../shared/contract/bank-rules/bank-rule-bookings.ts'
import { bankRuleTrialQuery } from '../../shared/contract/bank-rules/bank-rule-trials.ts'
import {
  bankRuleQuery,
  bankRuleRequest,
  bankRuleSwitchRequest,
  bankRuleVersionRequest,
  ruleAcceptanceRequest,
} from '../../shared/contract/bank-rules/bank-rules.ts'
import { oneQuery } from '../../shared/contract/facts/source-facts.ts'
import { get, post, put, routes } from '../http/route.ts'
import { acceptCandidate } from './accept-candidate.ts'
import { readRuleBookings } from './bookings/read-rule-bookings.ts'
import { reverseRule } from './bookings/reverse-rule.ts'
import { changeBankRule } from './change-bank-rule.ts'
import { createBankRule } from './create-bank-rule.ts'
import { bankRuleOperations } from './operations.ts'
import { readBankRule } from './read-bank-rule.ts'
import { readBankRules } from './read-bank-rules.ts'
import { switchRule } from './switch-bank-rule.ts'
import { tryBankRule } from './try-bank-rule.ts'

// biome-ignore format: one line for each endpoint
export const bankRuleRoutes = routes(bankRuleOperations, {
  createBankRule: post('/v1/bank-rules', 201, bankRuleRequest, createBankRule),
  listBankRules: get('/v1/bank-rules', bankRuleQuery, readBankRules),
  getBankRule: get('/v1/bank-rules/:rule_id', oneQuery, readBankRule),
  changeBankRule: put('/v1/bank-rules/:rule_id', 201, bankRuleVersionRequest, changeBankRule),
  switchBankRule: post('/v1/bank-rules/:rule_id/switch', 201, bankRuleSwitchRequest, switchRule),
  tryBankRule: get('/v1/bank-rules/:rule_id/trial', bankRuleTrialQuery, tryBankRule, { cost: 'expensive' }),
  listBankRuleBookings: get('/v1/bank-rules/:rule_id/bookings', bankRuleBookingQuery, readRuleBookings),
  reverseBankRule: post('/v1/bank-rules/:rule_id/reverse', 202, bankRuleReversalRequest, reverseRule, { cost: 'expensive' }),
  acceptRuleCandidate: post('/v1/settlement-candidates/:candidate_id/accept', 202, ruleAcceptanceRequest, acceptCandidate, { cost: 'expensive' }),
})
