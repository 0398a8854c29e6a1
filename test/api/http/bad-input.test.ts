import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { disableApiKey } from '../../../shared/store/platform/api-keys.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { type Answer, get, post, put, send } from '../../support/client.ts'
import { chart, EXPENSES, expense, newEndCustomer } from '../../support/examples.ts'
import { service } from '../../support/service.ts'

/** The JSON of a good document with one piece of its text replaced. */
const mangled = (customer: string, from: string, to: string) => JSON.stringify(expense(customer)).replace(from, to)
const withPayload = (payload: object) => (customer: string) => expense(customer, { payload })
const withField = (fields: object) => (customer: string) => expense(customer, fields as Record<string, unknown>)
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

type Case = [name: string, body: (customer: string) => unknown, status: number, code: string, details: string[]]

/** Details are written as `pointer code`. */
const BODIES: Case[] = [
  ['no JSON', () => '{"a":', 400, 'invalid_request', []],
  ['an empty body', () => '', 400, 'invalid_request', []],
  [
    'a duplicate name',
    (c) => mangled(c, '{', '{"source_system":"x",'),
    400,
    'invalid_request',
    ['/source_system duplicate_name'],
  ],
  [
    'a duplicate name at depth',
    (c) => mangled(c, '"supplier":{', '"supplier":{"name":"x",'),
    400,
    'invalid_request',
    ['/payload/supplier/name duplicate_name'],
  ],
  ['__proto__', (c) => mangled(c, '{', '{"__proto__":{"a":1},'), 422, 'validation_failed', ['/__proto__ unsafe_field']],
  [
    '__proto__ at depth',
    (c) => mangled(c, '"structured_address":{', '"structured_address":{"__proto__":"x",'),
    422,
    'validation_failed',
    ['/payload/supplier/structured_address/__proto__ unsafe_field'],
  ],
  [
    'constructor at depth',
    (c) => mangled(c, '"supplier":{', '"supplier":{"constructor":{},'),
    422,
    'validation_failed',
    ['/payload/supplier/constructor unsafe_field'],
  ],
  [
    'an escaped prototype name',
    (c) => mangled(c, '"supplier":{', '"supplier":{"proto\\u0074ype":1,'),
    422,
    'validation_failed',
    ['/payload/supplier/prototype unsafe_field'],
  ],
  ['an unknown field', withField({ colour: 'red' }), 422, 'validation_failed', ['/colour unknown_field']],
  [
    'an unknown field at depth',
    withPayload({ supplier: { name: 'x', colour: 'red' } }),
    422,
    'validation_failed',
    ['/payload/supplier/colour unknown_field'],
  ],
  ['a server-owned field', withField({ state: 'posted' }), 422, 'validation_failed', ['/state unsafe_field']],
  [
    'server-owned fields',
    withField({ accounting_finality: 'none', journal_entry_id: 'je_1' }),
    422,
    'validation_failed',
    ['/accounting_finality unsafe_field', '/journal_entry_id unsafe_field'],
  ],
  [
    'an integer beyond 2^53',
    (c) => mangled(c, '10810', '9007199254740993'),
    422,
    'validation_failed',
    ['/payload/gross_amount/amount_minor out_of_range'],
  ],
  [
    'an integer below -2^53',
    (c) => mangled(c, '10810', '-9007199254740993'),
    422,
    'validation_failed',
    ['/payload/gross_amount/amount_minor out_of_range'],
  ],
  [
    'a fraction',
    (c) => mangled(c, '10810', '108.1'),
    422,
    'validation_failed',
    ['/payload/gross_amount/amount_minor type'],
  ],
  [
    'a fraction that a double cannot hold',
    (c) => mangled(c, '10810', '10810.00000000000000001'),
    400,
    'invalid_request',
    ['/payload/gross_amount/amount_minor number'],
  ],
  [
    'an exponent',
    (c) => mangled(c, '10810', '1e4'),
    400,
    'invalid_request',
    ['/payload/gross_amount/amount_minor number'],
  ],
  [
    'an amount as text',
    (c) => mangled(c, '10810', '"10810"'),
    422,
    'validation_failed',
    ['/payload/gross_amount/amount_minor type'],
  ],
  ['30 February', withField({ business_date: '2026-02-30' }), 422, 'validation_failed', ['/business_date format']],
  [
    '29 February of a common year',
    withPayload({ document_date: '2026-02-29' }),
    422,
    'validation_failed',
    ['/payload/document_date format'],
  ],
  [
    'a date without leading zeros',
    withField({ business_date: '2026-2-3' }),
    422,
    'validation_failed',
    ['/business_date format'],
  ],
  [
    'a timestamp for a date',
    withField({ business_date: '2026-02-03T00:00:00Z' }),
    422,
    'validation_failed',
    ['/business_date format'],
  ],
  ['the year 0', withField({ business_date: '0000-01-01' }), 422, 'validation_failed', ['/business_date format']],
  ['a wrong fact type', withField({ fact_type: 'invoice' }), 422, 'validation_failed', ['/fact_type not_allowed']],
  ['no UUID', withField({ end_customer_id: 'x' }), 422, 'validation_failed', ['/end_customer_id format']],
  [
    'a currency in lower case',
    withPayload({ gross_amount: { amount_minor: 1, currency: 'chf' } }),
    422,
    'validation_failed',
    ['/payload/gross_amount/currency format'],
  ],
  [
    'a wrong evidence hash',
    withField({ evidence_links: [{ sha256: 'x', type: 'receipt' }] }),
    422,
    'validation_failed',
    ['/evidence_links/0/sha256 format'],
  ],
  ['an array', () => [], 422, 'validation_failed', [' type']],
  ['null', () => 'null', 422, 'validation_failed', [' type']],
  [
    'a NUL character',
    (c) => mangled(c, 'Papeterie', 'Pap\\u0000'),
    400,
    'invalid_request',
    ['/payload/supplier/name character'],
  ],
  [
    'half a surrogate pair',
    (c) => mangled(c, 'Papeterie', 'Pap\\ud800'),
    400,
    'invalid_request',
    ['/payload/supplier/name character'],
  ],
  [
    '10,000 levels',
    (c) => mangled(c, '"structured_address":{', `"structured_address":{"a":${nested(10_000)},`),
    400,
    'invalid_request',
    [],
  ],
  [
    'a name that is empty',
    withField({ external_reference: '' }),
    422,
    'validation_failed',
    ['/external_reference length'],
  ],
  [
    'invalid UTF-8',
    (c) => Buffer.concat([Buffer.from(mangled(c, 'Papeterie', 'Pap')), Buffer.from([0xff])]),
    400,
    'invalid_request',
    [],
  ],
]

