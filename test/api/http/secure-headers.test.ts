import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { EXPENSES, expense, newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** Every answer, also one that is no JSON, so not through the client that checks schemas. */
async function ask(path: string, { headers = {}, ...init }: RequestInit = {}): Promise<Response> {
  const authorization = { Authorization: `Bearer ${service().key}` }
  const response = await fetch(service().base_url + path, { ...init, headers: { ...authorization, ...headers } })
  await response.arrayBuffer()
  return response
}

function expectGuarded(response: Response, cache_control = 'no-store', policy = NOTHING): void {
  const found = Object.fromEntries(response.headers)
  expect(found, `${response.url} ${response.status}`).to.include({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'content-security-policy': policy,
    'cache-control': cache_control,
  })
}

describe('security headers', () => {
  it('are on every answer: health, description, reads, refusals', async () => {
    const customer = randomUUID()
    const cases: [path: string, init: RequestInit, status: number][] = [
      ['/healthz', {}, 200],
      ['/readyz', {}, 200],
      ['/openapi.json', {}, 200],
      [`/v1/source-facts?end_customer_id=${customer}`, {}, 200],
      [`/v1/source-facts?end_customer_id=${customer}`, { headers: { Authorization: '' } }, 401],
      ['/v1/source-facts', {}, 400],
      ['/nothing', {}, 404],
      ['/%', {}, 404],
      ['/v1/accounts', { method: 'DELETE' }, 405],
      [EXPENSES, { method: 'POST', body: '{', headers: { 'Idempotency-Key': randomUUID() } }, 415],
    ]
    for (const [path, init, status] of cases) {
      const response = await ask(path, init)
      expect(response.status, path).to.equal(status)
      expectGuarded(response)
    }
  })

  it('are on an accepted fact', async () => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
    const body = JSON.stringify(expense(randomUUID()))
    const response = await ask(EXPENSES, { method: 'POST', headers, body })
    expect(response.status).to.equal(202)
    expectGuarded(response)
  })

  it('let no page of another origin read an answer', async () => {
    const asked = { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' }
    for (const [path, method] of [
      ['/healthz', 'GET'],
      ['/v1/accounts', 'GET'],
      ['/v1/accounts', 'OPTIONS'],
      ['/v1/accounts', 'DELETE'],
    ] as const) {
      const response = await ask(path, { method, headers: asked })
      const names = [...response.headers.keys()]
      expect(
        names.filter((name) => /^access-control-|^set-cookie$/.test(name)),
        `${method} ${path}`,
      ).to.deep.equal([])
    }
  })

  it('let a statement be kept for comparison, and its page have its own style and nothing else', async () => {
    const customer = await newEndCustomer()
    const path = `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026&granularity=quarter`
    const json = await ask(path)
    expectGuarded(json, 'private, no-cache')
    const headers = { 'If-None-Match': json.headers.get('ETag') ?? '' }
    const unchanged = await ask(path, { headers })
    expect(unchanged.status).to.equal(304)
    expectGuarded(unchanged, 'private, no-cache')
    expectGuarded(
      await ask(path, { headers: { Accept: 'text/html' } }),
      'private, no-cache',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    const refused = await ask(`${path.replace('FY2026', 'FY1950')}`, { headers: { Accept: 'text/html' } })
    expect(refused.status).to.equal(404)
    expectGuarded(
      refused,
      'no-store',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  })

  it('hold a browser to https where the request came by https, and only there', async () => {
    const sent = async (headers: Record<string, string>) =>
      (await ask('/nothing', { headers })).headers.get('Strict-Transport-Security')
    expect(await sent({})).to.equal(null)
    expect(await sent({ 'X-Forwarded-Proto': 'http' })).to.equal(null)
    expect(await sent({ 'X-Forwarded-Proto': 'http, https' })).to.equal(null)
    expect(await sent({ 'X-Forwarded-Proto': 'https' })).to.equal('max-age=31536000')
    expect(await sent({ 'X-Forwarded-Proto': 'https,http' })).to.equal('max-age=31536000')
  })
})
