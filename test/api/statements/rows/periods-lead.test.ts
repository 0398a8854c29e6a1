import { expect } from 'chai'
import { get, post } from '../../../support/client.ts'
import { credit, debit, newEndCustomer, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newPass, openPage } from '../../print/pages/browser.ts'

/** Amounts of a row, and where they lead. */
const AMOUNTS = /<td class="amount"[^>]*>(?:<a href="([^"]+)">)?(?:<bdi>)?(-?[\d']+\.\d\d)/g

describe('amounts of periods', () => {
  let customer: string
  let pass: string
  before(async () => {
    customer = await newEndCustomer()
    pass = await newPass([customer])
    for (const [business_date, amount] of [
      ['2025-02-10', 10_000],
      ['2025-05-20', 20_500],
      ['2025-11-30', 4_000],
    ] as const) {
      const lines = [debit('1020', amount), credit('3400', amount)]
      await post(VOUCHERS, voucher(customer, { business_date, payload: { lines } }), { wait: 10 })
    }
  })

  async function leads(statement: string, account_code: string) {
    const query = new URLSearchParams({ end_customer_id: customer, fiscal_year_id: 'FY2025', granularity: 'quarter' })
    const { html, url } = await openPage(`/v1/statements/${statement}?${query}`, pass)
    const row = html.split('<tr').find((one) => one.includes(`>${account_code}`) || one.includes(`${account_code}</`))
    expect(row, html).to.be.a('string')
    // The year itself stands before its quarters.
    const amounts = [...(row ?? '').matchAll(AMOUNTS)].slice(-4)
    return amounts.map(([, href = '', text = '']) => {
      const there = new URL(href.replaceAll('&amp;', '&'), url)
      return { path: `${there.pathname}${there.search}` as '/v1/statements/account-ledger', minor: minorOf(text) }
    })
  }

  for (const statement of ['balance-sheet', 'trial-balance'])
    it(`lead to the account as it stood at their end: ${statement}`, async () => {
      const amounts = await leads(statement, '1020')
      expect(amounts.map(({ minor }) => minor)).to.deep.equal([10_000, 30_500, 30_500, 34_500])
      for (const { path, minor } of amounts) {
        const { body } = await get(path)
        expect(body.closing_balance.amount_minor, path).to.equal(minor)
      }
    })

  it('lead to what has moved the account in their time in an income statement', async () => {
    const amounts = (await leads('income-statement', '3400')).filter(({ minor }) => minor !== 0)
    expect(amounts.map(({ minor }) => minor)).to.deep.equal([10_000, 20_500, 4_000])
    for (const { path, minor } of amounts) {
      const { body } = await get(path)
      expect(body.movement.amount_minor, path).to.equal(-minor)
      expect(body.lines.map(({ credit }) => credit?.amount_minor)).to.deep.equal([minor])
    }
  })

  it('lead from the chart of a trial balance to the entries of their time that are turnover', async () => {
    const lines = [debit('1020', 300_000), credit('2800', 300_000)]
    const opening = { business_date: '2025-01-01', payload: { entry_type: 'opening', lines } }
    const { body: fact } = await post(VOUCHERS, voucher(customer, opening), { wait: 10 })
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    const query = new URLSearchParams({ end_customer_id: customer, fiscal_year_id: 'FY2025', granularity: 'quarter' })
    const { html, url } = await openPage(`/v1/statements/trial-balance?${query}`, pass)
    const [table = ''] = /<table class="beside"[\s\S]*?<\/table>/.exec(html) ?? []
    const bars = [...table.matchAll(/<a href="([^"]+)">(?:<bdi>)?([^<]+)</g)]
    expect(bars).to.have.length(4)
    const shown: number[] = []
    for (const [, href = '', text = ''] of bars) {
      const { pathname, search } = new URL(href.replaceAll('&amp;', '&'), url)
      const { body } = await get(`${pathname}${search}` as '/v1/journal-entries')
      const debits = body.data.flatMap((entry) => entry.lines).map((line) => line.debit?.amount_minor ?? 0)
      expect(
        debits.reduce((sum, minor) => sum + minor, 0),
        search,
      ).to.equal(minorOf(text))
      shown.push(minorOf(text))
    }
    expect(shown).to.deep.equal([10_000, 20_500, 0, 4_000])
  })
})

function minorOf(text: string): number {
  return Number(text.replaceAll(/['.]/g, ''))
}
