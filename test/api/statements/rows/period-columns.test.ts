import { expect } from 'chai'
import { get } from '../../../support/client.ts'
import { booksToShow, fetchAs } from '../books-to-show.ts'

type Money = { readonly amount_minor: number }
type Bucket = { readonly period_start: string; readonly period_end: string; readonly rows: readonly ShownRow[] }
type ShownRow = {
  readonly label?: string
  readonly account_code?: string | null
  readonly amount?: Money
  readonly closing_balance?: Money
}

const OF_DAYS = ['or-balance-sheet', 'balance-sheet', 'trial-balance'] as const
const OF_TIMES = ['or-income-statement', 'income-statement'] as const
const COLUMNS = { quarter: 4, month: 12 } as const

describe('the periods of a year on a page', () => {
  const { path } = booksToShow()

  for (const name of [...OF_DAYS, ...OF_TIMES])
    for (const [granularity, count] of Object.entries(COLUMNS))
      it(`${name} by ${granularity} has a column for each, with the amounts of the JSON answer, and fits A4`, async () => {
        const more = `&granularity=${granularity}&comparison=prior_fiscal_year`
        const { body } = await get(path(name, more))
        const { rows, period_series } = body as { rows: ShownRow[]; period_series: Bucket[] }
        const html = await (await fetchAs(path(name, more), 'text/html')).text()
        const [table = '', start = ''] = /(<table[^>]*>)[\s\S]*?<\/table>/.exec(html) ?? []
        const heads = [...table.matchAll(/<th scope="col" class="amount">([^<]*)</g)].map(([, head]) => head)
        expect(period_series).to.have.length(count)
        const isOfDay = (OF_DAYS as readonly string[]).includes(name)
        expect(heads.slice(-count)).to.deep.equal(period_series.map(isOfDay ? dayOf : timeOf))

        const shown = amountsOfRows(table)
        expect(shown).to.have.length(rows.length)
        const expected = rows.map((row) => period_series.map((bucket) => written(amountIn(bucket, row, rows))))
        expect(shown.map((amounts) => amounts.slice(-count))).to.deep.equal(expected)
        // Twelve months beside the year before would be too small to read in one line: each row is a block on paper.
        expect(/ class="(?:[^"]* )?blocks[ "]/.test(start)).to.equal(granularity === 'month')
        const isWide = granularity === 'quarter' && heads.length > 6
        expect(html).to.include(`@page { size: A4 ${isWide ? 'landscape' : 'portrait'}`)
      })

  /** Of the rows of the statement, without accounts below them and without a total of columns that are not summed up. */
  function amountsOfRows(table: string): string[][] {
    const rows = [...table.matchAll(/<tr class="(\w+) [^"]*"(?: id="[^"]*")?>([\s\S]*?)<\/tr>/g)]
    const isOfStatement = ([, kind, cells = '']: RegExpExecArray) =>
      kind !== 'account' && !(kind === 'total' && cells.includes('<td class="first"></td>'))
    return rows
      .filter(isOfStatement)
      .map(([, , cells = '']) =>
        [...cells.matchAll(/<td class="amount"[^>]*>(?:<a [^>]+>)?([^<]+)</g)].map(([, one = '']) => one),
      )
  }

  /** Rows of statements are in the same order in each period; those of accounts may be missing before they have moved. */
  function amountIn({ rows }: Bucket, row: ShownRow, all: readonly ShownRow[]): number {
    const same = row.closing_balance
      ? rows.find((one) => one.account_code === row.account_code)
      : rows[all.indexOf(row)]
    return (same?.closing_balance ?? same?.amount)?.amount_minor ?? 0
  }

  function written(amount_minor: number): string {
    return (amount_minor / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, "'")
  }

  function swiss(day: string): string {
    return day.split('-').reverse().join('.')
  }

  function dayOf({ period_end }: Bucket): string {
    return swiss(period_end)
  }

  function timeOf({ period_start, period_end }: Bucket): string {
    return `${swiss(period_start).slice(0, 6)} – ${swiss(period_end)}`
  }
})
