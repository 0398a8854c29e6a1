import { expect } from 'chai'
import { post } from '../../../support/client.ts'
import { bookExpense } from '../../../support/requests/book-expense.ts'
import { credit, debit, newEndCustomer, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { changeYear } from '../../statements/closings/closed-books.ts'
import { newPass, openPage } from './browser.ts'
import { clicksToEvidence } from './clicks-to-evidence.ts'

/** The row above the lines of a ledger: where its name leads, and where its amount. */
const CARRIED =
  /<td class="">(?:<a href="([^"]+)">)?Saldovortrag(?:<\/a>)?<\/td>.*?(?:<a href="([^"]+)">)?(-?[\d']+\.\d\d)/

describe('a balance that was carried forward', () => {
  let customer: string
  let pass: string
  before(async () => {
    customer = await newEndCustomer()
    pass = await newPass([customer])
    // The capital of 2022 and its last change in 2023: no year behind that has a line of it.
    const pay = (business_date: string, amount: number, more: object = {}) =>
      post(
        VOUCHERS,
        voucher(customer, {
          business_date,
          payload: { ...more, lines: [debit('1020', amount), credit('2800', amount)] },
        }),
        { wait: 10 },
      )
    await pay('2022-01-01', 300_000, { entry_type: 'opening' })
    await pay('2023-05-31', 200_000)
    await bookExpense(customer)
  })

  const year = (more: object = {}) =>
    String(new URLSearchParams({ end_customer_id: customer, fiscal_year_id: 'FY2026', ...more }))
  async function carriedOf(more: object) {
    const page = await openPage(`/v1/statements/account-ledger?${year(more)}`, pass)
    const [, name, amount, text] = CARRIED.exec(page.html) ?? expect.fail(page.html)
    expect(name).to.equal(amount)
    const [, asked] = /fiscal_year_id=(\w+)/.exec(amount ?? '') ?? []
    return { asked, text, page }
  }

  it('leads to the last earlier year with lines on the account, and from there to the evidence', async () => {
    const { asked, text, page } = await carriedOf({ account_code: '2800' })
    expect([text, asked]).to.deep.equal(["-5'000.00", 'FY2023'])
    expect(await clicksToEvidence(page.url.href, pass)).to.equal(4)
    expect(await carriedOf({ account_code: '2800', granularity: 'month' })).to.include({ asked: 'FY2023' })
  })

  it('leads nowhere where nothing was booked before, and where a year begins with nothing', async () => {
    for (const more of [
      { account_code: '2000' },
      { account_code: '6500' },
      { account_code: '2800', fiscal_year_id: 'FY2022' },
      { account_code: '2800', as_of_entry_number: '0' },
    ])
      expect(await carriedOf(more), JSON.stringify(more)).to.include({ asked: undefined })
  })

  it('is followed by the balance that opening entries make, where the sums below the lines begin with that', async () => {
    const rowsOf = async (fiscal_year_id: string) => {
      const { html } = await openPage(
        `/v1/statements/account-ledger?${year({ account_code: '1020', fiscal_year_id })}`,
        pass,
      )
      const shown = html.matchAll(/<tr class="[^"]*subtotal[^"]*".*?<\/tr>/gs)
      return [...shown].map(([row]) =>
        row
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
    }
    expect(await rowsOf('FY2022')).to.deep.equal([
      'Saldovortrag 0.00',
      "Anfangssaldo 3'000.00",
      "Endsaldo 0.00 0.00 3'000.00",
    ])
    expect(await rowsOf('FY2023')).to.deep.equal(["Saldovortrag 3'000.00", "Endsaldo 2'000.00 0.00 5'000.00"])
  })

  it('is that of the entries that count, as of an entry', async () => {
    expect(await carriedOf({ account_code: '2800', as_of_entry_number: '1' })).to.include({
      asked: 'FY2022',
      text: "-3'000.00",
    })
  })

  it('stands beside the year before, which leads to its own ledger', async () => {
    const { html } = await openPage(
      `/v1/statements/account-ledger?${year({ account_code: '2800', comparison: 'prior_fiscal_year' })}`,
      pass,
    )
    expect(html).to.match(/<a href="[^"]*fiscal_year_id=FY2025&amp;account_code=2800[^"]*">-5'000\.00<\/a>/)
  })

  it('has the words of the language in which the statement was asked for that leads to it', async () => {
    for (const [locale, words] of [
      ['de', 'Saldovortrag'],
      ['fr', 'Solde reporté'],
      ['it', 'Saldo riportato'],
      ['en', 'Carried forward'],
    ]) {
      const sheet = await openPage(`/v1/statements/or-balance-sheet?${year({ locale })}`, pass)
      const [, href = ''] = /href="([^"]*account-ledger[^"]*account_code=2800[^"]*)"/.exec(sheet.html) ?? []
      const ledger = await openPage(new URL(href.replaceAll('&amp;', '&'), sheet.url).href, pass)
      expect(ledger.html, locale).to.include(`>${words}</a>`)
      expect(ledger.html).to.match(new RegExp(`statements/trial-balance[^"]*&amp;locale=${locale}"`))
    }
  })

  it('is at most five links from the evidence in the balance sheet, also of closed years', async () => {
    const expectShort = async (fiscal_year_id: string) => {
      const sheet = await openPage(`/v1/statements/or-balance-sheet?${year({ fiscal_year_id })}`, pass)
      const links = [...sheet.html.matchAll(/<td class="amount"><a href="([^"]+)">-?[\d']*[1-9][\d']*\.\d\d/g)]
      expect(links.length).to.be.greaterThan(4)
      for (const target of new Set(links.map(([, href = '']) => href.replaceAll('&amp;', '&'))))
        expect(await clicksToEvidence(new URL(target, sheet.url).href, pass), target).to.be.at.most(5)
    }
    await expectShort('FY2026')
    for (const closed of ['FY2022', 'FY2023', 'FY2024', 'FY2025'])
      expect((await changeYear(customer, closed, 'close')).status).to.equal(202)
    await expectShort('FY2025')
  })
})
