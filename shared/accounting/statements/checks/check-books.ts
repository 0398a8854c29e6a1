import {
  balanceSheetAccountRows,
  incomeStatementAccountRows,
  plainBalanceSheetAt,
  plainIncomeStatementOf,
} from '../by-account.ts'
import { incomeStatementOf } from '../income-statement.ts'
import { sumOfTurnovers, trialBalanceOf } from '../trial-balance.ts'
import { balanceSheetOf, type YearBooks } from '../year-books.ts'
import type { BookCheck, CheckedStatements, CheckFigure, RecordedFigure } from './book-check.ts'
import { BOOK_CHECKS } from './book-checks.ts'

/** A check with its figures; one without figures holds, or nobody has checked it. */
export type CheckResult = Pick<RecordedFigure, 'check'> & {
  /** Null where the year was closed before there was the check. */
  readonly holds: boolean | null
  readonly figures: readonly (CheckFigure & { readonly holds: boolean; readonly remedy: string })[]
}

/**
 * The results of all checks at the end of a fiscal year, whichever statement is read. Yields between two of its statements.
 *
 * @param recorded null where nobody has recorded any
 */
export function* checkBooksInSteps(
  books: YearBooks,
  recorded: readonly RecordedFigure[] | null,
): Generator<undefined, CheckResult[]> {
  const statements = yield* statementsOf(books)
  const results: CheckResult[] = []
  for (const rule of BOOK_CHECKS) {
    const figures = rule.figures?.(statements) ?? (recorded && figuresOf(rule, recorded))
    results.push(figures ? resultOf(rule, figures) : { check: rule.check, holds: null, figures: [] })
    yield
  }
  return results
}

/** The results of the checks of recorded rows alone, which look at no statement. */
export function checkRecorded(recorded: readonly RecordedFigure[]): CheckResult[] {
  return BOOK_CHECKS.filter(({ figures }) => !figures).map((rule) => resultOf(rule, figuresOf(rule, recorded)))
}

function figuresOf({ check }: BookCheck, recorded: readonly RecordedFigure[]): CheckFigure[] {
  return recorded.filter((figure) => figure.check === check)
}

function resultOf(rule: BookCheck, figures: readonly CheckFigure[]): CheckResult {
  const { check, isRight = isEqual, remedy } = rule
  const compared = figures.map((figure) => ({ remedy, ...figure, holds: isRight(figure) }))
  return { check, holds: compared.every(({ holds }) => holds), figures: compared }
}

function* statementsOf(books: YearBooks): Generator<undefined, CheckedStatements> {
  const { accounts, buckets, first } = books
  const last = buckets.length - 1
  const sheet = yield* balanceSheetOf(books, last)
  yield
  const result = incomeStatementOf(accounts, first, last)
  yield
  const plain_sheet = plainBalanceSheetAt(accounts, buckets, last)
  yield
  const plain_result = plainIncomeStatementOf(accounts, first, last)
  yield
  const plain_rows = [...balanceSheetAccountRows(accounts, buckets), ...incomeStatementAccountRows(accounts)]
  yield
  const totals = sumOfTurnovers(trialBalanceOf(accounts, buckets, first, last))
  yield
  return { sheet, result, plain_sheet, plain_result, plain_rows, totals }
}

function isEqual({ expected_minor, found_minor }: CheckFigure): boolean {
  return expected_minor === found_minor
}
