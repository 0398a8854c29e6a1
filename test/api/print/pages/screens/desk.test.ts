import { expect } from 'chai'
import { get } from '../../../../support/client.ts'
import { service } from '../../../../support/service.ts'
import { bookQuarter, newFiler } from '../../../vat/filing/worked-quarter.ts'
import { newPass } from '../browser.ts'
import { type Chromium, openChromium } from '../chromium.ts'

/** Of a row, in lines of its letters. */
const MOST_LINES = 8
const LINES = `Math.max(...[...document.querySelectorAll('tbody tr')].map((row) =>
  row.getBoundingClientRect().height / (parseFloat(getComputedStyle(row.cells[0]).fontSize) * 1.45)))`

describe('pages on a desk', function () {
  this.timeout(120_000)
  let chromium: Chromium | null

  before(async function () {
    chromium = await openChromium()
    if (!chromium) this.skip()
  })
  after(() => chromium?.close())

  it('have few lines in each row of accounts and of journal entries', async () => {
    const customer = await newFiler()
    await bookQuarter(customer)
    const context = await chromium?.newContext({
      httpCredentials: { username: 'Anna', password: await newPass([customer]) },
      locale: 'de-CH',
      baseURL: service().base_url,
    })
    const page = await context?.newPage()
    await page?.setViewportSize({ width: 1280, height: 800 })
    const query = `end_customer_id=${customer}`
    const { body } = await get(`/v1/journal-entries?${query}`)
    for (const path of [`accounts?${query}`, ...body.data.map(({ id }) => `journal-entries/${id}`)]) {
      await page?.goto(`/v1/${path}`)
      expect(await page?.evaluate(LINES), path).to.be.at.most(MOST_LINES)
    }
  })
})
