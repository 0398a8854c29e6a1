import { earlierResults } from './balance-sheet.ts'
import { resultName } from './computed-names.ts'
import { type Bucket, isProfitAndLoss, type LedgerAccount, movementIn, sumOver } from './statement.ts'

/** In minor units, debit positive: opening balance + debit - credit = closing balance. */
export type Turnover = {
  readonly opening_minor: bigint
  readonly debit_minor: bigint
  readonly credit_minor: bigint
  readonly closing_minor: bigint
}

export type TrialBalanceRow = Turnover & {
  /** Null for the result of an earlier year that no entry has closed. */
  readonly account_code: string | null
  readonly account_name: string
  readonly account_type: string
}

/**
 * The turnover of an account in some buckets of a fiscal year. Opening entries are part of the opening balance;
 * revenue and expense start every year with nothing.
 *
 * @param first index of the year's first bucket
 * @param from index of the first bucket that is looked at
 * @param to index of the last one
 */
export function turnoverOf(account: LedgerAccount, first: number, from: number, to: number): Turnover {
  const before = movementIn(account, isProfitAndLoss(account) ? first : 0, from - 1)
  const opening_minor = before + sumOver(account.opening_entries, from, to)
  const debit_minor = sumOver(account.debit, from, to)
  const credit_minor = sumOver(account.credit, from, to)
  return { opening_minor, debit_minor, credit_minor, closing_minor: opening_minor + debit_minor - credit_minor }
}

/** Every account with a balance or a turnover in the year, in the order of their codes; the closing balances sum up to zero. */
export function trialBalanceOf(
  accounts: readonly LedgerAccount[],
  buckets: readonly Bucket[],
  first: number,
  last: number,
): TrialBalanceRow[] {
  const turnovers = accounts.map((account) => ({ ...account, ...turnoverOf(account, first, first, last) }))
  const results = earlierResults(accounts, buckets, first).map(([year, result]) => ({
    account_code: null,
    account_name: resultName(year),
    account_type: 'equity',
    ...{ opening_minor: result, debit_minor: 0n, credit_minor: 0n, closing_minor: result },
  }))
  return [...turnovers, ...results].filter(
    ({ opening_minor, debit_minor, credit_minor, closing_minor }) =>
      opening_minor !== 0n || debit_minor !== 0n || credit_minor !== 0n || closing_minor !== 0n,
  )
}

export function sumOfTurnovers(turnovers: readonly Turnover[]): Turnover {
  return turnovers.reduce(
    (total, turnover) => ({
      opening_minor: total.opening_minor + turnover.opening_minor,
      debit_minor: total.debit_minor + turnover.debit_minor,
      credit_minor: total.credit_minor + turnover.credit_minor,
      closing_minor: total.closing_minor + turnover.closing_minor,
    }),
    { opening_minor: 0n, debit_minor: 0n, credit_minor: 0n, closing_minor: 0n },
  )
}
