import { yearOfResult } from '../../../shared/accounting/statements/computed-names.ts'
import type { Pause } from '../../../shared/process/pause.ts'
import { minorOf } from '../../print/amounts.ts'
import { incomeStatementAt, journalOf, ledgerOf, upTo } from '../../print/pages/links.ts'
import type { Cell, Column, Row, Table } from '../../print/table.ts'
import { wordsIn } from '../../print/words.ts'
import type { presentTrialBalance } from '../present-trial-balance.ts'
import { amountColumn, chart, endOfPeriodColumn, frame, textColumn } from './frame.ts'

type TrialBalance = Awaited<ReturnType<typeof presentTrialBalance>>

/** Every account with its balances and turnover; the prior year's closing balance beside them. */
export async function tableOfTrialBalance(statement: TrialBalance, pause: Pause): Promise<Table> {
  const { rows, totals, comparison, end_customer_id, fiscal_year_id } = statement
  const wordFor = wordsIn(statement.locale)
  const periods = statement.period_series ?? []
  const series: ReadonlyMap<string, TrialBalance['totals']['closing_balance']>[] = []
  const turned: bigint[] = []
  for (const { rows: its } of periods) {
    await pause()
    series.push(new Map(its.map((row) => [row.account_code, row.closing_balance])))
    turned.push(its.reduce((sum, { debit }) => sum + minorOf(debit), 0n))
  }
  return {
    ...frame(statement, 'trial_balance'),
    columns: columnsOf(statement),
    rows: rowsOf(),
    chart: chart(wordFor('debit'), statement.period_series, turned, ({ period_start, period_end }) =>
      journalOf({ end_customer_id, from_date: period_start, to_date: period_end, without: 'opening' }),
    ),
  }

  /** One by one, when they are written. */
  function* rowsOf(): Generator<Row> {
    for (const [index, row] of rows.entries())
      yield { ...lineOf(row, cellsOf(row)), ...(index === 0 && { id: ACCOUNTS }) }
    const cells = ['', wordFor('total'), ...cellsOf(totals), ...series.map(() => null)]
    const toAccounts = `#${ACCOUNTS}`
    yield { level: 0, kind: 'total', cells, ...(rows.length > 0 && { target: toAccounts, prior_target: toAccounts }) }
  }

  function lineOf(row: TrialBalance['rows'][number], amounts: readonly Cell[]): Row {
    const { account_code, account_name } = row
    const code = account_code ?? ''
    const balances = series.map((bucket) => minorOf(bucket.get(code) ?? NOTHING))
    const cells = [code, account_name, ...amounts, ...balances]
    return { level: 0, kind: 'line', cells, ...(code ? targetsOf(code) : targetsOfResult(end_customer_id, row)) }
  }

  function targetsOf(account_code: string) {
    const target = ledgerOf({ end_customer_id, fiscal_year_id, account_code })
    const prior = comparison && { end_customer_id, fiscal_year_id: comparison.fiscal_year_id, account_code }
    return {
      target,
      leads_by_name: true,
      ...(prior && { prior_target: ledgerOf(prior) }),
      // A year by months of thousands of accounts has tens of thousands of these: an address for each account is made once.
      ...(series.length > 0 && { targetOfPeriod: (period_end: string) => upTo(target, period_end) }),
    }
  }

  function cellsOf(row: TrialBalance['totals']): Cell[] {
    const { opening_balance, debit, credit, closing_balance, prior } = row
    const now = [opening_balance, debit, credit, closing_balance].map(minorOf)
    return [...now, ...(comparison ? [prior && minorOf(prior.closing_balance)] : [])]
  }
}

/** Of an earlier year that no entry has closed. */
function targetsOfResult(end_customer_id: string, row: TrialBalance['rows'][number]) {
  const fiscal_year_id = yearOfResult(row)
  if (fiscal_year_id === null) return {}
  const target = incomeStatementAt({ end_customer_id, fiscal_year_id })
  return { target, prior_target: target, leads_by_name: true }
}

/** The first one, of those that add up to the total. */
const ACCOUNTS = 'accounts'

const NOTHING = { amount_minor: 0, currency: '' }

function columnsOf({ locale, comparison, period_series }: TrialBalance): Column[] {
  const wordFor = wordsIn(locale)
  const prior = comparison && `${wordFor('prior_year')} ${comparison.fiscal_year_id}`
  return [
    textColumn('account_code', wordFor('account')),
    textColumn('account_name', wordFor('name')),
    amountColumn('opening_balance', wordFor('opening_balance')),
    amountColumn('debit', wordFor('debit')),
    amountColumn('credit', wordFor('credit')),
    amountColumn('closing_balance', wordFor('closing_balance')),
    ...(prior === null ? [] : [amountColumn('prior_closing_balance', prior)]),
    ...(period_series ?? []).map(endOfPeriodColumn),
  ]
}