describe('bad input: bodies', () => {
  for (const [name, body, status, code, details] of BODIES) {
    it(`${status} ${code}: ${name}`, async () => {
      const customer = randomUUID()
      const answer = await post(EXPENSES, body(customer))
      expectRefusal(answer, status, code)
      const found = answer.body.error.details.map((detail: any) => `${detail.pointer} ${detail.code}`)
      expect(found).to.include.members(details)
      await expectNothingStored(customer)
    })
  }

  it('names every offending field at once', async () => {
    const body: any = expense(randomUUID(), { colour: 'red', payload: { document_date: '2026-13-01' } })
    delete body.source_system
    const {
      body: { error },
    } = await post(EXPENSES, body)
    expect(error.details.map((detail: any) => detail.pointer)).to.have.members([
      '/colour',
      '/payload/document_date',
      '/source_system',
    ])
  })

  it('413: 10 MB, announced or in chunks', async () => {
    const large = `{"a":"${'x'.repeat(10_000_000)}"}`
    expect((await rawPost(large, true)).status).to.equal(413)
    expect((await rawPost(large, false)).status).to.equal(413)
  })

  it('415: a wrong, missing or compressed content type', async () => {
    for (const headers of [
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': 'application/xml' },
      { 'Content-Type': 'application/json; charset=iso-8859-1' },
      { 'Content-Encoding': 'gzip' },
    ] as Record<string, string>[]) {
      const customer = randomUUID()
      expectRefusal(await post(EXPENSES, expense(customer), { headers }), 415, 'unsupported_media_type')
      await expectNothingStored(customer)
    }
  })
})

