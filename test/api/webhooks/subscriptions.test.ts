import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { get, post, put } from '../../support/client.ts'
import { startLimited } from '../../support/limited-service.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import {
  change,
  forgetSubscriptions,
  newClientKey,
  SUBSCRIPTIONS,
  subscribe,
} from '../../workers/webhooks/webhook-requests.ts'

describe('subscriptions of webhooks', () => {
  afterEach(forgetSubscriptions)
  // Nobody listens there, and nothing happens.
  const url = 'http://127.0.0.1:9/hook'

  it('show their secret once, to a retry of the same request again, and nobody else', async () => {
    const key = await newClientKey()
    const idempotencyKey = randomUUID()
    const made = await post(SUBSCRIPTIONS, { url }, { key, idempotencyKey })
    const secret = there(made.body.secret)
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const again = await post(SUBSCRIPTIONS, { url }, { key, idempotencyKey })
    expect([again.text, again.headers.get('Idempotent-Replayed')]).to.deep.equal([made.text, 'true'])
    const { id } = made.body
    const texts = [
      (await get(`${SUBSCRIPTIONS}/${id}`, { key })).text,
      (await get(SUBSCRIPTIONS, { key })).text,
      (await change(key, id, { url })).text,
      ...(await service().home.anyFirst(sql.type(row<{ text: string }>())`
        select response from idempotency_records where idempotency_key = ${idempotencyKey}
        union all select subscription::text from webhook_subscriptions subscription
      `)),
    ]
    expect(texts).to.have.length.above(4)
    expect(texts.filter((text) => text.includes(secret.slice('whsec_'.length)))).to.deep.equal([])
    const { body: rotated } = await post(`${SUBSCRIPTIONS}/${id}/rotate-secret`, {}, { key })
    expect(rotated.secret)
      .to.match(/^whsec_/)
      .and.not.equal(secret)
    // The record opens as it was made, and not as it is now.
    expect((await post(SUBSCRIPTIONS, { url }, { key, idempotencyKey })).body.secret).to.equal(secret)
  })

  it('belong to an API client, and are seen by keys that cover all of their end customers', async () => {
    const client_name = `client ${randomUUID()}`
    const [one, two] = [randomUUID(), randomUUID()].sort() as [string, string]
    const all = await newClientKey({ client_name })
    const both = await newClientKey({ client_name, end_customer_ids: [one, two] })
    const narrow = await newClientKey({ client_name, end_customer_ids: [one] })
    const stranger = await newClientKey()
    const ofAll = await subscribe(all, url)
    const ofBoth = await subscribe(both, url)
    const ofOne = await subscribe(narrow, url, { end_customer_ids: [one.toUpperCase()] })
    expect([ofAll, ofBoth, ofOne].map(({ end_customer_ids }) => end_customer_ids)).to.deep.equal([
      null,
      [one, two],
      [one],
    ])
    const seen = async (key: string, more = '') =>
      (await get(`${SUBSCRIPTIONS}${more}` as typeof SUBSCRIPTIONS, { key })).body.data.map(({ id }) => id)
    expect(await seen(all)).to.deep.equal([ofAll.id, ofBoth.id, ofOne.id])
    expect(await seen(all, `?end_customer_id=${two}`)).to.deep.equal([ofAll.id, ofBoth.id])
    expect(await seen(all, '?limit=1')).to.deep.equal([ofAll.id])
    expect(await seen(all, `?starting_after=${ofAll.id}&state=on`)).to.deep.equal([ofBoth.id, ofOne.id])
    expect([await seen(both), await seen(narrow), await seen(stranger)]).to.deep.equal([
      [ofBoth.id, ofOne.id],
      [ofOne.id],
      [],
    ])
    for (const [key, id] of [
      [narrow, ofBoth.id],
      [both, ofAll.id],
      [stranger, ofOne.id],
    ] as const) {
      expect((await get(`${SUBSCRIPTIONS}/${id}`, { key })).status).to.equal(404)
      expect((await change(key, id, { url })).status).to.equal(404)
      expect((await post(`${SUBSCRIPTIONS}/${id}/rotate-secret`, {}, { key })).status).to.equal(404)
    }
    const refused = await change(narrow, ofOne.id, { url, end_customer_ids: [one, two] })
    expect([refused.status, refused.body.error.details[0]?.pointer]).to.deep.equal([403, '/end_customer_ids/1'])
    expect((await change(narrow, ofOne.id, { url })).body.end_customer_ids).to.deep.equal([one])
  })

  it('are not shown to a narrower key that sends the request of a wider one again', async () => {
    const client_name = `client ${randomUUID()}`
    const wide = await newClientKey({ client_name })
    const narrow = await newClientKey({ client_name, end_customer_ids: [randomUUID()] })
    const idempotencyKey = randomUUID()
    expect((await post(SUBSCRIPTIONS, { url }, { key: wide, idempotencyKey })).status).to.equal(201)
    const { status, text } = await post(SUBSCRIPTIONS, { url }, { key: narrow, idempotencyKey })
    expect([status, text.includes('whsec_')]).to.deep.equal([403, false])
  })

  it('need a key that may read, as they send what it reads', async () => {
    const key = await newClientKey({ scopes: ['write'] })
    expect((await post(SUBSCRIPTIONS, { url }, { key })).status).to.equal(403)
    const reading = await newClientKey({ scopes: ['read'] })
    expect((await post(SUBSCRIPTIONS, { url }, { key: reading })).status).to.equal(403)
  })

  it('take no URL that is none, or leads into a network', async () => {
    const key = await newClientKey()
    const made = await subscribe(key, 'http://127.0.0.1:9')
    expect(made.url).to.equal('http://127.0.0.1:9/')
    for (const wrong of ['hook', 'ftp://a.example/', 'http://a:b@a.example/', 'https://a.example/#x']) {
      const answers = [await post(SUBSCRIPTIONS, { url: wrong }, { key }), await change(key, made.id, { url: wrong })]
      for (const { status, body } of answers)
        expect([status, body.error.details[0]?.code, body.error.details[0]?.pointer]).to.deep.equal([
          422,
          'url_unfit',
          '/url',
        ])
    }
    const outside = await startLimited({ webhook_allow_private: false })
    for (const [wrong, status] of [
      ['http://a.example/', 422],
      ['https://127.0.0.1/', 422],
      ['https://0x7f.1/', 422],
      ['https://localhost/', 422],
      ['https://a.example/', 201],
    ] as const)
      expect((await post(SUBSCRIPTIONS, { url: wrong }, { key, base_url: outside.base_url })).status).to.equal(status)
    await outside.stop()
  })

  it('are refused where the operator has given no key for their secrets', async () => {
    const key = await newClientKey()
    const without = await startLimited({ webhook_secrets_key: null })
    const { status, body } = await post(SUBSCRIPTIONS, { url }, { key, base_url: without.base_url })
    expect([status, body.error.details[0]?.code]).to.deep.equal([409, 'webhooks_off'])
    expect((await get(SUBSCRIPTIONS, { key, base_url: without.base_url })).status).to.equal(200)
    await without.stop()
  })

  it('are a hundred also where several are made at once', async () => {
    const key = await newClientKey()
    await service().home.query(sql.type(row())`
      insert into webhook_subscriptions (subscription_id, client_id, version, url, state, secret, actor_id, request_id)
      select gen_random_uuid(), client_id, 1, 'x', 'on', 'x', 'x', 'x'
      from api_keys cross join generate_series(1, 99) where key_id = ${key.split('_')[1] ?? ''}
    `)
    const made = await Promise.all(Array.from({ length: 6 }, () => post(SUBSCRIPTIONS, { url }, { key })))
    expect(made.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422, 422, 422, 422])
  })

  it('are a hundred for a client at most, and can be deleted', async () => {
    const key = await newClientKey()
    const first = await subscribe(key, url)
    await service().home.query(sql.type(row())`
      insert into webhook_subscriptions (subscription_id, client_id, version, url, state, secret, actor_id, request_id)
      select gen_random_uuid(), client_id, 1, 'x', 'on', 'x', 'x', 'x'
      from api_keys cross join generate_series(1, 99) where key_id = ${key.split('_')[1] ?? ''}
    `)
    const refused = await post(SUBSCRIPTIONS, { url }, { key })
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([422, 'too_many'])
    const { body } = await post(`${SUBSCRIPTIONS}/${first.id}/delete`, {}, { key })
    expect(body).to.deep.equal({ object: 'webhook_subscription', id: first.id, end_customer_ids: null, deleted: true })
    expect((await get(`${SUBSCRIPTIONS}/${first.id}`, { key })).status).to.equal(404)
    expect(
      (
        await put(
          `${SUBSCRIPTIONS}/${first.id}`,
          { url, event_types: null, end_customer_ids: null, state: 'on' },
          { key },
        )
      ).status,
    ).to.equal(404)
    expect((await post(SUBSCRIPTIONS, { url }, { key })).status).to.equal(201)
  })

  it('refuse what no schema allows, and name events and end customers that there are not', async () => {
    const key = await newClientKey()
    for (const [body, pointer] of [
      [{ url, event_types: ['fact.invented'] }, '/event_types/0'],
      [{ url, event_types: [] }, '/event_types'],
      [{ url, end_customer_ids: ['x'] }, '/end_customer_ids/0'],
      [{ url, state: 'paused' }, '/state'],
      [{ url, end_customer_id: randomUUID() }, '/end_customer_id'],
      [{ url: 5 }, '/url'],
    ] as const) {
      const answer = await post(SUBSCRIPTIONS, body, { key })
      expect([answer.status, answer.body.error.details[0]?.pointer]).to.deep.equal([422, pointer])
    }
    const { id } = await subscribe(key, url, { end_customer_ids: [randomUUID()] })
    const redeliver = { end_customer_id: randomUUID(), from_event_number: 1 }
    expect((await post(`${SUBSCRIPTIONS}/${id}/redeliver`, redeliver, { key })).status).to.equal(404)
  })
})
