import { endCustomerId, page, statedText, text, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf } from '../schema.ts'
import { bankRuleAction, bankRuleConditions, shownAction } from './bank-rule-parts.ts'

const BANK_RULE_MODES = ['candidate', 'automatic'] as const

const BANK_RULE_STATES = ['on', 'off'] as const
export type BankRuleState = (typeof BANK_RULE_STATES)[number]

const mode = {
  enum: BANK_RULE_MODES,
  description:
    'candidate: proposes, and somebody accepts. automatic: books by itself what is imported after it was switched on',
} as const
const state = { enum: BANK_RULE_STATES, description: 'A rule that is off proposes and books nothing' } as const

const content = {
  name: { ...text, description: 'For people' },
  mode,
  conditions: bankRuleConditions,
  action: bankRuleAction,
} as const

const shown = { ...content, action: shownAction } as const

/** A new rule. It is off unless the request says otherwise, so that it can be tried first. */
export const bankRuleRequest = {
  title: 'BankRuleRequest',
  type: 'object',
  required: ['end_customer_id', 'name', 'mode', 'conditions', 'action'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, ...content, state: { ...state, default: 'off' } },
} as const
export type BankRuleRequest = FromSchema<typeof bankRuleRequest>

/** Another version of a rule. What was booked stays with the version that booked it. */
export const bankRuleVersionRequest = {
  title: 'BankRuleVersionRequest',
  type: 'object',
  required: ['end_customer_id', 'version', 'name', 'mode', 'conditions', 'action'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    version: { type: 'integer', minimum: 1, maximum: 1_000_000, description: 'The version that you have read' },
    ...content,
  },
} as const
export type BankRuleVersionRequest = FromSchema<typeof bankRuleVersionRequest>

/** What a rule does, as a request says it. */
export type BankRuleContent = Pick<BankRuleRequest, 'name' | 'mode' | 'conditions' | 'action'>

export const bankRuleSwitchRequest = {
  title: 'BankRuleSwitchRequest',
  type: 'object',
  required: ['end_customer_id', 'state', 'reason'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, state, reason: statedText },
} as const
export type BankRuleSwitchRequest = FromSchema<typeof bankRuleSwitchRequest>

const ofRule = {
  object: { const: 'bank_rule' },
  id: { type: 'string' },
  end_customer_id: endCustomerId,
  version: { type: 'integer', description: 'The present one' },
  state,
  switched_on_at: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'Since when this version is on: an automatic rule books bank entries that were imported later',
  },
  ...shown,
  created_at: timestamp,
} as const

export const bankRule = exactly('BankRule', ofRule)

export const bankRuleWithVersions = exactly('BankRuleWithVersions', {
  ...ofRule,
  versions: {
    type: 'array',
    description: 'The newest first, at most 20',
    items: exactly('BankRuleVersion', { version: { type: 'integer' }, ...shown, created_at: timestamp }),
  },
  has_more_versions: { type: 'boolean' },
})

export const bankRuleList = listOf('bank_rule_list', bankRule)

export const bankRuleQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, state, ...page },
} as const
export type BankRuleQuery = FromSchema<typeof bankRuleQuery>

/** Books a bank entry as a candidate of the type `rule` proposes it. */
export const ruleAcceptanceRequest = {
  title: 'RuleAcceptanceRequest',
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId },
} as const
export type RuleAcceptanceRequest = FromSchema<typeof ruleAcceptanceRequest>
