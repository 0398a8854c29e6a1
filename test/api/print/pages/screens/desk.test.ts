import { expect } from 'chai'
import { get } from '../../../../support/client.ts'
import { bookQuarter, newFiler } from '../../../vat/filing/worked-quarter.ts'
import { newPage, newPass } from '../browser.ts'
import { type Chromium, openChromium } from '../chromium.ts'

/** Of a row, in lines of its letters. */
const MOST_LINES = 8
const LINES = `Math.max(...[...document.querySelectorAll('tbody tr')].map((row) =>
  row.getBoundingClientRect().height / (parseFloat(getComputedStyle(row.cells[0]).fontSize) * 1.45)))`

describe('pages on a desk', function () {
  this.timeout(120_000)
  let chromium: Chromium

  before(async function () {
    const opened = await openChromium()
    if (opened) chromium = opened
    else this.skip()
  })
  after(() => chromium?.close())

  it('have few lines in each row of accounts and of journal entries', async () => {
    const customer = await newFiler()
    await bookQuarter(customer)
    const page = await newPage(chromium, await newPass([customer]))
    await page.setViewportSize({ width: 1280, height: 800 })
    const query = `end_customer_id=${customer}`
    const { body } = await get(`/v1/journal-entries?${query}`)
    for (const path of [`accounts?${query}`, ...body.data.map(({ id }) => `journal-entries/${id}`)]) {
      await page.goto(`/v1/${path}`)
      expect(await page.evaluate(LINES), path).to.be.at.most(MOST_LINES)
    }
  })
})
