import type { Money } from '../../../shared/contract/primitives.ts'
import { minorOf } from '../../print/amounts.ts'
import type { Cell, Chart, Row, Table } from '../../print/table.ts'
import { type Word, wordsIn } from '../../print/words.ts'
import type { presentRowStatement } from '../present-row-statement.ts'
import { amountColumn, chart, frame, hiddenColumn, periodColumn, textColumn } from './frame.ts'

type RowStatement = ReturnType<typeof presentRowStatement>
type StatementRow = RowStatement['rows'][number]
type PresentedSource = StatementRow['source_accounts'][number]

/** Rows with their amounts and, for machines, the accounts that they are made of; the series as further columns. */
export function tableOfRows(statement: RowStatement): Table {
  const { rows, period_series, comparison, object } = statement
  const wordFor = wordsIn(statement.locale)
  const series = (period_series ?? []).map(
    (period) => new Map(period.rows.map(({ row_key, amount }) => [row_key, minorOf(amount)])),
  )
  return {
    ...frame(statement, object as Word),
    columns: [
      hiddenColumn('row_key'),
      hiddenColumn('law'),
      hiddenColumn('kind'),
      hiddenColumn('account_code'),
      textColumn('label', ''),
      amountColumn('amount', statement.fiscal_year_id),
      ...(comparison ? [amountColumn('prior_amount', `${wordFor('prior_year')} ${comparison.fiscal_year_id}`)] : []),
      ...(period_series ?? []).map(periodColumn),
    ],
    rows: rows.flatMap((row) => [
      lineOf(row, [...amountsOf(row), ...series.map((amounts) => amounts.get(row.row_key) ?? 0n)]),
      ...row.source_accounts.flatMap((source) => [
        accountOf(row, source, [...amountsOf(source), ...series.map(() => null)]),
        ...source.partners.map((partner) =>
          partnerOf(row, source, partner.partner_name || wordFor('payer_unknown'), [
            ...amountsOf({ ...partner, prior_amount: null }),
            ...series.map(() => null),
          ]),
        ),
      ]),
    ]),
    chart: chartOf(statement, series),
  }

  function amountsOf({ amount, prior_amount }: { amount: Money; prior_amount: Money | null }): Cell[] {
    return [minorOf(amount), ...(comparison ? [prior_amount && minorOf(prior_amount)] : [])]
  }
}

function lineOf({ row_key, law, level, kind, label }: StatementRow, amounts: readonly Cell[]): Row {
  return { level, kind, cells: [row_key, law, kind, null, label, ...amounts] }
}

function accountOf(
  { row_key, law, level }: StatementRow,
  { account_code, account_name }: PresentedSource,
  amounts: readonly Cell[],
): Row {
  const cells = [row_key, law, 'account', account_code, account_name, ...amounts]
  return { level: level + 1, kind: 'account', is_hidden: true, cells }
}

function partnerOf(
  { row_key, law, level }: StatementRow,
  { account_code }: PresentedSource,
  partner_name: string,
  amounts: readonly Cell[],
): Row {
  const cells = [row_key, law, 'partner', account_code, partner_name, ...amounts]
  return { level: level + 2, kind: 'partner', is_hidden: true, cells }
}

/** The total of a balance sheet, or the result of an income statement, bucket by bucket. */
function chartOf(
  { object, rows, period_series }: RowStatement,
  series: readonly ReadonlyMap<string, bigint>[],
): Chart | null {
  const total = object.endsWith('balance_sheet') ? /^(aktiven|assets)$/ : /^((af_)?jahresergebnis|result)$/
  const charted = rows.find(({ row_key }) => total.test(row_key))
  if (!charted) return null
  return chart(
    charted.label,
    period_series,
    series.map((amounts) => amounts.get(charted.row_key) ?? 0n),
  )
}
