import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { disableApiKey } from '../../../shared/store/platform/api-keys.ts'
import { eventually } from '../../support/books.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { startReceiver } from './webhook-receiver.ts'
import { forgetSubscriptions, happen, newClientKey, subscribe } from './webhook-requests.ts'

/** Polls, and what is under way. */
const MEANWHILE_MS = 800

describe('webhooks of a client', () => {
  after(forgetSubscriptions)
  const keyId = (key: string) => String(key.split('_')[1])

  it('come while one of its keys covers the end customer and may read', async () => {
    const receiver = await startReceiver()
    const [one, other] = [await newEndCustomer(), await newEndCustomer()]
    const client_name = `client ${crypto.randomUUID()}`
    const key = await newClientKey({ client_name, end_customer_ids: [one, other] })
    await subscribe(key, receiver.url)
    await happen(one)
    await eventually(async () => receiver.received.length === 1)
    const rotated = await newClientKey({ client_name, end_customer_ids: [one, other] })
    await newClientKey({ client_name, end_customer_ids: [one, other], scopes: ['write'] })
    await disableApiKey(service().home, keyId(key))
    await happen(one)
    await eventually(async () => receiver.received.length === 2)
    await service().home.query(sql.type(row())`
      update api_keys set end_customer_ids = ${sql.array([one], 'uuid')} where key_id = ${keyId(rotated)}
    `)
    await happen(other)
    await happen(one)
    await eventually(async () => receiver.received.length === 3)
    await service().home.query(sql.type(row())`
      update api_keys set expires_at = now() where key_id = ${keyId(rotated)}
    `)
    await happen(one)
    await sleep(MEANWHILE_MS)
    expect([receiver.numbersOf(one), receiver.numbersOf(other)]).to.deep.equal([[1, 2, 3], []])
    await newClientKey({ client_name, end_customer_ids: [one, other] })
    await eventually(async () => receiver.received.length === 5)
    expect([receiver.numbersOf(one), receiver.numbersOf(other)]).to.deep.equal([[1, 2, 3, 4], [1]])
    await receiver.close()
  })
})
