import type { Pause } from '../../../shared/process/pause.ts'
import { minorOf } from '../../print/amounts.ts'
import type { Chart, Table } from '../../print/table.ts'
import { type Word, wordsIn } from '../../print/words.ts'
import type { RowStatement } from '../present-row-statement.ts'
import { rowsWithAccounts } from './accounts-of-periods.ts'
import { amountColumn, chart, endOfPeriodColumn, frame, hiddenColumn, periodColumn, textColumn } from './frame.ts'
import { CHARTED, chartedIn, rowsOfStatement } from './rows-of-statement.ts'
import { isOfDay } from './targets-of-rows.ts'

/** Rows with their amounts and the accounts that they are made of; the series as further columns. */
export async function tableOfRows(statement: RowStatement, pause: Pause): Promise<Table> {
  const { comparison, object } = statement
  const wordFor = wordsIn(statement.locale)
  const rows = await rowsWithAccounts(statement, pause)
  return {
    ...frame(statement, object as Word),
    columns: [
      hiddenColumn('row_key'),
      hiddenColumn('law'),
      hiddenColumn('kind'),
      hiddenColumn('account_code'),
      textColumn('label', wordFor('row')),
      amountColumn('amount', statement.fiscal_year_id),
      ...(comparison ? [amountColumn('prior_amount', `${wordFor('prior_year')} ${comparison.fiscal_year_id}`)] : []),
      ...(statement.period_series ?? []).map(isOfDay(statement) ? endOfPeriodColumn : periodColumn),
    ],
    rows: rowsOfStatement(statement, rows),
    chart: chartOf(statement),
  }
}

/** The total of a balance sheet, or the result of an income statement, bucket by bucket. */
function chartOf(statement: RowStatement): Chart | null {
  const { rows, period_series } = statement
  const index = chartedIn(statement)
  const charted = rows[index]
  if (!charted) return null
  return chart(
    charted.label,
    period_series,
    (period_series ?? []).map((period) => minorOf(period.rows[index]?.amount ?? charted.amount)),
    // The columns of the row have the same amounts.
    () => `#${CHARTED}`,
  )
}
