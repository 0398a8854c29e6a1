import { date, endCustomerId, moneyAnswer } from '../primitives.ts'
import { exactly, type FromSchema } from '../schema.ts'
import { LOCALES } from '../setup/settings.ts'
import { partOfBalance, partOfOpening } from './bank-balance-parts.ts'

const textOrNull = { type: ['string', 'null'] } as const
const dayOrNull = { type: ['string', 'null'], format: 'date' } as const

const DIFFERENCE_KINDS = [
  'opening',
  'gap',
  'contradiction',
  'statement_difference',
  'missing_page',
  'entry_unbooked',
  'entry_partly_booked',
  'entry_booked_beyond',
  'entry_dismissed',
  'possible_repeat',
  'entry_booked_elsewhere',
  'line_without_entry',
  'line_linked_elsewhere',
] as const

const difference = exactly('BankDifference', {
  kind: {
    enum: DIFFERENCE_KINDS,
    description:
      'opening: the bank began with another balance than the ledger; gap: between two bank statements; contradiction: by what the balances of two bank statements with common days and other bookings differ, as the gap of that kind says in words; statement_difference: balances that do not add up, which somebody has accepted; missing_page: what the balances of a bank statement have and its pages have not, as far as they were imported; entry_booked_beyond: booked beyond its amount, until the reversal on `date`; possible_repeat: nobody has decided yet, of zero where the balances have its money once; elsewhere: the other side is on another account, in another currency, or before the first bank statement',
  },
  date: dayOrNull,
  amount: { ...moneyAnswer, description: 'By which the bank is above the ledger' },
  bank_account: textOrNull,
  entry_id: textOrNull,
  journal_entry_id: textOrNull,
  line_number: { type: ['integer', 'null'] },
  import_id: {
    ...textOrNull,
    description:
      'opening, gap, contradiction, statement_difference and missing_page: the import of the bank statement whose balances make it; of the openings of several accounts that of the first one',
  },
  text: textOrNull,
})

const gap = exactly('BankStatementGap', {
  kind: {
    enum: [
      'balance',
      'missing_number',
      'missing_page',
      'contradiction',
      'not_compared',
      'no_statement_since',
      'lone_qr_iban',
      'kept_twice',
    ],
    description:
      'missing_page: pages of the bank statement were not imported, as `text` says; contradiction: the second bank statement has days of the first one, but their balances and bookings exclude each other, as `text` says; not_compared: nobody knows whether they do, as there are too many bank statements or bookings; without bank statements: the order of those that begin on `date`, where another one may have no gap or another balance at the end; no_statement_since: no bank statement has the day that is asked for; `date` is the last day that one has; lone_qr_iban: a QR-IBAN counts as an account of its own beside an IBAN, and `text` says what to do; kept_twice: equal bank entries of both names, both in use when the names were joined, as `text` says',
  },
  bank_account: { type: 'string' },
  after_statement_id: textOrNull,
  before_statement_id: textOrNull,
  date,
  amount: {
    ...moneyAnswer,
    description:
      'balance: the opening balance less the closing balance before it; missing_page: what the balances have and the pages that are there have not, which may be zero; contradiction: the opening balance less that of the other one at the beginning of the day, or what the bookings that only one of them has come to, which may be zero; of other kinds zero',
  },
  text: {
    ...textOrNull,
    description:
      'contradiction: what one of them has and the other has not; missing_number: the numbers, of many the first ones; missing_page: the pages; in the locale',
  },
})

const possibleRepeat = exactly('BankPossibleRepeat', {
  entry_id: { type: 'string' },
  repeat_of_entry_id: { type: 'string', description: 'The bank entry that it may repeat' },
  date,
  amount: { ...moneyAnswer, description: 'Money that came in is positive' },
  bank_account: { type: 'string' },
  text: textOrNull,
  is_in_bank_balance: {
    type: 'boolean',
    description:
      'true: the balances of the bank statements have its money beside that of the other bank entry, so it is a difference as well; false: they have the money once',
  },
})

const lastStatement = exactly('LastBankStatement', {
  bank_account: { type: 'string' },
  statement_id: textOrNull,
  closing_date: { ...dayOrNull, description: 'Null where no bank statement with balances begins by the day' },
  import_id: { ...textOrNull, description: 'The import that has it; of one in several files that of its first page' },
  qr_iban: { ...textOrNull, description: 'The other name of the account, whose bank statements count with it' },
})

/** What is said in one currency. */
const IN_ONE_CURRENCY = {
  last_statements: {
    type: 'array',
    items: lastStatement,
    description: 'Of each bank account the last bank statement with balances that begins by the day',
  },
  bank_balance: moneyAnswer,
  bank_balance_parts: {
    type: 'array',
    items: partOfBalance,
    description:
      'They add up to bank_balance. Empty where an earlier release has kept the reconciliation at the close of a year',
  },
  ledger_balance: moneyAnswer,
  opening_parts: {
    type: 'array',
    items: partOfOpening,
    description:
      'What the ledger and the bank began with: opening_balance less the others is the difference `opening`. Empty where an earlier release has kept the reconciliation at the close of a year',
  },
  difference: { ...moneyAnswer, description: 'The bank less the ledger: the sum of the differences' },
  differences: { type: 'array', items: difference },
  gaps: { type: 'array', items: gap },
  possible_repeats: {
    type: 'array',
    items: possibleRepeat,
    description: 'All about which nobody has decided, by date; repeat-review decides',
  },
  unexplained: { ...moneyAnswer, description: 'Not zero only where bank statements contradict their bank entries' },
} as const

const otherCurrency = exactly('BankReconciliationCurrency', {
  currency: { type: 'string' },
  ...IN_ONE_CURRENCY,
  is_explained: { type: 'boolean', description: 'As that of the whole, of this currency alone' },
})

export const bankReconciliation = exactly('BankReconciliation', {
  object: { const: 'bank_reconciliation' },
  end_customer_id: endCustomerId,
  end_customer_name: textOrNull,
  locale: { enum: LOCALES },
  date,
  fiscal_year_id: { ...textOrNull, description: 'Of the day; null where none is set up' },
  account_code: { type: 'string' },
  account_name: { type: 'string' },
  currency: { type: 'string' },
  base_currency: { ...textOrNull, description: 'Of the ledger, whose account ledger is in it' },
  bank_accounts: {
    type: 'array',
    items: { type: 'string' },
    description: 'All that are mapped to the account; a QR-IBAN beside its IBAN',
  },
  ledger_position: exactly('BankReconciliationPosition', {
    entry_number: { type: 'integer' },
    entry_hash: { type: 'string' },
  }),
  ...IN_ONE_CURRENCY,
  other_currencies: {
    type: 'array',
    items: otherCurrency,
    description:
      'Each currency in which the accounts at the bank have bank statements beside that of the ledger account: these, and the lines in that currency on the account. Where the account is not in base currency, also each one in which it has lines. A line in another currency counts above with its base amount, as `line_linked_elsewhere` where it books a bank entry in that currency',
  },
  is_explained: {
    type: 'boolean',
    description:
      'Nothing is unexplained, no possible repeat is left to be decided, no bank statement is missing between two others, lacks a page or contradicts another, and everything was compared; in every one of `other_currencies` too',
  },
})

export const bankReconciliationQuery = {
  type: 'object',
  required: ['end_customer_id', 'bank_account', 'date'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    bank_account: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'The code of the ledger account, or an IBAN or QR-IBAN that is mapped to it',
    },
    date,
    locale: { enum: LOCALES },
  },
} as const
export type BankReconciliationQuery = FromSchema<typeof bankReconciliationQuery>
