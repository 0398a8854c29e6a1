import { expect } from 'chai'
import { openPool, type Pool, row, sql } from '../../../shared/store/db/database.ts'
import { mirrorSubscriptions } from '../../../shared/store/webhooks/mirror-subscriptions.ts'
import { ownerUrl, service } from '../../support/service.ts'

const FEEDS = 9_000
const SUBSCRIPTIONS = 4
const CLIENT = '00000001-0000-7000-8000-000000000000'

/** Keys of other clients come in the same transaction, and nobody is served here for long without them. */
describe('very many positions of subscriptions that come from home', function () {
  this.timeout(180_000)
  let owner: Pool
  before(async () => {
    owner = await openPool(ownerUrl(await service().server.createDatabase()), {
      pool_size: 1,
      statement_timeout_ms: 60_000,
    })
    await owner.query(sql.type(row())`insert into api_clients (client_id, name) values (${CLIENT}, 'one')`)
    await owner.query(sql.type(row())`
      insert into event_heads (end_customer_id, last_event_number)
      select md5(number::text)::uuid, 7 from generate_series(1, ${FEEDS}) number
    `)
  })
  after(() => owner.end())

  const home = JSON.stringify(
    Array.from({ length: SUBSCRIPTIONS }, (_, index) => ({
      ...{
        subscription_id: `0000000${index + 1}-0000-7000-8000-000000000000`,
        client_id: CLIENT,
        version: 1,
        url: 'x',
      },
      ...{ state: 'on', secret: 'x', actor_id: 'x', request_id: 'x' },
      ...{ created_at: '2026-01-01T00:00:00Z', changed_at: '2026-01-01T00:00:00Z' },
    })),
  )
  const positions = () =>
    owner.oneFirst(sql.type(row<{ count: number }>())`select count(*)::integer as count from webhook_positions`)

  it('are placed in several turns, each subscription with its positions or not yet at all', async () => {
    const bring = () => owner.transaction((tx) => mirrorSubscriptions(tx, home))
    expect([await bring(), await positions()]).to.deep.equal([false, 3 * FEEDS])
    expect([await bring(), await positions()]).to.deep.equal([true, SUBSCRIPTIONS * FEEDS])
    expect([await bring(), await positions()]).to.deep.equal([true, SUBSCRIPTIONS * FEEDS])
  })
})
