import { expect } from 'chai'
import type { ReadRoute } from '../../../../api/http/endpoint.ts'
import { wordOfValue } from '../../../../api/print/pages/words/words-of-values.ts'
import { endpoints } from '../../../../api/routes.ts'
import { IBAN } from '../../../camt053/messages.ts'
import { send } from '../../../support/client.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { service } from '../../../support/service.ts'
import { newWorld, type World } from '../../http/tenant-isolation/world.ts'
import { linksOf, newPass, openPage } from './browser.ts'

const reads = endpoints.filter((endpoint): endpoint is typeof endpoint & ReadRoute => endpoint.method === 'get')

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

/** These show what a source system or a bank has sent, with names that no schema lists. */
const NAMES_OF_OTHERS = ['getJournalEntry', 'listJournalEntries', 'getCamt053Entry', 'getAllocationHandoff']

/** The world has an invoice without a QR-IBAN, a bank statement without balances, and no stamp: these pages may be errors. */
const REFUSED: Readonly<Record<string, number>> = {
  getPaymentPart: 409,
  getBankReconciliation: 404,
  getLedgerProof: 409,
}

/** These want an account, an entry or a cause, so their links stand where one is shown. */
const WITH_MORE = [
  '/v1/ledger-proof',
  '/v1/statements/account-ledger',
  '/v1/statements/bank-reconciliation',
  '/v1/statements/vat-reconciliation/entries',
]
const REFUSED_PATHS = /\/(?:ledger-proof|bank-reconciliation)$/

