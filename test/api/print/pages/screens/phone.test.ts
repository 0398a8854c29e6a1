import { expect } from 'chai'
import { camt053Message } from '../../../../camt053/messages.ts'
import { get, upload } from '../../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../../support/requests/examples.ts'
import { bookQuarter, newFiler } from '../../../vat/filing/worked-quarter.ts'
import { booked } from '../../../vat/records.ts'
import { newPage, newPass } from '../browser.ts'
import { type BrowserPage, type Chromium, openChromium, violationsIn, WCAG } from '../chromium.ts'

const PHONE = { width: 360, height: 740 }
/** As much turnover as a ledger takes, nearly. */
const LARGE = 9_000_000_000_000_000

/** What ends beyond the window or beyond the part of a table that is shown. */
const CUT = `[...document.querySelectorAll('main :is(td, th, dd, p, li)')].filter((element) => {
  if (element.offsetParent === null) return false
  const text = document.createRange()
  text.selectNodeContents(element)
  const part = element.closest('.wide') ?? document.documentElement
  return text.getBoundingClientRect().right > part.getBoundingClientRect().right + 0.5
}).map(({ textContent }) => textContent)`
/** Cells whose column has its name neither above nor in them. */
const UNNAMED = `[...document.querySelectorAll('.wide tbody td.amount')].filter((cell) =>
  cell.closest('table').tHead.offsetHeight === 0 && !/[^"]/.test(getComputedStyle(cell, '::before').content.replace('none', '')))
  .map(({ textContent }) => textContent)`

describe('pages on a phone', function () {
  this.timeout(240_000)
  let chromium: Chromium
  let page: BrowserPage
  let customer: string

  before(async function () {
    const opened = await openChromium()
    if (!opened) {
      this.skip()
      return
    }
    chromium = opened
    customer = await newFiler()
    await bookQuarter(customer)
    await booked(VOUCHERS, voucher(customer, { payload: { lines: [debit('1020', LARGE), credit('2800', LARGE)] } }))
    await upload(customer, camt053Message(), { wait: 10 })
    page = await newPage(chromium, await newPass([customer]))
    await page.setViewportSize(PHONE)
  })
  after(() => chromium?.close())

  const expectWhole = async (path: string) => {
    await page.goto(path)
    expect(await page.evaluate(CUT), path).to.deep.equal([])
    expect(await page.evaluate(UNNAMED), path).to.deep.equal([])
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).to.equal(PHONE.width)
    expect(await violationsIn(page, WCAG), path).to.deep.equal([])
  }

  it('show every statement whole, whatever stands beside it', async () => {
    const year = `end_customer_id=${customer}&fiscal_year_id=FY2026`
    for (const name of [
      'or-balance-sheet',
      'or-income-statement',
      'balance-sheet',
      'income-statement',
      'trial-balance',
      'account-ledger',
    ])
      for (const more of ['', '&comparison=prior_fiscal_year&granularity=month'])
        await expectWhole(
          `/v1/statements/${name}?${year}${more}${name === 'account-ledger' ? '&account_code=1020' : ''}`,
        )
    for (const path of [
      `statements/vat-reconciliation?${year}`,
      ...['receivables', 'payables'].map(
        (side) => `statements/open-items?end_customer_id=${customer}&side=${side}&date=2026-12-31`,
      ),
      `vat-returns/2026-Q1?end_customer_id=${customer}`,
    ])
      await expectWhole(`/v1/${path}`)
  })

  it('show every list whole, and every member of its things', async () => {
    const query = `end_customer_id=${customer}`
    const { body } = await get(`/v1/journal-entries?${query}`)
    for (const path of [
      'end-customers',
      `end-customers/${customer}`,
      `journal-entries/${body.data[0]?.id}`,
      ...[
        'journal-entries',
        'source-facts',
        'documents',
        'supplier-payables',
        'tax-records',
        'camt-053/entries',
        'camt-053/imports',
        'accounts',
        'account-mappings',
        'events',
        'fiscal-years',
        'vat-registrations',
      ].map((list) => `${list}?${query}`),
    ])
      await expectWhole(`/v1/${path}`)
  })
})
