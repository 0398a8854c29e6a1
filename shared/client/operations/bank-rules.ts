import type {
  bankRuleBookingList,
  bankRuleBookingQuery,
  bankRuleReversal,
  bankRuleReversalRequest,
} from '../../contract/bank-rules/bank-rule-bookings.ts'
import type { bankRuleTrial, bankRuleTrialQuery } from '../../contract/bank-rules/bank-rule-trials.ts'
import type {
  bankRule,
  bankRuleList,
  bankRuleQuery,
  bankRuleRequest,
  bankRuleSwitchRequest,
  bankRuleVersionRequest,
  bankRuleWithVersions,
  ruleAcceptanceRequest,
} from '../../contract/bank-rules/bank-rules.ts'
import type { oneQuery, sourceFact } from '../../contract/facts/source-facts.ts'
import { posts, puts, reads } from '../operation.ts'

// biome-ignore format: one line for each operation
export const bankRuleCalls = {
  createBankRule: posts<typeof bankRuleRequest, typeof bankRule>('/v1/bank-rules'),
  listBankRules: reads<typeof bankRuleQuery, typeof bankRuleList>('/v1/bank-rules'),
  getBankRule: reads<typeof oneQuery, typeof bankRuleWithVersions, 'rule_id'>('/v1/bank-rules/:rule_id'),
  changeBankRule: puts<typeof bankRuleVersionRequest, typeof bankRule, 'rule_id'>('/v1/bank-rules/:rule_id'),
  switchBankRule: posts<typeof bankRuleSwitchRequest, typeof bankRule, 'rule_id'>('/v1/bank-rules/:rule_id/switch'),
  tryBankRule: reads<typeof bankRuleTrialQuery, typeof bankRuleTrial, 'rule_id'>('/v1/bank-rules/:rule_id/trial'),
  listBankRuleBookings: reads<typeof bankRuleBookingQuery, typeof bankRuleBookingList, 'rule_id'>('/v1/bank-rules/:rule_id/bookings'),
  reverseBankRule: posts<typeof bankRuleReversalRequest, typeof bankRuleReversal, 'rule_id'>('/v1/bank-rules/:rule_id/reverse'),
  acceptRuleCandidate: posts<typeof ruleAcceptanceRequest, typeof sourceFact, 'candidate_id'>('/v1/settlement-candidates/:candidate_id/accept'),
} as const
