import { expect } from 'chai'
import { newUuid, uuidOf } from '../../../shared/process/ids.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { finishWebhookRun, leaseWebhook } from '../../../shared/store/webhooks/webhook-runs.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { change, forgetSubscriptions, newClientKey, positionOf, subscribe } from './webhook-requests.ts'

describe('a webhook that has failed for weeks', () => {
  afterEach(forgetSubscriptions)

  it('is tried on, and says for how long, in more milliseconds than an integer has', async () => {
    const end_customer_id = await newEndCustomer()
    const { id } = await subscribe(await newClientKey(), 'https://example.com/', {
      end_customer_ids: [end_customer_id],
    })
    const subscription_id = there(uuidOf('webhook_subscription', id))
    await service().owner.query(sql.type(row())`
      update webhook_positions set attempts = 1, failing_since = now() - interval '30 days'
      where subscription_id = ${subscription_id}
    `)
    const run = await leaseWebhook(service().web.pool, { end_customer_id, subscription_id }, newUuid(), 60_000)
    expect(there(run).failing_ms / 86_400_000).to.be.within(30, 30.1)
  })

  it('is tried at once where that was asked for while an attempt was under way', async () => {
    const end_customer_id = await newEndCustomer()
    const key = await newClientKey()
    const named = { end_customer_ids: [end_customer_id] }
    const { id } = await subscribe(key, 'https://example.com/', named)
    const subscription_id = there(uuidOf('webhook_subscription', id))
    await service().owner.query(sql.type(row())`
      update webhook_positions set attempts = 8, failing_since = now() - interval '2 hours'
      where subscription_id = ${subscription_id}
    `)
    const { pool } = service().web
    const lease_id = newUuid()
    const run = there(await leaseWebhook(pool, { end_customer_id, subscription_id }, lease_id, 60_000))
    await change(key, id, { url: 'https://example.org/', ...named })
    const failed = { event_number: 1n, event_type: 'fact.posted' as const, status: null, error: 'timeout' as const }
    const attempted = { attempt: 9, duration_ms: 15_000, attempted_at: new Date().toISOString() }
    await finishWebhookRun(pool, run, {
      lease_id,
      delivered_number: 0n,
      attempts: [{ end_customer_id, attempt_id: newUuid(), ...failed, ...attempted }],
      failure: { attempts: 9, pause_ms: 6 * 3_600_000, status: null, error: 'timeout' },
    })
    const position = await positionOf(key, id, end_customer_id)
    expect([position.failed_attempts, position.next_attempt_at]).to.deep.equal([0, null])
  })
})
