import { expect } from 'chai'
import { checkBooksInSteps } from '../../../shared/accounting/statements/checks/check-books.ts'
import type { LedgerAccount, StatementColumn } from '../../../shared/accounting/statements/statement.ts'
import { balanceSheetOf, type YearBooks } from '../../../shared/accounting/statements/year-books.ts'
import { finished } from './finished.ts'
import { ledgerAccount, SHEET_OF_ONE_YEAR } from './ledger-account.ts'

const SOLD = [
  ledgerAccount('1020', 'asset', 10_000, { debit: [10_000n] }),
  ledgerAccount('3400', 'revenue', -10_000, { credit: [10_000n] }),
]

const booksOf = (accounts: readonly LedgerAccount[]): YearBooks => ({
  accounts,
  buckets: SHEET_OF_ONE_YEAR,
  first: 0,
  rules: { legal_form: 'company', relations: [] },
  kept_sheets: null,
})

/** The checks that fail, each with what it expected and found. */
const failuresOf = (books: YearBooks) =>
  finished(checkBooksInSteps(books, [])).flatMap(({ check, figures }) =>
    figures
      .filter(({ holds }) => !holds)
      .map(({ account_code, expected_minor, found_minor }) =>
        [check, account_code, expected_minor, found_minor].filter((part) => part !== null).join(' '),
      ),
  )

/** The balance sheet of the books with other amounts on some rows, as it could stand if it were made in a wrong way. */
function withSheet(books: YearBooks, rows: Readonly<Record<string, bigint>>, but: string | null = null): YearBooks {
  const right = finished(balanceSheetOf(books, 0))
  const sheet: StatementColumn = new Map(
    [...right].map(([key, amount]) => [
      key,
      {
        amount_minor: rows[key] ?? amount.amount_minor,
        sources: amount.sources.filter(({ account_code }) => but === null || account_code !== but),
      },
    ]),
  )
  return { ...books, kept_sheets: new Map([['2026-12-31', sheet]]) }
}

describe('checks of the books', () => {
  it('hold for books in order', () => {
    expect(failuresOf(booksOf(SOLD))).to.deep.equal([])
  })

  it('see books of one side', () => {
    expect(failuresOf(booksOf(SOLD.slice(0, 1)))).to.deep.equal([
      'assets_equal_liabilities_and_equity 0 10000',
      'debits_equal_credits 10000 0',
      'debits_equal_credits 0 10000',
    ])
  })

  it('see a result that is not that of the income statement', () => {
    expect(failuresOf(withSheet(booksOf(SOLD), { jahresgewinn_jahresverlust: 9_000n }))).to.deep.equal([
      'result_equals_income_statement 10000 9000',
    ])
  })

  it('see an account that stands on one of two statements only', () => {
    const failures = failuresOf(withSheet(booksOf(SOLD), {}, '1020'))
    expect(failures).to.deep.equal(['or_equals_plain_statements 1020 10000 0'])
  })

  it('see two statements that come to different sums', () => {
    const failures = failuresOf(withSheet(booksOf(SOLD), { aktiven: 12_000n }))
    expect(failures).to.deep.equal([
      'assets_equal_liabilities_and_equity 10000 12000',
      'or_equals_plain_statements 0 2000',
    ])
  })
})
