import { moneyAnswer } from '../primitives.ts'
import { exactly } from '../schema.ts'

/**
 * An account that should be empty; one that a mapping has put on a row that takes no account of its type; income or expense
 * that is of an earlier year (OR Art. 959b Abs. 2 Ziff. 9).
 */
const STATEMENT_WARNINGS = ['clearing_account_not_empty', 'mapping_unfit', 'prior_period_result'] as const

/** Something odd about the books that fails no check. */
export const statementWarning = exactly('StatementWarning', {
  code: { enum: STATEMENT_WARNINGS },
  account_code: { type: 'string' },
  account_name: { type: 'string' },
  amount: {
    ...moneyAnswer,
    description:
      'Balance at the end of the year, or what reversals have brought of earlier years. Debit is positive, also for income and expense: a credit is negative',
  },
  message: { type: 'string' },
  remedy: { type: 'string' },
})
