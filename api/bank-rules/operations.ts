import { bankRuleBookingList, bankRuleReversal } from '../../shared/contract/bank-rules/bank-rule-bookings.ts'
import { bankRuleTrial } from '../../shared/contract/bank-rules/bank-rule-trials.ts'
import { bankRule, bankRuleList, bankRuleWithVersions } from '../../shared/contract/bank-rules/bank-rules.ts'
import { sourceFact } from '../../shared/contract/facts/source-facts.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const bankRuleOperations = {
  createBankRule: { response: bankRule, summary: 'Say what bank entries of a kind are, and how they are booked' },
  listBankRules: { response: bankRuleList, summary: 'Rules for bank entries, oldest first' },
  getBankRule: { response: bankRuleWithVersions, summary: 'One rule with its versions' },
  changeBankRule: { response: bankRule, summary: 'Give a rule another version; what was booked stays' },
  switchBankRule: { response: bankRule, summary: 'Switch a rule on or off' },
  tryBankRule: { response: bankRuleTrial, summary: 'What a rule would do with past bank entries; nothing is stored' },
  acceptRuleCandidate: { response: sourceFact, summary: 'Book a bank entry by the rule that a candidate proposes' },
  listBankRuleBookings: { response: bankRuleBookingList, summary: 'What a rule has booked, each with its voucher' },
  reverseBankRule: { response: bankRuleReversal, summary: 'Take back what a rule has booked, line by line' },
} as const satisfies Operations
