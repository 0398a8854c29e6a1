import { expect } from 'chai'
import { get, post } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { newPass, openPage } from '../../print/pages/browser.ts'
import { booksToShow } from '../books-to-show.ts'
import { type PageRow, rowsIn } from './rows-in-page.ts'

describe('sums of a statement', () => {
  const { customer, path } = booksToShow()

  const open = async (address: string) => {
    const page = await openPage(address, await newPass([customer()]))
    expect(page.status, page.html).to.equal(200)
    return { rows: rowsIn(page.html), url: page.url, html: page.html }
  }
  /** Where all amounts of a row lead that are not zero. */
  const targetOf = ({ amounts, label }: PageRow) => {
    const hrefs = new Set(amounts.filter(({ minor }) => minor !== 0).map(({ href }) => href))
    expect(hrefs.size, label).to.equal(1)
    return there([...hrefs][0])
  }
  /** Of the rows from an anchor to the sum, column by column. */
  const sumFrom = (rows: readonly PageRow[], anchor: string, end: (row: PageRow) => boolean) => {
    const begin = rows.findIndex(({ id }) => `#${id}` === anchor)
    expect(begin, anchor).to.be.greaterThan(-1)
    const behind = rows.slice(begin)
    const its = behind.slice(0, behind.findIndex(end))
    return there(its[0]).amounts.map((_, at) => its.reduce((sum, row) => sum + there(row.amounts[at]).minor, 0))
  }
  const minorsOf = ({ amounts }: PageRow) => amounts.map(({ minor }) => minor)

  it('lead from the total of a trial balance to its accounts', async () => {
    const { rows } = await open(path('trial-balance', '&comparison=prior_fiscal_year'))
    const total = there(rows.find(({ kind }) => kind.startsWith('total')))
    expect(sumFrom(rows, targetOf(total), (row) => row === total)).to.deep.equal(minorsOf(total))
  })

  it('lead from the total of open items to the partners, and from theirs to their items', async () => {
    const list = `/v1/statements/open-items?end_customer_id=${customer()}&side=receivables&date=2026-12-31`
    const { rows, url } = await open(list)
    const total = there(rows.find(({ kind }) => kind.startsWith('total')))
    const partners = rows.slice(0, rows.indexOf(total)).filter(({ kind }) => kind.startsWith('subtotal'))
    expect(partners.length).to.be.greaterThan(0)
    expect(there(partners[0]).id).to.equal(targetOf(total).slice(1))
    expect(there(total.amounts[0]).minor).to.equal(
      partners.reduce((sum, { amounts }) => sum + there(amounts[0]).minor, 0),
    )
    for (const partner of partners) {
      const at = rows.indexOf(partner)
      const items = rows.slice(
        at + 1,
        rows.findIndex((row, index) => index > at && !row.kind.startsWith('line')),
      )
      expect(there(items[0]).id).to.equal(targetOf(partner).slice(1))
      const open_minor = items.reduce((sum, { amounts }) => sum + there(amounts[0]).minor, 0)
      expect(open_minor).to.equal(there(partner.amounts[0]).minor)
    }
    const balance = there(rows.find(({ label }) => label.includes('Saldo des Kontos')))
    const { pathname, search } = new URL(targetOf(balance), url)
    const { body } = await get(`${pathname}${search}` as '/v1/statements/account-ledger')
    expect(body.closing_balance.amount_minor).to.equal(there(balance.amounts[0]).minor)
  })

  it('lead from a page of open items to the whole list', async () => {
    const list = `/v1/statements/open-items?end_customer_id=${customer()}&side=receivables&date=2026-12-31`
    const { rows, url } = await open(`${list}&limit=1`)
    const total = there(rows.find(({ kind }) => kind.startsWith('total')))
    const { pathname, search } = new URL(targetOf(total), url)
    expect(pathname + search).to.equal(list)
  })

  it('lead from the end of an account ledger to its beginning, and from that of a page to the whole ledger', async () => {
    const whole = await open(path('account-ledger', '&limit=100'))
    const closing = there(whole.rows.findLast(({ kind }) => kind.startsWith('subtotal')))
    expect(targetOf(closing)).to.equal(`#${there(whole.rows[0]).id}`)
    const lines = [debit('1020', 100), credit('3400', 100)]
    await post(VOUCHERS, voucher(customer(), { payload: { text: 'x', lines } }), { wait: 10 })
    const first = await open(path('account-ledger', '&limit=1'))
    const [, last = ''] = /<a rel="next" href="([^"]+)"/.exec(first.html) ?? []
    expect(last, 'there is a page behind it').to.include('starting_after')
    const end = there(first.rows.findLast(({ kind }) => kind.startsWith('subtotal')))
    const { pathname, searchParams } = new URL(targetOf(end), first.url)
    expect(pathname).to.equal('/v1/statements/account-ledger')
    expect([searchParams.get('account_code'), searchParams.has('limit')]).to.deep.equal(['1020', false])
  })
})
