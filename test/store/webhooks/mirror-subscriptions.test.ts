import { expect } from 'chai'
import { openPool, type Pool, row, sql } from '../../../shared/store/db/database.ts'
import { mirrorSubscriptions } from '../../../shared/store/webhooks/mirror-subscriptions.ts'
import { ownerUrl, service } from '../../support/service.ts'

const FEEDS = 9_000
const SUBSCRIPTIONS = 4
const CLIENT = '00000001-0000-7000-8000-000000000000'
const WITH_ALL = '00000001-0000-4000-8000-000000000000'
const WITHOUT_OLD = '00000002-0000-4000-8000-000000000000'

function subscription(number: number) {
  return {
    ...{ subscription_id: `0000000${number}-0000-7000-8000-000000000000`, client_id: CLIENT, version: 1, url: 'x' },
    ...{ state: 'on', secret: 'x', actor_id: 'x', request_id: 'x' },
    ...{ created_at: '2026-01-01T00:00:00Z', changed_at: '2026-01-01T00:00:00Z' },
  }
}

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

  const home = JSON.stringify(Array.from({ length: SUBSCRIPTIONS }, (_, index) => subscription(index + 1)))
  const positions = () =>
    owner.oneFirst(sql.type(row<{ count: number }>())`select count(*)::integer as count from webhook_positions`)

  it('are placed in several turns, each subscription with its positions or not yet at all', async () => {
    const bring = () => owner.transaction((tx) => mirrorSubscriptions(tx, home))
    expect([await bring(), await positions()]).to.deep.equal([false, 3 * FEEDS])
    expect([await bring(), await positions()]).to.deep.equal([true, SUBSCRIPTIONS * FEEDS])
    expect([await bring(), await positions()]).to.deep.equal([true, SUBSCRIPTIONS * FEEDS])
  })
})

describe('a subscription that comes from home late', () => {
  let owner: Pool
  before(async () => {
    owner = await openPool(ownerUrl(await service().server.createDatabase()), {
      pool_size: 1,
      statement_timeout_ms: 60_000,
    })
    await owner.query(sql.type(row())`insert into api_clients (client_id, name) values (${CLIENT}, 'one')`)
    await owner.query(sql.type(row())`
      insert into event_heads (end_customer_id, last_event_number, first_kept_number)
      values (${WITH_ALL}, 4, null), (${WITHOUT_OLD}, 4, 3)
    `)
    await owner.query(sql.type(row())`
      insert into events (end_customer_id, event_number, event_type, subject_type, subject_id, blocker_codes, created_at)
      select customer, number, 'source_fact.accepted', 'source_fact', gen_random_uuid(), '{}', '2026-03-01T12:00:00Z'::timestamptz + number * interval '1 day'
      from unnest(${sql.array([WITH_ALL, WITHOUT_OLD], 'uuid')}) customer, generate_series(1, 4) number
      where customer = ${WITH_ALL} or number >= 3
    `)
  })
  after(() => owner.end())

  const cases = [
    { created_at: '2026-03-01T00:00:00Z', positions: [0, 2], what: 'is before all events that are kept' },
    { created_at: '2026-03-04T00:00:00Z', positions: [2, 2], what: 'is behind two of them' },
    { created_at: '2026-04-01T00:00:00Z', positions: [4, 4], what: 'is behind them all' },
  ]
  for (const [index, { created_at, positions, what }] of cases.entries())
    it(`gets what has happened since it was made there, where that ${what}`, async () => {
      const one = { ...subscription(index + 1), created_at }
      await owner.transaction((tx) => mirrorSubscriptions(tx, JSON.stringify([one])))
      const placed = await owner.anyFirst(sql.type(row<{ number: number }>())`
        select delivered_number::integer as number from webhook_positions
        where subscription_id = ${one.subscription_id} order by end_customer_id
      `)
      expect(placed).to.deep.equal(positions)
    })

  it('and an end customer that is new to it, since it was changed', async () => {
    const later = { ...subscription(9), created_at: '2026-02-01T00:00:00Z', changed_at: '2026-02-01T00:00:00Z' }
    await owner.transaction((tx) => mirrorSubscriptions(tx, JSON.stringify([{ ...later, end_customer_ids: [] }])))
    const changed = { ...later, version: 2, changed_at: '2026-03-03T00:00:00Z', end_customer_ids: [WITH_ALL] }
    await owner.transaction((tx) => mirrorSubscriptions(tx, JSON.stringify([changed])))
    const position = await owner.oneFirst(sql.type(row<{ number: number }>())`
      select delivered_number::integer as number from webhook_positions where subscription_id = ${later.subscription_id}
    `)
    expect(position).to.equal(1)
  })
})
