import { expect } from 'chai'
import { messageOfError } from '../../../../api/print/pages/errors/said-of-errors.ts'
import { sentenceOfDetail, sentenceOfError } from '../../../../api/print/pages/errors/words-of-errors.ts'
import { endpoints } from '../../../../api/routes.ts'
import { LOCALES } from '../../../../shared/contract/setup/settings.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { newWorld, type World } from '../../http/tenant-isolation/world.ts'
import { newPass, openPage } from './browser.ts'

const NOBODY = 'hb_0123456789abcdef_x'

describe('errors on pages', () => {
  let world: World
  let pass: string
  let cases: readonly (readonly [path: string, status: number, code: string, detail: string | null, pass: string])[]
  before(async () => {
    world = await newWorld()
    pass = await newPass([world.theirs])
    const foreign = await newEndCustomer()
    const facts = `/v1/source-facts?end_customer_id=${world.theirs}`
    const year = `end_customer_id=${world.theirs}&fiscal_year_id=FY2026`
    const proof = `/v1/ledger-proof?end_customer_id=${world.theirs}&entry_number=1`
    cases = [
      [`${facts}&state=nothing`, 400, 'invalid_request', 'not_allowed', pass],
      [`${facts}&from_date=2026-02-30`, 400, 'invalid_request', null, pass],
      [`${facts}&limit=0`, 400, 'invalid_request', 'out_of_range', pass],
      [`${facts}&nothing=1`, 400, 'invalid_request', 'unknown_field', pass],
      ['/v1/source-facts', 400, 'invalid_request', 'required', pass],
      [facts, 401, 'invalid_auth', null, NOBODY],
      [`/v1/source-facts?end_customer_id=${foreign}`, 403, 'forbidden', null, pass],
      ['/v1/source-facts/fact_00000000000000000000000000', 404, 'not_found', null, pass],
      [`/v1/statements/or-balance-sheet?${year.replace('2026', '1999')}`, 404, 'not_found', null, pass],
      ['/v1/nothing', 404, 'not_found', null, pass],
      ['/v1/source-facts/batch', 404, 'not_found', null, pass],
      [proof, 409, 'state_conflict', 'not_stamped', pass],
      [`/v1/documents/${world.document}/qr-bill`, 409, 'state_conflict', 'creditor_address_missing', pass],
    ]
  })

  it('say in the language of the reader what is wrong, what to do, and what the interface says', async () => {
    for (const [path, status, code, detail, its_pass] of cases)
      for (const locale of LOCALES) {
        const { status: answered, html } = await openPage(path, its_pass, locale)
        expect([path, answered]).to.deep.equal([path, status])
        expect(html, path).to.include(`<html lang="${locale}">`)
        expect(html, path).to.include(`<p>${there(sentenceOfError(code, locale))}</p>`)
        if (detail !== null) expect(html, path).to.include(there(sentenceOfDetail(detail, locale)))
        expect(html, path).to.include(`<code>${code}</code>`)
        expect(html, 'whatever is said has words in the language').not.to.include('class="said"')
        expect(html, 'a reader has a page pass').not.to.match(/API key/)
      }
  })

  it('say of everything with an id that there is no such thing, in each language', async () => {
    const ofThings = endpoints.filter(
      ({ method, path }) => method === 'get' && /_id$/.test(path) && !/end_customer|fiscal/.test(path),
    )
    expect(ofThings.length).to.be.greaterThan(15)
    for (const { path } of ofThings)
      for (const locale of LOCALES.filter((one) => one !== 'en')) {
        const { status, html } = await openPage(path.replaceAll(/:\w+/g, 'x'), pass, locale)
        expect([status, html.includes('class="said"')], `${path} ${locale}`).to.deep.equal([404, false])
      }
  })

  it('say the values that are possible, and what has no words in English under a heading that says so', async () => {
    const { html } = await openPage(`/v1/source-facts?end_customer_id=${world.theirs}&state=nothing`, pass, 'fr')
    expect(html).to.include('Valeurs possibles: ').and.not.to.include('The query is wrong')
    const place = { root: '../' }
    const unknown = { message: 'Nobody has words for this.', details: [] }
    expect(messageOfError(unknown, place, 'fr')).to.equal(
      '<section><h2>Message du service, en anglais</h2><p><span class="said" lang="en">Nobody has words for this.</span></p></section>',
    )
    expect(messageOfError(unknown, place, 'en')).to.equal('<p>Nobody has words for this.</p>')
  })

  it('name the parameter that is wrong in words', async () => {
    const { html } = await openPage(`/v1/source-facts?end_customer_id=${world.theirs}&state=nothing`, pass, 'fr')
    expect(html).to.include('<li>État (<code>state</code>): ')
  })

  it('have words for whatever a GET may be answered with', () => {
    const codes = [
      'invalid_request',
      'invalid_auth',
      'api_key_disabled',
      'forbidden',
      'not_found',
      'method_not_allowed',
    ]
    const later = ['not_acceptable', 'state_conflict', 'rate_limited', 'internal_error', 'service_unavailable']
    for (const code of [...codes, ...later])
      for (const locale of LOCALES)
        expect(sentenceOfError(code, locale), `${code} ${locale}`).to.be.a('string').that.is.not.empty
  })
})
