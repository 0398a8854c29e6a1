import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { endpoints } from '../../../../api/routes.ts'
import type { Properties } from '../../../../shared/contract/schema.ts'
import { get, post, send } from '../../../support/client.ts'
import { EXPENSES, expense } from '../../../support/requests/examples.ts'
import { expectRefusal } from './refusals.ts'

describe('bad input: paths and queries', () => {
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
    `/v1/statements/open-items?end_customer_id=${customer}&side=payables&date=2026-03-31&starting_after=behind_AAAA`,
    `/v1/statements/open-items?end_customer_id=${customer}&side=payables&date=2026-03-31&starting_after=${'b'.repeat(101)}`,
    `/v1/statements/vat-reconciliation?end_customer_id=${customer}`,
    '/v1/statements/vat-reconciliation?end_customer_id=x&fiscal_year_id=FY2026',
    `/v1/statements/vat-reconciliation?end_customer_id=${customer}&fiscal_year_id=FY2026&locale=rm`,
    `/v1/statements/vat-reconciliation/entries?end_customer_id=${customer}&fiscal_year_id=FY2026&total=300`,
    `/v1/statements/vat-reconciliation/entries?end_customer_id=${customer}&fiscal_year_id=FY2026&step=not_filed`,
    `/v1/statements/vat-reconciliation/entries?end_customer_id=${customer}&fiscal_year_id=FY2026&total=200&step=unexplained`,
    `/v1/statements/vat-reconciliation/entries?end_customer_id=${customer}&fiscal_year_id=FY2026&total=200&step=not_filed`,
    `/v1/statements/vat-reconciliation/entries?end_customer_id=${customer}&fiscal_year_id=FY2026&total=200&period=2026-Q5`,
    `/v1/statements/vat-reconciliation/entries?end_customer_id=${customer}&fiscal_year_id=FY2026&total=200&account_code=3400`,
    `/v1/statements/vat-reconciliation/entries?end_customer_id=${customer}&fiscal_year_id=FY2026&period=2026-Q1`,
    `/v1/statements/vat-reconciliation/entries?end_customer_id=${customer}&fiscal_year_id=FY2026&figure=30`,
    `/v1/statements/vat-reconciliation/entries?end_customer_id=${customer}&fiscal_year_id=FY2026&category=lost`,
    `/v1/statements/vat-reconciliation/entries?end_customer_id=${customer}&fiscal_year_id=a%00b&category=other`,
    `/v1/acquisition-tax?end_customer_id=${customer}`,
    '/v1/acquisition-tax?end_customer_id=x&year=2026',
    `/v1/acquisition-tax?end_customer_id=${customer}&year=0000`,
    `/v1/acquisition-tax?end_customer_id=${customer}&year=2026-01-01`,
  ]) {
    it(`400: ${path.replace(customer, '…')}`, async () => expectRefusal(await get(path), 400, 'invalid_request'))
  }

  const numeric = endpoints.flatMap((endpoint) => {
    const { properties = {} } = ('query' in endpoint ? endpoint.query : {}) as { properties?: Properties }
    const names = Object.keys(properties).filter((name) => properties[name]?.type === 'integer')
    return names.map((name) => ({ path: endpoint.path.replace(/:\w+/g, 'x'), name }))
  })
  const odd = [
    '1e2',
    '0x10',
    '%201',
    '1%20',
    '+5',
    '%2B5',
    '-5',
    '1.0',
    '00100',
    '1_0',
    "1'0",
    '',
    '%EF%BC%95',
    '%D9%A3',
    'NaN',
    'Infinity',
    '0b1',
    '5n',
    '%0A5',
  ]

  it('400: a number that is not written in plain decimal digits, wherever one is taken', async () => {
    expect(numeric.map(({ name }) => name)).to.include.members(['limit', 'after', 'wait', 'as_of_entry_number'])
    for (const { path, name } of numeric)
      for (const value of odd) {
        const answer = await get(`${path}?${name}=${value}` as '/v1/events')
        expectRefusal(answer, 400, 'invalid_request')
        const found = answer.body.error.details.find(({ pointer }) => pointer === `/${name}`)
        expect([found?.code, found?.message], `${path} ${value}`).to.deep.equal(['type', 'It must be of type integer.'])
      }
  })

  it('truth values are true and false, and nothing else', async () => {
    const path = `/v1/payments?end_customer_id=${customer}` as const
    for (const value of ['1', '0', 'yes', 'TRUE', ''])
      expectRefusal(await get(`${path}&open=${value}`), 400, 'invalid_request')
    for (const value of ['true', 'false']) expect((await get(`${path}&open=${value}`)).status).to.equal(200)
  })

  it('400: a query parameter on a mutating request', async () => {
    expectRefusal(await post(`${EXPENSES}?simulate=true`, expense(customer)), 400, 'invalid_request')
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
