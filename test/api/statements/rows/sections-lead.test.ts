import { expect } from 'chai'
import { get } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { newPass, openPage } from '../../print/pages/browser.ts'
import { booksOfTwoYears } from '../two-years.ts'
import { type PageRow, rowsIn } from './rows-in-page.ts'

describe('rows of several accounts, and sections', () => {
  const { customer } = booksOfTwoYears()

  const open = async (name: string, more = '') => {
    const year = `end_customer_id=${customer()}&fiscal_year_id=FY2026`
    const page = await openPage(`/v1/statements/${name}?${year}${more}`, await newPass([customer()]))
    expect(page.status, page.html).to.equal(200)
    return { url: page.url, rows: rowsIn(page.html) }
  }
  const levelOf = ({ kind }: PageRow) => Number(/level(\d)/.exec(kind)?.[1])
  const isAccount = ({ kind }: PageRow) => kind.startsWith('account')
  /** In a balance sheet what adds up to a section: its rows, of whatever section of it, up to the next one beside it. */
  const ofSection = (rows: readonly PageRow[], sum: PageRow, first: PageRow) => {
    const behind = rows.slice(rows.indexOf(first))
    const end = behind.findIndex((row) => !isAccount(row) && levelOf(row) <= levelOf(sum))
    return (end === -1 ? behind : behind.slice(0, end)).filter(({ kind }) => kind.startsWith('line'))
  }
  /** The rows beside the first one: accounts up to the next row, or rows of its level up to one above it. */
  const besideOf = (rows: readonly PageRow[], sum: PageRow, first: PageRow, isSheet: boolean) => {
    if (isSheet && !isAccount(first)) return ofSection(rows, sum, first)
    const behind = rows.slice(rows.indexOf(first))
    const end = behind.findIndex((row) =>
      isAccount(first)
        ? !isAccount(row) && !row.kind.startsWith('partner')
        : levelOf(row) < levelOf(first) && !isAccount(row),
    )
    const its = end === -1 ? behind : behind.slice(0, end)
    return its.filter(
      (row) =>
        levelOf(row) === levelOf(first) && isAccount(row) === isAccount(first) && !row.kind.startsWith('of_which'),
    )
  }

  for (const name of ['or-balance-sheet', 'or-income-statement', 'balance-sheet', 'income-statement'])
    for (const more of ['', '&comparison=prior_fiscal_year', '&granularity=quarter'])
      it(`lead to the first row of those that add up to them: ${name}${more}`, async () => {
        const { rows } = await open(name, more)
        let compared = 0
        for (const row of rows)
          for (const [at, { minor, href }] of row.amounts.entries()) {
            if (minor === 0 || !href) continue
            expect(href, row.label).not.to.include('trial-balance')
            if (!href.startsWith('#')) continue
            compared += 1
            const first = there(rows.find(({ id }) => `#${id}` === href))
            expect(there(first.amounts[at]).minor, row.label).not.to.equal(0)
            const beside = besideOf(rows, row, first, name.endsWith('balance-sheet'))
            const sum = beside.reduce((total, { amounts }) => total + there(amounts[at]).minor, 0)
            expect(sum, `${row.label} ${at}`).to.equal(minor)
          }
        expect(compared).to.be.greaterThan(0)
      })

  it('lead from the result of a year to its income statement', async () => {
    for (const [name, sign] of [
      ['balance-sheet', 1],
      ['trial-balance', -1],
    ] as const) {
      const { rows, url } = await open(name, '&comparison=prior_fiscal_year')
      const row = there(rows.find(({ text }) => text.includes('Ergebnis FY2025')))
      const amounts = row.amounts.filter(({ minor }) => minor !== 0)
      expect(amounts.length, name).to.be.greaterThan(1)
      for (const { minor, href } of amounts) {
        const { pathname, search } = new URL(there(href), url)
        expect(pathname).to.equal('/v1/statements/income-statement')
        const { body } = await get(`${pathname}${search}` as '/v1/statements/income-statement')
        expect(body.fiscal_year_id).to.equal('FY2025')
        const result = there(body.rows.find(({ row_key }) => row_key === 'result'))
        expect(sign * result.amount.amount_minor).to.equal(minor)
      }
    }
  })
})
