import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { disableApiKey } from '../../../../shared/store/platform/api-keys.ts'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { get, post } from '../../../support/client.ts'
import { EXPENSES, expense } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { expectNothingStored, expectRefusal } from './refusals.ts'

describe('bad input: keys', () => {
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
    const key = await issueKey(service().home, { client_name: 'tests', expires_at: '2020-01-01T00:00:00.000Z' })
    const answer = await post(EXPENSES, expense(randomUUID()), { key })
    expectRefusal(answer, 401, 'invalid_auth')
    expect(answer.body.error.details[0]?.code).to.equal('api_key_expired')
  })

  it('403: a disabled key, within seconds although keys are remembered', async () => {
    const key = await issueKey(service().home, { client_name: 'tests' })
    const path = `/v1/accounts?end_customer_id=${randomUUID()}`
    expect((await get(path, { key })).status).to.equal(200)
    await disableApiKey(service().web.pool, key.split('_')[1] ?? '')
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    expectRefusal(await get(path, { key }), 403, 'api_key_disabled')
  })

  it('403: a key without the scope', async () => {
    const reader = await issueKey(service().home, { client_name: 'reader', scopes: ['read'] })
    const writer = await issueKey(service().home, { client_name: 'writer', scopes: ['write'] })
    const customer = randomUUID()
    expectRefusal(await post(EXPENSES, expense(customer), { key: reader }), 403, 'forbidden')
    expectRefusal(await get(`/v1/accounts?end_customer_id=${customer}`, { key: writer }), 403, 'forbidden')
    await expectNothingStored(customer)
  })
})
