import { expect } from 'chai'
import { endpoints } from '../../../../api/routes.ts'
import { LOCALES } from '../../../../shared/contract/setup/settings.ts'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { issueKey, keyIdOf } from '../../../../shared/store/platform/issue-key.ts'
import { eventually } from '../../../support/books.ts'
import { put } from '../../../support/client.ts'
import { bookExpense } from '../../../support/requests/book-expense.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { openPage } from '../../print/pages/browser.ts'

const NAME = 'Verschwiegene Treuhand AG'
const SENTENCES = {
  de: 'Der Seitenpass ist abgelaufen.',
  fr: 'Le passe de pages a expiré.',
  it: 'Il lasciapassare è scaduto.',
  en: 'The page pass has expired.',
}

describe('a page pass that expires while its pages are open', () => {
  let customer: string
  let pass: string
  before(async () => {
    customer = await newEndCustomer()
    await put(`/v1/end-customers/${customer}`, { name: NAME })
    await bookExpense(customer)
    const { home } = service()
    pass = await issueKey(home, { client_name: 'a browser', scopes: ['pages'], end_customer_ids: [customer] })
    const open = await openPage(`/v1/journal-entries?end_customer_id=${customer}`, pass)
    expect([open.status, open.html.includes('journal-entries/je_')]).to.deep.equal([200, true])
    await home.query(sql.type(row())`update api_keys set expires_at = '2026-01-02' where key_id = ${keyIdOf(pass)}`)
    await eventually(async () => (await openPage('/v1/end-customers', pass)).status === 401)
  })

  it('answers every page with 401, which makes a browser ask for another one, and shows nothing of the end customer', async () => {
    const paths = endpoints.filter(({ method }) => method === 'get').map(({ path }) => path)
    expect(paths.length).to.be.greaterThan(50)
    for (const path of paths) {
      const its = path.replaceAll(/:\w+/g, customer)
      const { status, headers, html } = await openPage(`${its}?end_customer_id=${customer}`, pass)
      expect([status, headers.get('www-authenticate')?.startsWith('Basic ')], path).to.deep.equal([401, true])
      expect([html.includes(NAME), html.includes('je_'), html.includes('nbsp')], path).to.deep.equal([
        false,
        false,
        false,
      ])
      expect(html, path).to.include(SENTENCES.de)
    }
  })

  for (const locale of LOCALES)
    it(`says so in the language of the reader: ${locale}`, async () => {
      const path = `/v1/journal-entries?end_customer_id=${customer}`
      for (const { html, status } of [
        await openPage(path, pass, locale),
        await openPage(`${path}&locale=${locale}`, pass, 'pt'),
      ]) {
        expect([status, html.includes(`<html lang="${locale}">`)]).to.deep.equal([401, true])
        expect(html).to.include(SENTENCES[locale])
      }
    })
})
