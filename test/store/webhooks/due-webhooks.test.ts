import { expect } from 'chai'
import { openPool, type Pool, row, sql } from '../../../shared/store/db/database.ts'
import {
  addWebhookPositions,
  type DueWebhook,
  findDueWebhooks,
  type WebhookCursors,
} from '../../../shared/store/webhooks/due-webhooks.ts'
import { ownerUrl, service } from '../../support/service.ts'
import { there } from '../../support/there.ts'

const CUSTOMERS = 12_000
const MOST_ADDED = 10_000
const [NAMED, ALL, OFF] = ['a', 'b', 'c'].map((digit) => `0000000${digit}-0000-7000-8000-000000000000`) as [
  string,
  string,
  string,
]

/** Feeds of many end customers; a subscription has come to the end of all of them but every hundredth. */
describe('positions of webhooks that have events to send', function () {
  this.timeout(180_000)
  let owner: Pool
  let worker: Pool
  before(async () => {
    const url = await service().server.createDatabase()
    owner = await openPool(ownerUrl(url), { pool_size: 1, statement_timeout_ms: 60_000 })
    worker = await openPool(url, { pool_size: 1, statement_timeout_ms: 10_000, by_index: true })
    await owner.query(sql.type(row())`
      insert into api_clients (client_id, name) values (${NAMED}, 'one'), (${ALL}, 'two')
    `)
    await owner.query(sql.type(row())`
      insert into api_keys (key_id, client_id, secret_hash, scopes)
      select name, client_id, repeat('a', 64), '{read}' from api_clients
    `)
    await owner.query(sql.type(row())`
      insert into webhook_subscriptions (
        subscription_id, client_id, version, url, end_customer_ids, state, off_reason, secret, actor_id, request_id
      )
      values
        (${NAMED}, ${NAMED}, 1, 'x', ${sql.array([NAMED], 'uuid')}, 'on', null, 'x', 'x', 'x'),
        (${ALL}, ${ALL}, 1, 'x', null, 'on', null, 'x', 'x', 'x'),
        (${OFF}, ${ALL}, 1, 'x', null, 'off', 'request', 'x', 'x', 'x')
    `)
    await owner.query(sql.type(row())`
      insert into event_heads (end_customer_id, last_event_number)
      select md5(number::text)::uuid, 7 from generate_series(1, ${CUSTOMERS}) number
    `)
    await owner.query(sql.type(row())`
      insert into webhook_positions (end_customer_id, subscription_id, delivered_number)
      select end_customer_id, subscription_id,
        case when row_number() over (partition by subscription_id order by end_customer_id) % 100 = 0 then 6 else 7 end
      from event_heads cross join webhook_subscriptions where subscription_id <> ${ALL}
    `)
  })
  after(() => Promise.all([owner.end(), worker.end()]))

  async function all(busy: readonly string[] = []) {
    const found: DueWebhook[] = []
    for (let [pages, cursors] = [1, new Map() as WebhookCursors]; ; pages += 1) {
      const { due, next, is_last, is_any } = await findDueWebhooks(worker, cursors, busy)
      expect(is_any).to.equal(true)
      found.push(...due)
      cursors = next
      if (is_last) return { found, pages }
    }
  }

  it('are found page by page, those of subscriptions that are on, fifty of one in a page', async () => {
    const { found, pages } = await all()
    expect(pages).to.equal(5)
    expect(found).to.have.length.within(50, CUSTOMERS / 100)
    expect(new Set(found.map(({ subscription_id }) => subscription_id))).to.deep.equal(new Set([NAMED]))
    expect(new Set(found.map(({ end_customer_id }) => end_customer_id)).size).to.equal(found.length)
    expect((await all([NAMED])).found).to.deep.equal([])
  })

  it('are not those that wait for their next attempt, are given up, or are under way', async () => {
    const [first, second, third] = (await all()).found.map(({ end_customer_id }) => there(end_customer_id))
    const set = (column: 'next_attempt_at' | 'leased_until', customer = '') =>
      owner.query(sql.type(row())`
        update webhook_positions set ${sql.identifier([column])} = now() + interval '1 hour'
        where end_customer_id = ${customer}
      `)
    await set('next_attempt_at', first)
    await set('leased_until', second)
    await owner.query(sql.type(row())`
      update webhook_positions set is_off = true where end_customer_id = ${there(third)}
    `)
    const left = (await all()).found.map(({ end_customer_id }) => end_customer_id)
    expect(left.filter((one) => [first, second, third].includes(one))).to.deep.equal([])
  })

  it('are added in feeds that have begun since, for subscriptions without a list that are on', async () => {
    const cursors = await addWebhookPositions(worker, new Map())
    expect([...cursors.keys()]).to.deep.equal([ALL])
    expect((await addWebhookPositions(worker, cursors)).size).to.equal(0)
    const counts = await owner.any(sql.type(row<{ subscription_id: string; count: number }>())`
      select subscription_id, count(*)::integer as count from webhook_positions group by 1 order by 1
    `)
    expect(counts.map(({ count }) => count)).to.deep.equal([CUSTOMERS, CUSTOMERS, CUSTOMERS])
    const { found } = await all([NAMED])
    expect(new Set(found.map(({ subscription_id }) => subscription_id))).to.deep.equal(new Set([ALL]))
    expect(await addWebhookPositions(worker, new Map())).to.deep.equal(cursors)
  })

  it('of a client that has very many subscriptions keep those of others waiting no longer than one of them', async () => {
    await owner.query(sql.type(row())`
      insert into webhook_subscriptions (subscription_id, client_id, version, url, state, secret, actor_id, request_id)
      select md5('many ' || number)::uuid, ${ALL}, 1, 'x', 'on', 'x', 'x', 'x' from generate_series(1, 99) number
    `)
    await owner.query(sql.type(row())`delete from webhook_positions where subscription_id = ${NAMED}`)
    await owner.query(sql.type(row())`
      update webhook_subscriptions set end_customer_ids = null where subscription_id = ${NAMED}
    `)
    const count = () =>
      owner.oneFirst(sql.type(row<{ count: number }>())`select count(*)::integer as count from webhook_positions`)
    const before = await count()
    let cursors: WebhookCursors = new Map()
    for (const added of [1, 2, 3]) {
      cursors = await addWebhookPositions(worker, cursors)
      expect((await count()) - before, 'added by then').to.be.within(1, added * MOST_ADDED)
    }
    expect([cursors.has(NAMED), cursors.size]).to.deep.equal([false, 100])
    const ofNamed = await owner.oneFirst(sql.type(row<{ count: number }>())`
      select count(*)::integer as count from webhook_positions where subscription_id = ${NAMED}
    `)
    expect(ofNamed).to.equal(CUSTOMERS)
    const { due } = await findDueWebhooks(worker, new Map(), [])
    expect(due.filter(({ subscription_id }) => subscription_id === NAMED)).to.have.length(50)
  })
})
