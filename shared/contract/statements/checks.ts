import { moneyAnswer } from '../primitives.ts'
import { exactly, orNull } from '../schema.ts'

/**
 * Checks of the books, in the order of the answer, each with the sentence that must be true. The rules are in
 * `BOOK_CHECKS` (shared/accounting/statements/checks).
 */
export const CHECKS = {
  assets_equal_liabilities_and_equity: 'Assets equal liabilities and equity',
  result_equals_income_statement: 'The result on the balance sheet is that of the income statement',
  or_equals_plain_statements: 'Every account stands on both with the same amount, and both come to the same result',
  debits_equal_credits: 'Debits equal credits, and the closing balances sum up to zero',
  every_account_has_a_row: 'Every account with an amount stands on a row of the law',
  closing_accounts_are_zero: 'Closing and auxiliary accounts (class 9) have no balance',
  entry_types_on_their_accounts: 'Opening and closing entries touch only the accounts that they may',
  open_items_equal_control_accounts:
    'Open items come to the balance of their control account, beside lines from before there were open items',
  bank_entries_within_amounts: 'No bank entry is booked beyond its amount',
} as const

export type CheckName = keyof typeof CHECKS
const CHECK_NAMES = Object.keys(CHECKS) as readonly CheckName[]

type Holds = { readonly type: readonly ['boolean', 'null']; readonly description: string }
const holds = CHECK_NAMES.map((check): [CheckName, Holds] => [
  check,
  { type: ['boolean', 'null'], description: `${CHECKS[check]}; null: the year was closed before there was this check` },
])

/** Whether the books are in order. */
export const statementChecks = exactly('StatementChecks', Object.fromEntries(holds) as Record<CheckName, Holds>)

/** The figures that a check has compared. */
export const checkDetail = exactly('StatementCheckDetail', {
  check: { enum: CHECK_NAMES },
  holds: { type: 'boolean' },
  account_code: { type: ['string', 'null'], description: 'Null where the figure is not that of one account' },
  currency: {
    type: ['string', 'null'],
    description: 'The figure is of lines in this currency; null where it is the total in the base currency',
  },
  expected: moneyAnswer,
  found: moneyAnswer,
  unassigned_before_items: {
    ...orNull(moneyAnswer),
    description: 'What lines without an open item come to that are older than open items; null where there are none',
  },
  is_from_before: {
    type: 'boolean',
    description: 'Booked before the rule existed: shown, and no reason to refuse the closing of a year',
  },
  message: { type: 'string' },
})
