import { bankRule, bankRuleList, bankRuleWithVersions } from '../../shared/contract/bank-rules/bank-rules.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const bankRuleOperations = {
  createBankRule: { response: bankRule, summary: 'Say what bank entries of a kind are, and how they are booked' },
  listBankRules: { response: bankRuleList, summary: 'Rules for bank entries, oldest first' },
  getBankRule: { response: bankRuleWithVersions, summary: 'One rule with its versions' },
  changeBankRule: { response: bankRule, summary: 'Give a rule another version; what was booked stays' },
  switchBankRule: { response: bankRule, summary: 'Switch a rule on or off' },
} as const satisfies Operations
