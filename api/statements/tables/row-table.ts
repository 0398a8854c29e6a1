import type { Money } from '../../../shared/contract/primitives.ts'
import { minorOf } from '../../print/amounts.ts'
import { journalOf, ledgerOf, query, trialBalanceAt } from '../../print/pages/links.ts'
import type { Cell, Chart, Row, Table } from '../../print/table.ts'
import { type Word, wordsIn } from '../../print/words.ts'
import type { presentRowStatement } from '../present-row-statement.ts'
import { amountColumn, chart, endOfPeriodColumn, frame, hiddenColumn, periodColumn, textColumn } from './frame.ts'

type RowStatement = Awaited<ReturnType<typeof presentRowStatement>>
type StatementRow = RowStatement['rows'][number]
type PresentedSource = StatementRow['source_accounts'][number]

/** Rows with their amounts and, for machines, the accounts that they are made of; the series as further columns. */
export function tableOfRows(statement: RowStatement): Table {
  const { rows, comparison, object } = statement
  const period_series = statement.period_series ?? []
  const wordFor = wordsIn(statement.locale)
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
      ...period_series.map(isOfDay(statement) ? endOfPeriodColumn : periodColumn),
    ],
    rows: rowsOf(),
    chart: chartOf(statement),
  }

  /** One by one, when they are written. Each period has the rows of the statement, in their order. */
  function* rowsOf(): Generator<Row> {
    const nothing = period_series.map(() => null)
    const charted = chartedIn(statement)
    for (const [index, row] of rows.entries()) {
      const amounts = [...amountsOf(row), ...period_series.map((period) => amountIn(period, index))]
      const id = index === charted && period_series.length > 0 ? { id: CHARTED } : {}
      yield { ...lineOf(row, amounts), ...targetsOf(row), ...id }
      for (const source of row.source_accounts) {
        const targets = targetsOf({ source_accounts: [source] })
        const is_hidden = isByAccount(statement) && row.kind === 'line'
        yield { ...accountOf(row, source, [...amountsOf(source), ...nothing]), ...targets, is_hidden }
        for (const partner of source.partners) {
          const name = partner.partner_name || wordFor('payer_unknown')
          yield partnerOf(row, source, name, [...amountsOf({ ...partner, prior_amount: null }), ...nothing])
        }
      }
    }
  }

  function targetsOf(row: Pick<StatementRow, 'source_accounts'>) {
    const prior_target = comparison && targetOf({ ...statement, fiscal_year_id: comparison.fiscal_year_id }, row)
    return {
      target: targetOf(statement, row),
      ...(prior_target && { prior_target }),
      targetOfPeriod: (period_end: string) => targetOfPeriod(statement, row, period_end),
    }
  }

  function amountsOf({ amount, prior_amount }: { amount: Money; prior_amount: Money | null }): Cell[] {
    return [minorOf(amount), ...(comparison ? [prior_amount && minorOf(prior_amount)] : [])]
  }
}

/** What a figure is made of: the one account of a row, or all accounts. */
function targetOf(
  { end_customer_id, fiscal_year_id }: Pick<RowStatement, 'end_customer_id' | 'fiscal_year_id'>,
  { source_accounts }: Pick<StatementRow, 'source_accounts'>,
): string {
  const [only, another] = source_accounts
  const account_code = another === undefined ? only?.account_code : null
  // The computed result of a year has no account.
  if (!account_code) return trialBalanceAt({ end_customer_id, fiscal_year_id })
  return ledgerOf({ end_customer_id, fiscal_year_id, account_code })
}

/** The account up to the end of a period, or its entries in it; of several accounts the statement that names each of them. */
function targetOfPeriod(statement: RowStatement, row: Pick<StatementRow, 'source_accounts'>, to_date: string): string {
  const { end_customer_id, fiscal_year_id, granularity } = statement
  const [only, another] = row.source_accounts
  const account_code = another === undefined ? only?.account_code : null
  const year = { end_customer_id, fiscal_year_id, ...(granularity && { granularity }) }
  if (isOfDay(statement))
    return account_code ? ledgerOf({ end_customer_id, fiscal_year_id, account_code, to_date }) : trialBalanceAt(year)
  if (!account_code) return `statements/income-statement${query(year)}`
  const { period_start: from_date = to_date } =
    statement.period_series?.find(({ period_end }) => period_end === to_date) ?? {}
  return journalOf({ end_customer_id, account_code, from_date, to_date })
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
  return {
    level: level + 1,
    kind: 'account',
    is_screen_only: true,
    cells,
    ...(account_code && { account_number: account_code }),
  }
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

/** Its lines are accounts themselves: for readers nothing stands beneath them. */
function isByAccount({ object }: Pick<RowStatement, 'object'>): boolean {
  return object === 'balance_sheet' || object === 'income_statement'
}

/** A balance sheet shows what stood there on a day, an income statement what has moved in a time. */
function isOfDay({ object }: Pick<RowStatement, 'object'>): boolean {
  return object.endsWith('balance_sheet')
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
    (period_series ?? []).map((period) => amountIn(period, index)),
    // The columns of the row have the same amounts.
    () => `#${CHARTED}`,
  )
}

const CHARTED = 'charted'

function chartedIn({ object, rows }: Pick<RowStatement, 'object' | 'rows'>): number {
  const total = isOfDay({ object }) ? /^(aktiven|assets)$/ : /^((af_)?jahresergebnis|result)$/
  return rows.findIndex(({ row_key }) => total.test(row_key))
}

function amountIn({ rows }: NonNullable<RowStatement['period_series']>[number], index: number): bigint {
  const row = rows[index]
  return row ? minorOf(row.amount) : 0n
}