describe('bad input: charts', () => {
  it('422: duplicate codes and ids', async () => {
    const accounts = [
      { account_code: '1000', account_name: 'Kasse', account_type: 'asset', account_id: 'a' },
      { account_code: '1000', account_name: 'Kasse', account_type: 'asset', account_id: 'a' },
    ]
    const customer = randomUUID()
    const answer = await put('/v1/accounts', chart(customer, '2026-01-01', accounts))
    expectRefusal(answer, 422, 'validation_failed')
    expect(answer.body.error.details.map((detail: any) => detail.pointer)).to.deep.equal([
      '/accounts/1/account_code',
      '/accounts/1/account_id',
    ])
    await expectNothingStored(customer)
  })

  it('422: an account type that does not exist', async () => {
    const accounts = [{ account_code: '1000', account_name: 'Kasse', account_type: 'cash' }]
    const customer = randomUUID()
    const answer = await put('/v1/accounts', chart(customer, '2026-01-01', accounts))
    expectRefusal(answer, 422, 'validation_failed')
    expect(answer.body.error.details[0]).to.include({ pointer: '/accounts/0/account_type', code: 'not_allowed' })
    await expectNothingStored(customer)
  })

  it('422: an account with postings keeps its type', async () => {
    const customer = await newEndCustomer()
    await post(EXPENSES, expense(customer), { wait: 10 })
    const accounts = [{ account_code: '6500', account_name: 'x', account_type: 'asset' }]
    const answer = await put('/v1/accounts', chart(customer, '2026-01-01', accounts))
    expectRefusal(answer, 422, 'validation_failed')
    expect(answer.body.error.details[0].code).to.equal('account_type_in_use')
  })
})

