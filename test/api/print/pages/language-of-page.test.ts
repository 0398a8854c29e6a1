import { expect } from 'chai'
import type { ReadRoute } from '../../../../api/http/endpoint.ts'
import { endpoints } from '../../../../api/routes.ts'
import { LOCALES } from '../../../../shared/contract/setup/settings.ts'
import { camt053Message, IBAN } from '../../../camt053/messages.ts'
import { get, put, upload } from '../../../support/client.ts'
import { bookExpense } from '../../../support/requests/book-expense.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { newPass, openPage } from './browser.ts'

/** What reads want beside their end customer. */
const ASKED: Readonly<Record<string, string>> = {
  fiscal_year_id: 'FY2026',
  account_code: '2000',
  date: '2026-12-31',
  side: 'payables',
  bank_account: IBAN,
  category: 'recorded',
  year: '2026',
  entry_number: '1',
}

const reads = endpoints.filter((endpoint): endpoint is typeof endpoint & ReadRoute => endpoint.method === 'get')

describe('the language of a page', () => {
  let customer: string
  let pass: string
  let pages: string[]

  before(async () => {
    customer = await newEndCustomer()
    await put(`/v1/end-customers/${customer}`, { name: 'Menuiserie SA', locale: 'fr' })
    await bookExpense(customer)
    await upload(customer, camt053Message(), { wait: 10 })
    pass = await newPass([customer])
    const lists = reads
      .filter(({ path }) => !path.includes(':'))
      .map(({ path, query }) => {
        const asked = (query.required ?? []).map(
          (name) => `${name}=${name === 'end_customer_id' ? customer : ASKED[name]}`,
        )
        return asked.length === 0 ? path : `${path}?${asked.join('&')}`
      })
    pages = [
      ...lists,
      `/v1/end-customers/${customer}`,
      `/v1/vat-returns/2026-Q1?end_customer_id=${customer}`,
      '/v1/nothing',
    ]
  })

  const languageOf = (html: string) => /<html lang="(\w\w)">/.exec(html)?.[1]
  const withLocale = (path: string, locale: string) => `${path}${path.includes('?') ? '&' : '?'}locale=${locale}`

  it('is that which the browser prefers, on every page', async () => {
    expect(pages.length).to.be.greaterThan(35)
    for (const [preferred, language] of Object.entries({ 'it-CH,it;q=0.9,de;q=0.5': 'it', 'pt-BR': 'en' }))
      expect(await othersThan(language, pages, preferred)).to.deep.equal([])
  })

  it('is the one that is named, whatever the browser prefers; its links go on in it', async () => {
    for (const path of pages) {
      const { html, status } = await openPage(withLocale(path, 'en'), pass, 'it')
      expect([languageOf(html), status === 400], path).to.deep.equal(['en', false])
      expect(
        linksIn(html).filter((link) => !link.includes('locale=en')),
        path,
      ).to.deep.equal([])
    }
  })

  it('is that of the end customer for a reader who says nothing', async () => {
    // Nothing is stamped, and the bank has sent no balances: the page of an error knows no end customer.
    const errors = /ledger-proof|bank-reconciliation/
    const ofCustomer = pages.filter((path) => path.includes(customer) && !errors.test(path))
    expect(await othersThan('fr', ofCustomer, '*')).to.deep.equal([])
    const { data } = (await get(`/v1/source-facts?end_customer_id=${customer}`)).body
    expect(await othersThan('fr', [`/v1/source-facts/${data[0]?.id}`], '*')).to.deep.equal([])
  })

  it('is offered on every page, each by a link that keeps what the page was asked for', async () => {
    for (const path of pages) {
      const { html, url } = await openPage(path, pass, 'de')
      const offered = [...html.matchAll(/<a href="([^"]+)" lang="(\w\w)" hreflang="(\w\w)"( aria-current="true")?>/g)]
      expect(
        offered.map(([, , lang]) => lang),
        path,
      ).to.deep.equal([...LOCALES])
      expect(offered.filter(([, , , , current]) => current).map(([, , lang]) => lang)).to.deep.equal(['de'])
      for (const [, href = '', lang = ''] of offered) {
        const linked = new URL(href.replaceAll('&amp;', '&'), url)
        expect(linked.pathname).to.equal(url.pathname)
        for (const [name, value] of [...url.searchParams, ['locale', lang]] as const)
          expect(linked.searchParams.getAll(name), `${path}: ${name}`).to.deep.equal([value])
      }
    }
  })

  it('must be one that pages have', async () => {
    const { status, html } = await openPage(`/v1/source-facts?end_customer_id=${customer}&locale=rm`, pass, 'fr')
    expect([status, languageOf(html)]).to.deep.equal([400, 'fr'])
  })

  it('is nothing that JSON follows: statements have the language of the end customer, lists have none', async () => {
    const authorization = `Bearer ${service().key}`
    const json = async (path: string) => {
      const headers = { authorization, accept: 'application/json', 'accept-language': 'it' }
      return fetch(service().base_url + path, { headers })
    }
    const sheet = await json(`/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026`)
    expect(((await sheet.json()) as { locale: string }).locale).to.equal('fr')
    expect((await json(`/v1/source-facts?end_customer_id=${customer}&locale=it`)).status).to.equal(400)
  })

  async function othersThan(language: string, paths: readonly string[], preferred: string): Promise<string[]> {
    const opened = await Promise.all(paths.map(async (path) => ({ path, ...(await openPage(path, pass, preferred)) })))
    return opened.filter(({ html }) => languageOf(html) !== language).map(({ path, status }) => `${status} ${path}`)
  }

  /** But those to the other languages, and those within the page. */
  function linksIn(html: string): string[] {
    const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>/g)]
    return links
      .filter(([tag, href = '']) => !tag.includes('hreflang') && !href.startsWith('#'))
      .map(([, href = '']) => href)
  }
})
