import { date, endCustomerId, id, moneyAnswer } from '../primitives.ts'
import { exactly, type FromSchema, orNull } from '../schema.ts'
import { BANK_RULE_REASONS } from './bank-rule-parts.ts'

const textOrNull = { type: ['string', 'null'] } as const

const triedLine = exactly('BankRuleTrialVoucherLine', {
  account_code: { type: 'string' },
  debit: orNull(moneyAnswer),
  credit: orNull(moneyAnswer),
  tax_code: textOrNull,
  open_item_id: { ...textOrNull, description: 'The payable that it pays' },
})

const triedEntry = exactly('BankRuleTrialEntry', {
  object: { const: 'bank_rule_trial_entry' },
  entry_id: { type: 'string' },
  booking_date: date,
  amount: moneyAnswer,
  credit_debit_indicator: { enum: ['CRDT', 'DBIT'] },
  reasons: { type: 'array', items: { enum: BANK_RULE_REASONS }, description: 'The conditions that hold' },
  would_book: { type: 'boolean', description: 'Nothing stands in the way: an automatic rule would book it' },
  obstacles: {
    type: 'array',
    description: 'Why not, all of it',
    items: exactly('BankRuleObstacle', {
      code: { type: 'string' },
      message: { type: 'string' },
      id: { ...textOrNull, description: 'What has the bank entry: a candidate, a journal entry or a source fact' },
    }),
  },
  voucher_lines: {
    type: 'array',
    description: 'The voucher that the rule would send; empty where it can make none',
    items: triedLine,
  },
})

export const bankRuleTrial = exactly('BankRuleTrial', {
  object: { const: 'bank_rule_trial' },
  rule_id: { type: 'string' },
  version: { type: 'integer' },
  data: { type: 'array', items: triedEntry, description: 'The bank entries to which the rule applies' },
  looked_at: { type: 'integer', description: 'How many bank entries this page has compared' },
  last_entry_id: {
    ...textOrNull,
    description: 'starting_after of the next page, which may have data where this one has none',
  },
  has_more: { type: 'boolean' },
})

export const bankRuleTrialQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    booking_date_from: date,
    booking_date_to: date,
    limit: { type: 'integer', minimum: 1, maximum: 200, description: 'Bank entries to look at; default: 100' },
    starting_after: { ...id, description: 'last_entry_id of the page before' },
  },
} as const
export type BankRuleTrialQuery = FromSchema<typeof bankRuleTrialQuery>
