import { activityId, inputTaxDecision, taxCode } from '../facts/source-fact-parts.ts'
import { money, positiveMoney, text } from '../primitives.ts'
import type { FromSchema } from '../schema.ts'
import { accountCode } from '../setup/accounts.ts'

const code = { type: 'string', minLength: 1, maxLength: 35 } as const
const accountAtBank = { type: 'string', minLength: 1, maxLength: 50 } as const

/** What a bank entry has to be for a rule to apply to it; all that is given has to hold. */
export const bankRuleConditions = {
  title: 'BankRuleConditions',
  description:
    'All that is given has to hold. Of a bank entry with several transactions it has to hold for each of them, or for the bank entry itself.',
  type: 'object',
  required: ['credit_debit_indicator'],
  minProperties: 2,
  additionalProperties: false,
  properties: {
    credit_debit_indicator: { enum: ['CRDT', 'DBIT'], description: 'CRDT: money comes in. DBIT: money goes out' },
    bank_account: {
      ...accountAtBank,
      description: 'One of the own accounts at the bank, by its IBAN; without it, all of them',
    },
    counterparty_iban: {
      ...accountAtBank,
      description: 'The account of the other side: its IBAN, or what the bank has in its place',
    },
    counterparty_name: {
      ...text,
      description:
        'Words that all stand in the name of the other side, in any order; accents, capitals and legal forms do not count',
    },
    text: {
      ...text,
      description: 'Stands in a text of the bank or of the payer; accents, capitals and line breaks do not count',
    },
    bank_transaction_code: {
      title: 'BankRuleTransactionCode',
      description: 'The kind of transaction in the words of ISO 20022 (PMNT, RCDT, SALA …), or the code of the bank',
      type: 'object',
      minProperties: 1,
      additionalProperties: false,
      properties: { domain: code, family: code, subfamily: code, proprietary: code },
    },
    amount_from: { ...positiveMoney, description: 'The amount of the bank entry is not below it' },
    amount_to: { ...positiveMoney, description: 'The amount of the bank entry is not above it' },
  },
} as const
export type BankRuleConditions = FromSchema<typeof bankRuleConditions>

/** Why an automatic rule leaves a bank entry to a reviewer, though nothing else is proposed: something else may be meant. */
export const MEANT_REASONS = [
  'known_document',
  'open_item_of_partner',
  'settled_with_partner',
  'own_account',
  'other_creditor',
] as const
export type MeantReason = (typeof MEANT_REASONS)[number]

/** Why a rule applies to a bank entry. */
export const BANK_RULE_REASONS = [
  'direction',
  'bank_account',
  'counterparty_iban',
  'counterparty_name',
  'text',
  'bank_transaction_code',
  'amount_range',
] as const
export type BankRuleReason = (typeof BANK_RULE_REASONS)[number]

const line = {
  title: 'BankRuleLine',
  description:
    'The other side of the bank entry, or a part of it. Every line but the last one has an amount or a share; the last one takes the rest.',
  type: 'object',
  required: ['account_code'],
  additionalProperties: false,
  properties: {
    account_code: accountCode,
    amount: {
      ...money,
      description: 'A fixed amount, tax included. With a minus it stands on the other side: a fee that was taken off',
    },
    share_bp: {
      type: 'integer',
      minimum: -10_000,
      maximum: 20_000,
      description:
        'A share of what fixed amounts leave, in basis points: 6000 is 60 %. With a minus it stands on the other side',
    },
    tax_code: { ...taxCode, description: 'The part contains the tax of this code; acquisition tax is added to it' },
    activity_id: activityId,
    text,
  },
} as const

const supplier = {
  title: 'BankRuleSupplier',
  description:
    'The one open payable of this supplier whose open amount is that of the bank entry. Where there is none or several, the rule books nothing.',
  type: 'object',
  additionalProperties: false,
  properties: {
    reference: { ...text, description: 'The reference of the source system' },
    name: { ...text, description: 'The name that the payable has, in whatever capitals, blanks and forms of letters' },
  },
} as const

const action = {
  text: { ...text, description: 'Text of the voucher' },
  lines: { type: 'array', minItems: 1, maxItems: 50, items: line },
  input_tax_decision: inputTaxDecision,
} as const

/** What a rule books: parts of the bank entry on accounts, or the payable that it pays. */
export const bankRuleAction = {
  title: 'BankRuleAction',
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: {
    ...action,
    settle_payable_of: { ...supplier, oneOf: [{ required: ['reference'] }, { required: ['name'] }] },
  },
  oneOf: [{ required: ['lines'] }, { required: ['settle_payable_of'] }],
} as const
export type BankRuleAction = FromSchema<typeof bankRuleAction>
export type BankRuleLine = NonNullable<BankRuleAction['lines']>[number]

/** The same as it is shown. */
export const shownAction = {
  title: 'BankRuleShownAction',
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: { ...action, settle_payable_of: { ...supplier, title: 'BankRuleShownSupplier' } },
} as const