describe('bad input: headers, keys and queries', () => {
  it('400: a missing, too long or unprintable idempotency key', async () => {
    const customer = randomUUID()
    expectRefusal(await post(EXPENSES, expense(customer), { idempotencyKey: null }), 400, 'missing_idempotency_key')
    expectRefusal(await post(EXPENSES, expense(customer), { idempotencyKey: 'k'.repeat(300) }), 400, 'invalid_request')
    expectRefusal(await post(EXPENSES, expense(customer), { idempotencyKey: 'ü' }), 400, 'invalid_request')
    await expectNothingStored(customer)
  })

  it('401: no key, a malformed one, an unknown one, a wrong secret', async () => {
    const wrong = `${service().key.slice(0, -1)}${service().key.endsWith('A') ? 'B' : 'A'}`
    for (const key of [null, 'x', 'hb_0123_abc', wrong]) {
      const customer = randomUUID()
      const answer = await post(EXPENSES, expense(customer), { key })
      expectRefusal(answer, 401, 'invalid_auth')
      expect(answer.headers.get('WWW-Authenticate')).to.equal('Bearer')
      await expectNothingStored(customer)
      expectRefusal(await get(`/v1/accounts?end_customer_id=${customer}`, { key }), 401, 'invalid_auth')
    }
  })

  it('401 with api_key_expired: an expired key', async () => {
    const key = await issueKey(service().web.pool, { client_name: 'tests', expires_at: '2020-01-01T00:00:00.000Z' })
    const answer = await post(EXPENSES, expense(randomUUID()), { key })
    expectRefusal(answer, 401, 'invalid_auth')
    expect(answer.body.error.details[0].code).to.equal('api_key_expired')
  })

  it('403: a disabled key, within seconds although keys are remembered', async () => {
    const key = await issueKey(service().web.pool, { client_name: 'tests' })
    const path = `/v1/accounts?end_customer_id=${randomUUID()}`
    expect((await get(path, { key })).status).to.equal(200)
    await disableApiKey(service().web.pool, key.split('_')[1] ?? '')
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    expectRefusal(await get(path, { key }), 403, 'api_key_disabled')
  })

  it('403: a key without the scope', async () => {
    const reader = await issueKey(service().web.pool, { client_name: 'reader', scopes: ['read'] })
    const writer = await issueKey(service().web.pool, { client_name: 'writer', scopes: ['write'] })
    const customer = randomUUID()
    expectRefusal(await post(EXPENSES, expense(customer), { key: reader }), 403, 'forbidden')
    expectRefusal(await get(`/v1/accounts?end_customer_id=${customer}`, { key: writer }), 403, 'forbidden')
    await expectNothingStored(customer)
  })

  const customer = randomUUID()
  const list = `/v1/source-facts?end_customer_id=${customer}`
  for (const path of [
    '/v1/source-facts',
    `${list}&colour=red`,
    `${list}&limit=0`,
    `${list}&limit=501`,
    `${list}&limit=ten`,
    `${list}&limit=1&limit=2`,
    `${list}&state=lost`,
    `${list}&starting_after=x`,
    '/v1/source-facts?end_customer_id=x',
    `/v1/journal-entries?end_customer_id=${customer}&from_date=2026-02-30`,
    `/v1/journal-entries?end_customer_id=${customer}&starting_after=je_01h455vb4pex5vsknk084sn02q`,
    `${list}&external_reference=a%00b`,
    '/v1/source-facts/%00',
    `/v1/exchange-rates?end_customer_id=${customer}&starting_after=EUR:2026-79-97`,
    `/v1/statements/or-balance-sheet?end_customer_id=${customer}`,
    `/v1/statements/trial-balance?end_customer_id=${customer}&fiscal_year_id=FY2026&as_of_entry_number=1${'0'.repeat(20)}`,
    `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026&granularity=week`,
  ]) {
    it(`400: ${path.replace(customer, '…')}`, async () => expectRefusal(await get(path), 400, 'invalid_request'))
  }

  it('400: a query parameter on a mutating request', async () => {
    expectRefusal(await post(`${EXPENSES}?dry_run=true`, expense(customer)), 400, 'invalid_request')
  })

  for (const number of ['1e400', '-1e400', '9'.repeat(400)])
    it(`400: a number in a batch that nothing can hold: ${number.slice(0, 10)}`, async () => {
      expectRefusal(await post('/v1/source-facts/batch', `{"items":[{"any":${number}}]}`), 400, 'invalid_request')
    })

  it('404: unknown paths and ids; 405: a wrong method', async () => {
    for (const path of ['/v1/nothing', '/v1/source-facts/x', '/v1/journal-entries/je_01h455vb4pex5vsknk084sn02q']) {
      expectRefusal(await get(path), 404, 'not_found')
    }
    expectRefusal(
      await get(`/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026`),
      404,
      'not_found',
    )
    const wrong = await send('DELETE', '/v1/accounts', undefined)
    expectRefusal(wrong, 405, 'method_not_allowed')
    expect(wrong.headers.get('Allow')).to.include('PUT')
  })
})

/** One clear error, and nothing in it that is secret or ours alone. */
function expectRefusal({ status, text, body }: Answer, expected: number, code: string): void {
  expect(status, text).to.equal(expected)
  expect(body.error.code).to.equal(code)
  expect(body.error.message).to.match(/\S.*\.$/)
  expect(text).not.to.match(/select |insert |\bat \/|node_modules|hb_[0-9a-f]{16}_/i)
}

async function expectNothingStored(end_customer_id: string): Promise<void> {
  const stored = await service().web.pool.any(sql.type(row())`
    select end_customer_id::text from end_customers where end_customer_id = ${end_customer_id}
    union all
    select source_fact_id::text from source_facts where end_customer_id = ${end_customer_id}
    union all
    select idempotency_key from idempotency_records where response like ${`%${end_customer_id}%`}
  `)
  expect(stored).to.have.length(0)
}

/** Sends a body that is refused while it is still being sent, which fetch reports as a broken connection. */
function rawPost(body: string, isAnnounced: boolean): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string | number> = {
      Authorization: `Bearer ${service().key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
      ...(isAnnounced ? { 'Content-Length': Buffer.byteLength(body) } : {}),
    }
    const request = httpRequest(service().base_url + EXPENSES, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0 })
    })
    request.on('error', reject)
    request.end(body)
  })
}
