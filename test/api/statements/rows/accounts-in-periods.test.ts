import { expect } from 'chai'
import { get, post } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { newPass, openPage } from '../../print/pages/browser.ts'
import { cellsOf, fetchAs } from '../books-to-show.ts'
import { minorIn, type PageRow, rowsIn } from './rows-in-page.ts'

const QUARTERS = 4

describe('the accounts below a row of a statement by quarter', () => {
  let customer: string
  before(async () => {
    customer = await newKmuCustomer()
    for (const [business_date, account_code, amount] of [
      ['2025-02-10', '3400', 10_000],
      ['2025-05-20', '3400', 20_500],
      ['2025-08-20', '3200', 7_000],
      // In the year nothing is left of it, in two quarters it is.
      ['2025-02-20', '3000', 3_000],
      ['2025-11-20', '3000', -3_000],
    ] as const) {
      const other = amount < 0 ? [debit(account_code, -amount), credit('1020', -amount)] : null
      const lines = other ?? [debit('1020', amount), credit(account_code, amount)]
      const { body } = await post(VOUCHERS, voucher(customer, { business_date, payload: { lines } }), { wait: 10 })
      expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    }
  })

  const path = (name: string) =>
    `/v1/statements/${name}?end_customer_id=${customer}&fiscal_year_id=FY2025&granularity=quarter`

  for (const name of ['or-income-statement', 'or-balance-sheet'])
    it(`have the amounts that their row is the sum of: ${name}`, async () => {
      const { html } = await openPage(path(name), await newPass([customer]))
      let compared = 0
      let above: PageRow | null = null
      const sums = new Map<PageRow, number[]>()
      for (const row of rowsIn(html)) {
        if (!row.kind.startsWith('account')) above = row
        else if (above)
          sums.set(
            above,
            row.amounts.map(({ minor }, at) => minor + (sums.get(there(above))?.[at] ?? 0)),
          )
      }
      for (const [row, sum] of sums) {
        compared += 1
        expect(sum, row.label).to.deep.equal(row.amounts.map(({ minor }) => minor))
        expect(sum).to.have.length(1 + QUARTERS)
      }
      expect(compared).to.be.greaterThan(0)
    })

  it('lead to what they are made of, also an account with amounts in some quarters only', async () => {
    const { html, url } = await openPage(path('or-income-statement'), await newPass([customer]))
    const row = there(rowsIn(html).find(({ label }) => label.startsWith('3000 ')))
    expect(row.amounts.map(({ minor }) => minor)).to.deep.equal([0, 3_000, 0, 0, -3_000])
    for (const { minor, href } of row.amounts.filter((amount) => amount.minor !== 0)) {
      const { pathname, search } = new URL(there(href), url)
      const { body } = await get(`${pathname}${search}` as '/v1/statements/account-ledger')
      expect([body.account_code, body.movement.amount_minor]).to.deep.equal(['3000', -minor])
    }
  })

  it('are where their row leads, in the columns in which it is the sum of several', async () => {
    const { html, url } = await openPage(path('or-income-statement'), await newPass([customer]))
    const rows = rowsIn(html)
    const at = rows.findIndex(({ label }) => label.startsWith('Nettoerlöse'))
    const [row, first, second] = [there(rows[at]), there(rows[at + 1]), there(rows[at + 2])]
    for (const { kind, id } of [first, second])
      expect([kind.slice(0, 7), typeof id]).to.deep.equal(['account', 'string'])
    const targets = row.amounts.map(({ href }) => {
      if (href === undefined || href.startsWith('#')) return href
      return new URL(href, url).searchParams.get('account_code')
    })
    // Two accounts in the year and in the first quarter, the first of which is not the same, and one in each of the others.
    expect(targets).to.deep.equal([`#${first.id}`, `#${second.id}`, '3400', '3200', '3000'])
  })

  it('have the same in CSV', async () => {
    const [header = [], ...lines] = cellsOf(await (await fetchAs(path('or-income-statement'), 'text/csv')).text())
    const account = lines.find((cells) => cells[header.indexOf('account_code')] === '3000')
    expect(account?.slice(-QUARTERS).map(minorIn)).to.deep.equal([3_000, 0, 0, -3_000])
  })
})
