import { expect } from 'chai'
import type { ReadRoute } from '../../../../../api/http/endpoint.ts'
import { endpoints } from '../../../../../api/routes.ts'
import { issueKey } from '../../../../../shared/store/platform/issue-key.ts'
import { balance, bankEntry, camt053Message } from '../../../../camt053/messages.ts'
import { eventually } from '../../../../support/books.ts'
import { get, put, upload } from '../../../../support/client.ts'
import { stampOnce } from '../../../../support/proof/stamp-once.ts'
import { service } from '../../../../support/service.ts'
import { newWorld, type World } from '../../../http/tenant-isolation/world.ts'
import { newPage } from '../browser.ts'
import { openChromium, sizeOfPaper, violationsIn, WCAG } from '../chromium.ts'
import { type CrawledPage, crawl } from './crawl.ts'

const reads = endpoints.filter((endpoint): endpoint is typeof endpoint & ReadRoute => endpoint.method === 'get')

const PHONE = { width: 360, height: 740 }
const SCREEN = { width: 1280, height: 800 }
/** Of a list of things that have pages of their own. */
const TALLEST =
  'Math.max(0, ...[...document.querySelectorAll("#content > .wide tbody tr")].map((row) => row.offsetHeight))'
const FIVE_LINES = 110
/** Not that of facts: what is wrong with one, and what to do, stands in its row. */
const LISTS_OF_PAGES =
  /^\/v1\/(?:documents|supplier-payables|camt-05[34]\/entries|journal-entries|payments|settlement-candidates|allocations|manual-payments|payment-orders|bank-returns|bank-rules)\?/
const BEYOND = 'document.documentElement.scrollWidth - window.innerWidth'

describe('every link of the pages, from the list of end customers on', function () {
  this.timeout(600_000)
  let world: World
  let pages: CrawledPage[]
  let pass: string

  before(async () => {
    world = await newWorld()
    await put(`/v1/end-customers/${world.theirs}`, {
      name: 'Treuhand Beispiel AG',
      structured_address: { post_code: '3000', town_name: 'Bern', country: 'CH' },
    })
    const balances = balance('OPBD', '0.00') + balance('CLBD', '30.00')
    const stated = { header: '<Id>S-B</Id>', balances, bankEntries: bankEntry({ amount: '30.00' }) }
    await upload(world.theirs, camt053Message(stated), { wait: 10 })
    await stampOnce(service().worker.pool)
    // Of the API client whose webhooks are there.
    pass = await issueKey(service().home, {
      client_name: `limited ${world.mine}`,
      scopes: ['pages'],
      end_customer_ids: [world.theirs],
    })
    await eventually(async () => (await get(`/v1/end-customers/${world.theirs}`)).status === 200)
    const year = `end_customer_id=${world.theirs}&fiscal_year_id=FY2026`
    pages = await crawl(['/v1/end-customers', `/v1/statements/or-balance-sheet?${year}&locale=it`], pass, 'fr-CH,fr')
  })

  it('leads to a page that is there', () => {
    const wrong = pages.filter(({ status }) => status !== 200)
    expect(wrong.map(({ status, url, from }) => `${status} ${url.href} from ${from}`)).to.deep.equal([])
  })

  it('leads to a place of its page that is there', () => {
    const wrong = pages.filter(({ dead }) => dead.length > 0)
    expect(wrong.map(({ url, dead }) => `${dead.join(' ')} ${url.href}`)).to.deep.equal([])
  })

  it('is there for every amount of a statement and a return, sums too', () => {
    const statements = pages.filter(({ url }) => /^\/v1\/(statements\/|vat-returns\/)/.test(url.pathname))
    const wrong = statements.filter(({ unlinked }) => unlinked.length > 0)
    expect(wrong.map(({ url, unlinked }) => `${unlinked.join(' ')} ${url.href}`)).to.deep.equal([])
    expect(statements.length).to.be.greaterThan(10)
  })

  it('leads to pages that speak to people: without names of the interface as words, and without rows that begin with an id', () => {
    const wrong = pages.filter(({ raw }) => raw.length > 0)
    expect(wrong.map(({ url, raw }) => `${[...new Set(raw)].join(' ')} ${url.href}`)).to.deep.equal([])
  })

  it('keeps the language of the reader, and the one that a page was asked for in', () => {
    const wrong = pages.filter(({ url, language }) => language !== (url.searchParams.get('locale') ?? 'fr'))
    expect(wrong.map(({ url, language }) => `${language} ${url.href}`)).to.deep.equal([])
    // Each page leads to the same in the other languages, and to all else in its own.
    const asked = pages.filter(({ url }) => url.searchParams.has('locale'))
    expect(asked.length).to.be.greaterThan(5)
    const lost = asked.flatMap(({ links }) => links.filter((link) => !new URL(link).searchParams.has('locale')))
    expect([...new Set(lost)]).to.deep.equal([])
  })

  it('together lead to every kind of read', () => {
    expect(reads.filter(({ path }) => pagesOf(path).length === 0).map(({ path }) => path)).to.deep.equal([])
  })

  it('lead to pages that everybody can use, as axe sees them, that fit a phone and a sheet of A4', async () => {
    const chromium = await openChromium()
    if (!chromium) return console.log('      there is no Chromium for this platform, so no page is opened in one')
    try {
      const page = await newPage(chromium, pass, 'fr-CH')
      const found: string[] = []
      for (const path of [...kinds(), '/v1/nothing']) {
        await page.emulateMedia({ media: 'screen' })
        await page.setViewportSize(PHONE)
        await page.goto(path)
        const said = [...(await violationsIn(page, [...WCAG, 'best-practice']))]
        const beyond = await page.evaluate<number>(BEYOND)
        if (beyond > 0) said.push(`${beyond} pixels do not fit a phone`)
        if (LISTS_OF_PAGES.test(path)) {
          await page.setViewportSize(SCREEN)
          const tall = await page.evaluate<number>(TALLEST)
          if (tall > FIVE_LINES) said.push(`a row is ${tall} pixels high`)
        }
        await page.emulateMedia({ media: 'print' })
        await page.setViewportSize(await sizeOfPaper(page))
        const off = await page.evaluate<number>(BEYOND)
        if (off > 0) said.push(`${off} pixels do not fit A4`)
        found.push(...said.map((what) => `${path}: ${what}`))
      }
      expect(found).to.deep.equal([])
    } finally {
      await chromium.close()
    }
  })

  /** Of each read the page with the fewest parameters, and the one with the most. */
  function kinds(): string[] {
    const both = reads.flatMap(({ path }) => {
      const its = pagesOf(path).toSorted((a, b) => a.searchParams.size - b.searchParams.size)
      return [its[0], its.at(-1)].flatMap((url) => (url ? [url.pathname + url.search] : []))
    })
    return [...new Set(both)]
  }

  function pagesOf(path: string): URL[] {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    return pages.map(({ url }) => url).filter(({ pathname }) => pattern.test(pathname))
  }
})