describe('every read as a page', () => {
  let world: World
  let pass: string
  before(async () => {
    world = await newWorld()
    pass = await newPass([world.theirs])
  })

  for (const { operation_id, path, query } of reads)
    it(`${operation_id} is a page with a language, a title, and links that stay here`, async () => {
      const subscription = path.includes(':subscription_id')
      const page = await openPage(pathOf(path, query.required ?? []), pass)
      const isThere = page.status === 200 || (subscription && page.status === 404)
      expect(isThere || page.status === REFUSED[operation_id], `${page.status} ${page.html}`).to.equal(true)
      expect(page.headers.get('content-type')).to.equal('text/html; charset=utf-8')
      expect(page.headers.get('content-security-policy')).to.match(/^default-src 'none'; style-src 'unsafe-inline'/)
      expect(page.html).to.match(/^<!doctype html>\n<html lang="(de|fr|it|en)">/)
      expect(page.html)
        .to.match(/<title>[^<]+<\/title>/)
        .and.match(/<h1>[^<]+<\/h1>/)
        .and.include('<a class="skip"')
      expect(page.html).not.to.match(/<script|javascript:|\son\w+=|<link|<img|undefined|\[object|NaN/)
      expect(page.html).not.to.match(/ (?:href|src)="(?:[a-z]+:|\/)/)
      if (!NAMES_OF_OTHERS.includes(operation_id))
        expect(page.html.match(/<span lang="en">[^<]*<\/span>/g), 'words of the interface').to.equal(null)
    })

  it('is reached by links from the page of its end customer or of its year', async () => {
    const subjects = [
      `/v1/end-customers/${world.theirs}`,
      `/v1/fiscal-years/FY2026?end_customer_id=${world.theirs}`,
      `/v1/bank-rules/${world.bank_rule}`,
    ]
    const pages = await Promise.all(subjects.map((path) => openPage(path, pass)))
    const links = [...new Set(pages.flatMap(linksOf))].map((link) => new URL(link))
    const asked = reads.filter(({ path, query }) => !path.includes(':') && query.required?.includes('end_customer_id'))
    const isLinked = (path: string) => links.some(({ pathname }) => pathname === path)
    expect(asked.length).to.be.greaterThan(30)
    const unknown = asked.map(({ path }) => path).filter((path) => !isLinked(path) && !WITH_MORE.includes(path))
    expect(unknown).to.deep.equal([])
    for (const { pathname, search } of links.filter((link) => !REFUSED_PATHS.test(link.pathname)))
      expect((await openPage(pathname + search, pass)).status, pathname + search).to.equal(200)
  })

  it('has the amounts of the JSON answer', async () => {
    const path = `/v1/supplier-payables/${world.payable}` as const
    const { body } = await send('GET', path, undefined, {})
    const { html } = await openPage(path, pass)
    expect(html).to.include(`${(body.amount.amount_minor / 100).toFixed(2)} CHF`)
    expect(html).to.include(`href="../source-facts/${body.source_fact_id.id}"`)
  })

  it('shows blockers with what to do', async () => {
    const { html } = await openPage(`/v1/source-facts?end_customer_id=${world.theirs}&state=blocked`, pass)
    const { body } = await send('GET', `/v1/source-facts/${world.blocked_fact}`, undefined, {})
    expect(body.blockers.length).to.be.greaterThan(0)
    for (const { code, remedy } of body.blockers)
      for (const [name, value] of Object.entries({ code, remedy }))
        expect(html).to.include(wordOfValue(name, value, 'de') ?? 'a word for it')
  })

  it('goes on to the next page of a list', async () => {
    const path = `/v1/events?end_customer_id=${world.theirs}&limit=2`
    const { html } = await openPage(path, pass)
    expect(html).to.match(/<a rel="next" href="\?end_customer_id=[0-9a-f-]{36}&amp;limit=2&amp;after=2">Nächste Seite</)
    const journal = await openPage(`/v1/journal-entries?end_customer_id=${world.theirs}&limit=1`, pass)
    expect(journal.html).to.match(/<a rel="next" href="\?[^"]*starting_after=je_/)
  })

  it('of a list has fifty items unless somebody says how many', async () => {
    const customer = await newKmuCustomer()
    const opens = await newPass([customer])
    const rowsOf = async (more: string) =>
      (await openPage(`/v1/accounts?end_customer_id=${customer}${more}`, opens)).html.match(/<tr><th scope="row"/g)
    expect(await rowsOf('')).to.have.length(50)
    expect(await rowsOf('&limit=60')).to.have.length(60)
  })

  it('speaks the language of the reader', async () => {
    const path = `/v1/source-facts?end_customer_id=${world.theirs}`
    const titles = {
      'de-CH': 'Belege',
      'fr-CH,fr;q=0.9': 'Pièces',
      it: 'Documenti',
      'en-GB': 'Facts',
      'pt-BR': 'Facts',
    }
    for (const [language, title] of Object.entries(titles)) {
      const { html, headers } = await openPage(path, pass, language)
      expect(html, language).to.include(`<h1>${title}</h1>`)
      expect(headers.get('vary')).to.include('Accept-Language')
    }
  })

  it('is JSON for all who do not ask for a page, whatever they take', async () => {
    const path = `/v1/source-facts?end_customer_id=${world.theirs}`
    for (const accept of ['*/*', 'application/json', 'text/plain', 'application/json, text/html;q=0.5']) {
      const headers = { accept, authorization: `Bearer ${service().key}` }
      const answer = await fetch(service().base_url + path, { headers })
      expect([accept, answer.status, answer.headers.get('content-type')]).to.deep.equal([
        accept,
        200,
        'application/json; charset=utf-8',
      ])
    }
  })

  it('says errors as a page too', async () => {
    for (const [path, status] of [
      [`/v1/source-facts/fact_00000000000000000000000000`, 404],
      ['/v1/source-facts?end_customer_id=x', 400],
      [`/v1/source-facts?end_customer_id=${world.mine}`, 403],
      ['/v1/nothing', 404],
    ] as const) {
      const page = await openPage(path, pass, 'it')
      expect([page.status, page.headers.get('content-type')]).to.deep.equal([status, 'text/html; charset=utf-8'])
      expect(page.html)
        .to.include('<html lang="it">')
        .and.match(/<code>[a-z_]+<\/code>/)
    }
  })

  function pathOf(path: string, required: readonly string[]): string {
    const filled = path.replace(/:(\w+)/g, (_, name) => idOf(name, path))
    const asked = required.map((name) => `${name}=${name === 'end_customer_id' ? world.theirs : ASKED[name]}`)
    return asked.length === 0 ? filled : `${filled}?${asked.join('&')}`
  }

  function idOf(name: string, path: string): string {
    const ids: Readonly<Record<string, string>> = {
      source_fact_id: world.fact,
      end_customer_id: world.theirs,
      fiscal_year_id: 'FY2026',
      journal_entry_id: world.entry,
      supplier_payable_id: world.payable,
      document_id: world.document,
      import_id: path.includes('camt-054') ? world.notification_import : world.statement_import,
      entry_id: world.bank_entry,
      notification_id: world.notification,
      payment_id: path.includes('manual') ? world.manual_payment : world.payment,
      candidate_id: world.candidate,
      rule_id: world.bank_rule,
      return_id: world.bank_return,
      handoff_id: world.handoff,
      allocation_id: world.allocation,
      payment_order_id: world.payment_order,
      period: '2026-Q1',
      subscription_id: world.webhook,
    }
    return ids[name] ?? expect.fail(`there is no ${name}`)
  }
})
