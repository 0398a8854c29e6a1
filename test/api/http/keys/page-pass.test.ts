import { expect } from 'chai'
import { disableApiKey } from '../../../../shared/store/platform/api-keys.ts'
import { issueKey, type KeyOptions } from '../../../../shared/store/platform/issue-key.ts'
import { get, post } from '../../../support/client.ts'
import { EXPENSES, expense, newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const BASIC = 'Basic realm="Hauptbuch", charset="UTF-8"'

const pass = (options: Partial<KeyOptions> = {}) =>
  issueKey(service().home, { client_name: 'a browser', scopes: ['pages'], ...options })

const basic = (password: string, name = 'Anna') => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

async function open(path: string, authorization: string | null, accept = BROWSER) {
  const headers = { accept, ...(authorization !== null && { authorization }) }
  const response = await fetch(service().base_url + path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('a page pass', () => {
  let customer: string
  let path: string
  before(async () => {
    customer = await newEndCustomer()
    path = `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026`
  })

  it('opens pages in a browser, as the password beside any name', async () => {
    const key = await pass()
    for (const name of ['', 'Anna', 'Jürg Müller']) {
      const page = await open(path, basic(key, name))
      expect([page.status, page.headers.get('Content-Type')]).to.deep.equal([200, 'text/html; charset=utf-8'])
      expect(page.headers.get('Vary'))
        .to.match(/Accept/)
        .and.to.match(/Authorization/)
      expect(page.headers.get('Content-Security-Policy')).to.match(/^default-src 'none'/)
    }
  })

  it('is asked for by a browser that has none, and only by a browser', async () => {
    for (const authorization of [null, basic('hb_0123_abc'), basic('x'), 'Basic x', 'Basic', 'Digest x']) {
      const page = await open(path, authorization)
      expect([page.status, page.headers.get('WWW-Authenticate')]).to.deep.equal([401, BASIC])
    }
    const json = await open(path, null, 'application/json')
    expect([json.status, json.headers.get('WWW-Authenticate')]).to.deep.equal([401, 'Bearer'])
  })

  it('opens nothing else: no JSON, no CSV', async () => {
    const authorization = basic(await pass())
    const cases = [
      [path, 'application/json'],
      [path, '*/*'],
      [path, 'text/csv'],
      [`/v1/source-facts?end_customer_id=${customer}`, 'application/json, text/html;q=0.9'],
    ] as const
    for (const [asked, accept] of cases) {
      const answer = await open(asked, authorization, accept)
      expect([answer.status, asked, accept]).to.deep.equal([401, asked, accept])
    }
  })

  it('is no API key', async () => {
    const key = await pass()
    expect((await get(path as '/v1/accounts', { key })).status).to.equal(401)
    expect((await open(path, `Bearer ${key}`)).status).to.equal(401)
    const written = await post(EXPENSES, expense(customer), { key })
    expect([written.status, written.body.error.message]).to.deep.equal([
      401,
      'A page pass opens pages in a browser, as the password. The API wants an API key.',
    ])
  })

  it('an API key is no page pass, and opens pages as it ever did', async () => {
    const refused = await open(path, basic(service().key))
    expect(refused.status).to.equal(401)
    expect(refused.text).to.include(
      'Ein API-Schlüssel ist ein Geheimnis eines Servers und kein Passwort eines Browsers. Einen Seitenpass machen: npm run keys -- create --client NAME --scopes pages.',
    )
    expect((await open(path, `Bearer ${service().key}`)).status).to.equal(200)
    expect((await open(path, `Bearer ${service().key}`, 'text/html')).status).to.equal(200)
    const writer = await issueKey(service().home, { client_name: 'writer', scopes: ['write'] })
    expect((await open(path, `Bearer ${writer}`)).status).to.equal(403)
  })

  it('opens the pages of its end customers until it expires or is disabled', async () => {
    const other = await newEndCustomer()
    const narrow = basic(await pass({ end_customer_ids: [other] }))
    const uncovered = await open(path, narrow)
    expect([uncovered.status, uncovered.text]).to.satisfy(
      ([status, text]: [number, string]) =>
        status === 403 &&
        text.includes('Dieser Seitenpass umfasst diesen Mandanten nicht.') &&
        !text.includes('API-Schlüssel'),
    )
    expect((await open(path.replace(customer, other), narrow)).status).to.equal(200)
    const expired = await open(path, basic(await pass({ expires_at: '2020-01-01T00:00:00.000Z' })))
    expect([expired.status, expired.headers.get('WWW-Authenticate')]).to.deep.equal([401, BASIC])
    const disabled = await pass()
    await disableApiKey(service().home, disabled.split('_')[1] ?? '')
    const gone = await open(path, basic(disabled))
    expect([gone.status, gone.headers.get('WWW-Authenticate')]).to.deep.equal([401, BASIC])
  })

  it('stands alone: a key opens pages or is an API key', async () => {
    const error = await pass({ scopes: ['read', 'pages'] }).catch((failure: Error) => failure)
    expect(error).to.be.instanceOf(Error)
  })
})
