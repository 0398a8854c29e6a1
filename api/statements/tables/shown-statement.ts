import { minorOf } from '../../print/amounts.ts'
import type { RowStatement, StatementRow } from '../present-row-statement.ts'
import { type AccountsBeneath, accountsBeneath, minorInColumn } from './accounts-beneath.ts'
import type { AccountOfRow, RowWithAccounts } from './accounts-of-periods.ts'
import { type RowsBeneath, rowsBeneath } from './rows-beneath.ts'
import { type SplitAccount, splitAccounts, targetsOfPart } from './split-accounts.ts'
import { type TargetsOfColumns, targetsOfAccountIn, targetsOfYears } from './targets-of-rows.ts'

/** A statement with what its rows lead to. */
export type ShownStatement = {
  readonly statement: RowStatement
  readonly rows: readonly RowWithAccounts[]
  readonly split: ReadonlyMap<string, SplitAccount>
  readonly beneath: RowsBeneath
  readonly accounts: AccountsBeneath
}

export function shownStatement(statement: RowStatement, rows: readonly RowWithAccounts[]): ShownStatement {
  const split = splitAccounts(rows)
  const beneath = rowsBeneath(statement, rows)
  return { statement, rows, split, beneath, accounts: accountsBeneath(statement, rows) }
}

export function splitPartOf(
  { split }: Pick<ShownStatement, 'split'>,
  { row_key }: StatementRow,
  { account_code }: AccountOfRow,
): SplitAccount | undefined {
  const part = account_code === null ? undefined : split.get(account_code)
  return part?.own_row === row_key || part?.other_row === row_key ? part : undefined
}

export function targetsOfAccount(shown: ShownStatement, row: StatementRow, account: AccountOfRow): TargetsOfColumns {
  const part = splitPartOf(shown, row, account)
  return part ? targetsOfPart(shown.statement, row, part) : targetsOfAccountIn(shown.statement, account)
}

/**
 * Where the amounts of a row lead, column by column: to that of its only account there, to the first of several ones, or of a sum to
 * the first row that adds up to it. What is zero and has no account is made of nothing.
 */
export function targetsOfRow(shown: ShownStatement, row: StatementRow, accounts: readonly AccountOfRow[]) {
  const { statement } = shown
  const { comparison } = statement
  const [single, ...more] = accounts
  if (single && more.length === 0) return targetsOfAccount(shown, row, single)
  const years = comparison ? 2 : 1
  const periods = new Map((statement.period_series ?? []).map(({ period_end }, at) => [period_end, years + at]))
  const anchorIn = (column: number) => {
    const of_row = row.row_key
    const anchor =
      accounts.length > 0 ? shown.accounts.anchorOf(of_row, column) : shown.beneath.anchorOf(of_row, column)
    return anchor === undefined ? undefined : `#${anchor}`
  }
  const targetsIn = (column: number) => {
    const [only, another] = accounts.filter((account) => minorInColumn(account, column, comparison !== null) !== 0n)
    return only && !another ? targetsOfAccount(shown, row, only) : null
  }
  const target = targetsIn(0)?.target ?? anchorIn(0) ?? whole(statement, row.amount)?.target
  const prior_target =
    comparison &&
    (targetsIn(1)?.prior_target ??
      anchorIn(1) ??
      (row.prior_amount && whole(statement, row.prior_amount)?.prior_target))
  const targetOfPeriod = (period_end: string) => {
    const column = periods.get(period_end) ?? 0
    return targetsIn(column)?.targetOfPeriod(period_end) ?? anchorIn(column) ?? targetsOfYears(statement).target
  }
  return { ...(target && { target }), ...(prior_target && { prior_target }), targetOfPeriod }
}

/** Of an amount that nothing on the page adds up to: all accounts. */
function whole(statement: RowStatement, amount: StatementRow['amount']): TargetsOfColumns | null {
  return minorOf(amount) === 0n ? null : targetsOfYears(statement)
}
