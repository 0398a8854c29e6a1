import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Pool, row, sql } from '../../../shared/store/db/database.ts'
import { purgeEvents } from '../../../shared/store/platform/feed/old-events.ts'
import { eventually, findings } from '../../support/books.ts'
import { get, post } from '../../support/client.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import {
  forgetSubscriptions,
  newClientKey,
  positionOf,
  SUBSCRIPTIONS,
  subscribe,
} from '../../workers/webhooks/webhook-requests.ts'

const RETENTION_DAYS = 365
const OLD = 400
const YOUNG = 1

describe('a feed whose old events are removed', () => {
  afterEach(forgetSubscriptions)
  // Nobody listens there.
  const url = 'http://127.0.0.1:9/hook'
  const purge = (most = 1_000, isTime = () => true) =>
    purgeEvents(service().web.pool, { retention_days: RETENTION_DAYS, isTime, most })
  const read = (customer: string, more = '') => get(`/v1/events?end_customer_id=${customer}${more}`)
  const numbers = async (customer: string, more = '') =>
    (await read(customer, more)).body.data.map(({ event_number }) => event_number)

  it('begins with the first that is kept, and tells whoever has read less', async () => {
    const customer = await feedOf([OLD, OLD, OLD, OLD, OLD, OLD, YOUNG, YOUNG])
    expect(await purge()).to.equal(6)
    for (const more of ['', '&after=6', '&wait=1']) expect(await numbers(customer, more)).to.deep.equal([7, 8])
    expect(await numbers(customer, '&after=7')).to.deep.equal([8])
    for (const more of ['&after=0', '&after=5']) {
      const { status, body } = await read(customer, more)
      const { message, ...detail } = (body as unknown as Refused).error.details[0] ?? { message: '' }
      expect([status, detail]).to.deep.equal([400, { pointer: '/after', code: 'events_removed' }])
      expect(message).to.include('before 7').and.include('after=6')
    }
    expect(await findings(customer)).to.deep.equal([])
    expect(await purge()).to.equal(0)
  })

  it('tells whoever is ahead of it from where on it can be read', async () => {
    const customer = await feedOf([OLD, OLD, YOUNG, YOUNG])
    const ahead = async () => {
      const { status, body } = await read(customer, '&after=50')
      const [detail] = (body as unknown as Refused).error.details
      return [status, detail?.code, detail?.message]
    }
    const whole = 'The last event is 4. Read again from the beginning with after=0.'
    expect(await ahead()).to.deep.equal([400, 'unknown_cursor', whole])
    expect(await numbers(customer, '&after=0')).to.deep.equal([1, 2, 3, 4])
    expect(await purge()).to.equal(2)
    const cut =
      'The last event is 4, and those before 3 are no longer kept. Read the resources themselves, then go on with after=2.'
    expect(await ahead()).to.deep.equal([400, 'unknown_cursor', cut])
    expect(await numbers(customer, '&after=2')).to.deep.equal([3, 4])
  })

  it('loses them in parts, each a part of its beginning, and keeps the newest event', async () => {
    const customer = await feedOf([OLD, OLD, OLD, OLD, YOUNG, OLD])
    let parts = 0
    expect(await purge(3, () => ++parts <= 1)).to.equal(3)
    expect(await numbers(customer)).to.deep.equal([4, 5, 6])
    expect(await purge(3)).to.equal(1)
    const quiet = await feedOf([OLD, OLD, OLD])
    expect(await purge(1)).to.equal(2)
    expect([await numbers(customer), await numbers(quiet)]).to.deep.equal([[5, 6], [3]])
    expect([await findings(customer), await findings(quiet)]).to.deep.equal([[], []])
  })

  it('keeps what webhooks have not got, also while they are off, and sends nothing again that is gone', async () => {
    const customer = await feedOf(Array(8).fill(OLD))
    const key = await newClientKey()
    const { id } = await subscribe(key, url, { end_customer_ids: [customer], state: 'off' })
    const position = async () => (await positionOf(key, id, customer)).delivered_event_number
    const again = (from_event_number: number) =>
      post(`${SUBSCRIPTIONS}/${id}/redeliver`, { end_customer_id: customer, from_event_number }, { key })
    await eventually(async () => (await again(4)).status === 202)
    expect([await position(), await purge(), await numbers(customer)]).to.deep.equal([3, 3, [4, 5, 6, 7, 8]])
    const refused = await again(3)
    expect([refused.status, refused.text.includes('Events before 4 are no longer kept')]).to.deep.equal([422, true])
    expect([(await again(9)).status, await purge(), await numbers(customer)]).to.deep.equal([202, 4, [8]])
  })

  it('keeps all that a subscription has not found yet', async () => {
    const key = await newClientKey()
    await subscribe(key, url, { state: 'off' })
    const { owner } = service()
    await eventually(() => owner.exists(sql.type(row())`select from webhook_subscriptions`))
    const customer = await feedOf([OLD, OLD, YOUNG])
    expect([await purge(), await numbers(customer)]).to.deep.equal([0, [1, 2, 3]])
    await forgetSubscriptions()
    await eventually(async () => (await purge()) === 2)
  })

  it('keeps all while its end customer moves', async () => {
    const customer = await feedOf([OLD, OLD, YOUNG])
    const { owner } = service()
    await owner.query(sql.type(row())`
      insert into fences (end_customer_id, move_id, epoch, side, state)
      values (${customer}, ${randomUUID()}, 1, 'leaving', 'open')
    `)
    expect(await purge()).to.equal(0)
    await owner.query(sql.type(row())`delete from fences where end_customer_id = ${customer}`)
    expect(await purge()).to.equal(2)
  })

  it('loses nothing in any other way', async () => {
    const customer = await feedOf([OLD, OLD, YOUNG])
    const { owner, web } = service()
    const refusalOf = (pool: Pool, query: ReturnType<typeof deleteOf>) => pool.query(query).then(() => 'done', String)
    expect(await refusalOf(owner, deleteOf(customer))).to.include('refused')
    expect(await purge()).to.equal(2)
    expect(await refusalOf(owner, deleteOf(customer))).to.include('refused')
    expect(await refusalOf(web.pool, deleteOf(customer))).to.not.equal('done')
    for (const older_than of [sql.fragment`now() - interval '29 days'`, sql.fragment`null`]) {
      const early = sql.type(row())`select remove_old_events(${customer}, ${older_than}, 1000)`
      expect(await refusalOf(web.pool, early)).to.include('events of the last 30 days')
    }
    const all_at_once = sql.type(row())`select remove_old_events(${customer}, now() - interval '31 days', null)`
    expect(await refusalOf(web.pool, all_at_once)).to.include('events of the last 30 days')
    expect(await numbers(customer)).to.deep.equal([3])
  })

  it('counts as one with a hole where it does not say so', async () => {
    const customer = await feedOf([OLD, OLD, YOUNG])
    await service().owner.query(sql.type(row())`
      update event_heads set first_kept_number = 2 where end_customer_id = ${customer}
    `)
    expect((await findings(customer)).map(({ check }) => check)).to.deep.equal(['the feed is gapless'])
  })

  it('counts as one with a hole where an event behind its beginning has a number before it', async () => {
    const customer = await feedOf([OLD, OLD, OLD, YOUNG, YOUNG])
    await purge()
    expect([await numbers(customer), await findings(customer)]).to.deep.equal([[4, 5], []])
    await service().owner.transaction(async (tx) => {
      await tx.query(sql.unsafe`set local session_replication_role = replica`)
      await tx.query(sql.type(row())`
        update events set event_number = 2 where end_customer_id = ${customer} and event_number = 4
      `)
    })
    const found = (await findings(customer)).map(({ check, expected, found }) => [check, expected, found])
    expect(found).to.deep.equal([['the feed is gapless', 'numbers 4 to 5', '2 events from 2 to 5']])
  })
})

type Refused = { error: { details: { pointer: string; code: string; message: string }[] } }

const deleteOf = (customer: string) => sql.type(row())`delete from events where end_customer_id = ${customer}`

/** @param ages of its events, in days */
async function feedOf(ages: readonly number[]): Promise<string> {
  const customer = await newEndCustomer()
  await service().owner.query(sql.type(row())`
    with head as (insert into event_heads (end_customer_id, last_event_number) values (${customer}, ${ages.length}))
    insert into events (
      end_customer_id, event_number, event_type, subject_type, subject_id, blocker_codes, created_at
    )
    select ${customer}, number, 'vat_registration.changed', 'end_customer', ${customer}, '{}', now() - make_interval(days => age)
    from unnest(${sql.array([...ages], 'int4')}) with ordinality aged (age, number)
  `)
  return customer
}
