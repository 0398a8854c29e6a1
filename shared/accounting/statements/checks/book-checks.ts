import { CONTROL_ROW, SHEET_ROWS, UNMAPPED_ROWS } from '../balance-sheet.ts'
import { NATURE_OF_EXPENSE } from '../income-statement.ts'
import { ledgerBalancesOf } from '../ledger-balances.ts'
import { isClass9 } from '../or-rows/unfit-accounts.ts'
import type { StatementColumn } from '../statement.ts'
import { type BookCheck, type CheckFigure, inTotal } from './book-check.ts'
import { amountOn, differingAccounts, netAssets } from './plain-and-or.ts'

const RESULT_ROWS = [...NATURE_OF_EXPENSE.rows, NATURE_OF_EXPENSE.unmapped]
const REPORT = 'Report this to the operator of the service.'
/** An account of class 9 stands on no row, whatever its type: a mapping would hide what is missing. */
const INCOMPLETE =
  'The opening or the closing of the books is incomplete: book what is missing to bring this account to zero.'

/**
 * Everything that must be true of the books, in the order of the answer. Statements show the results, a year does not
 * close while one of them fails, and the verifier reports those whose figures `book_check_figures` finds: such a check
 * is an entry here without `figures`, a branch of that function, and a sentence in `CHECKS`.
 */
export const BOOK_CHECKS: readonly BookCheck[] = [
  {
    check: 'assets_equal_liabilities_and_equity',
    figures: ({ sheet }) => [inTotal(amountOn(sheet, 'passiven'), amountOn(sheet, 'aktiven'))],
    remedy: 'Bring the closing and auxiliary accounts (class 9) to zero, and give accounts without a row one.',
  },
  {
    check: 'result_equals_income_statement',
    figures: ({ sheet, result }) => [
      inTotal(amountOn(result, 'jahresergebnis'), amountOn(sheet, 'jahresgewinn_jahresverlust')),
    ],
    remedy: REPORT,
  },
  {
    check: 'or_equals_plain_statements',
    figures: ({ sheet, result, plain_sheet, plain_result, plain_rows }) => [
      inTotal(amountOn(plain_result, 'result'), amountOn(result, 'jahresergebnis'), 'result'),
      inTotal(
        netAssets(plain_sheet, 'assets', 'liabilities_and_equity'),
        netAssets(sheet, 'aktiven', 'passiven'),
        'assets less liabilities and equity',
      ),
      ...differingAccounts(ledgerBalancesOf(plain_sheet, plain_rows), ledgerBalancesOf(sheet, SHEET_ROWS)),
      ...differingAccounts(ledgerBalancesOf(plain_result, plain_rows), ledgerBalancesOf(result, RESULT_ROWS)),
    ],
    remedy: REPORT,
  },
  {
    check: 'debits_equal_credits',
    figures: ({ totals }) => [
      inTotal(totals.debit_minor, totals.credit_minor),
      inTotal(0n, totals.closing_minor, 'closing balances'),
    ],
    remedy: REPORT,
  },
  {
    check: 'every_account_has_a_row',
    figures: ({ sheet, result }) => [
      ...UNMAPPED_ROWS.flatMap(({ row_key }) => withoutRow(sheet, row_key)).map((figure) =>
        isClass9(figure.account_code ?? '') ? { ...figure, remedy: INCOMPLETE } : figure,
      ),
      ...withoutRow(result, NATURE_OF_EXPENSE.unmapped.row_key),
    ],
    remedy: 'Map the account to a row (PUT /v1/account-mappings).',
  },
  {
    check: 'closing_accounts_are_zero',
    figures: ({ sheet }) => {
      const { amount_minor = 0n, sources = [] } = sheet.get(CONTROL_ROW.row_key) ?? {}
      const codes = sources.map(({ account_code }) => account_code).join(', ')
      return [inTotal(0n, amount_minor, codes === '' ? null : `accounts ${codes}`)]
    },
    remedy: 'Book what is missing to bring these accounts to zero.',
  },
  {
    check: 'entry_types_on_their_accounts',
    remedy: 'Reverse the entry and send it again as standard, or as takeover.',
  },
  {
    check: 'open_items_equal_control_accounts',
    isRight: ({ expected_minor, found_minor, unassigned_minor }) =>
      expected_minor === found_minor + (unassigned_minor ?? 0n),
    remedy: REPORT,
  },
  {
    check: 'bank_entries_within_amounts',
    remedy: 'Reverse one of the bookings of this bank entry.',
  },
]

function withoutRow(column: StatementColumn, row_key: string): CheckFigure[] {
  const sources = column.get(row_key)?.sources ?? []
  return sources.map(({ account_code, amount_minor }) => ({ ...inTotal(0n, amount_minor), account_code }))
}
