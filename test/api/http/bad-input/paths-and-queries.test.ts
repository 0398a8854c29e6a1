import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
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
