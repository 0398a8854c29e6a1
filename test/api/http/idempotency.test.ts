import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { type Answer, get, post, put } from '../../support/client.ts'
import { chart, EXPENSES, expense, newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

const fifty = <T>(send: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 50 }, (_, index) => send(index)))
/** Two API keys of one client. Requests of one key have turns in a process, so those of one key alone are never at once. */
const twoKeys = async () => {
  const owner = { client_name: `of-two-keys-${randomUUID()}` }
  const issue = () => issueKey(service().home, owner)
  return [await issue(), await issue()] as const
}

describe('idempotency', () => {
  it('the same request again: same status, same bytes, marked as replayed', async () => {
    const body = expense(randomUUID())
    const idempotencyKey = randomUUID()
    const first = await post(EXPENSES, body, { idempotencyKey, wait: 5 })
    const again = await post(EXPENSES, body, { idempotencyKey })
    const third = await post(EXPENSES, body, { idempotencyKey })
    expect([again.status, third.status]).to.deep.equal([202, 202])
    expect(again.headers.get('Idempotent-Replayed')).to.equal('true')
    expect(first.headers.get('Idempotent-Replayed')).to.equal(null)
    expect(third.text).to.equal(again.text)
    expect(again.body.id).to.equal(first.body.id)
    // The first answer waited and showed more; a replay shows what was recorded at acceptance.
    expect([first.body.state, again.body.state]).to.deep.equal(['blocked', 'received'])
  })

  it('50 times at once: one fact, one job, 50 equal answers', async () => {
    const customer = randomUUID()
    const body = expense(customer)
    const idempotencyKey = randomUUID()
    const answers = await fifty(() => post(EXPENSES, body, { idempotencyKey }))
    expectAllEqual(answers, 202)
    expect(await count('source_facts', customer)).to.equal(1)
    expect(await countJobs(customer)).to.equal(1)
  })

  it('50 charts at once: one version, 50 equal answers', async () => {
    const customer = randomUUID()
    const body = chart(customer)
    const idempotencyKey = randomUUID()
    const [one, other] = await twoKeys()
    const send = (index: number) => put('/v1/accounts', body, { idempotencyKey, key: index % 2 ? one : other })
    expectAllEqual(await fifty(send), 202)
    expect(await count('chart_versions', customer)).to.equal(1)
  })

  it('50 reversals at once: one reversal, 50 equal answers', async () => {
    const customer = await newEndCustomer()
    const { body: fact } = await post(EXPENSES, expense(customer), { wait: 10 })
    const path = `/v1/source-facts/${fact.id}/reverse`
    const body = { end_customer_id: customer, reason: 'twice sent' }
    const idempotencyKey = randomUUID()
    expectAllEqual(await fifty(() => post(path, body, { idempotencyKey })), 202)
    expect(await count('intents', customer)).to.equal(1)
  })

  it('409: the same key with another body, path, method or end customer', async () => {
    const customer = randomUUID()
    const body = expense(customer)
    const idempotencyKey = randomUUID()
    await post(EXPENSES, body, { idempotencyKey })
    const other = randomUUID()
    const conflicts = [
      await post(EXPENSES, { ...body, business_date: '2026-03-16' }, { idempotencyKey }),
      await post(EXPENSES, { ...body, end_customer_id: other }, { idempotencyKey }),
      await put('/v1/accounts', chart(other), { idempotencyKey }),
      await post('/v1/source-facts/fact_x/reverse', { end_customer_id: other, reason: 'x' }, { idempotencyKey }),
    ]
    for (const {
      status,
      body: { error },
    } of conflicts) {
      expect([status, error.code]).to.deep.equal([409, 'idempotency_key_conflict'])
    }
    expect(await count('source_facts', customer)).to.equal(1)
    expect([await count('end_customers', other), await count('source_facts', other)]).to.deep.equal([0, 0])
  })

  it('a refused request leaves its key free', async () => {
    const idempotencyKey = randomUUID()
    const body = expense(randomUUID())
    expect((await post(EXPENSES, { ...body, business_date: 'x' }, { idempotencyKey })).status).to.equal(422)
    expect((await post(EXPENSES, body, { idempotencyKey })).status).to.equal(202)
    const customer = await newEndCustomer()
    const { body: fact } = await post(EXPENSES, expense(customer), { wait: 10 })
    const path = `/v1/source-facts/${fact.id}/reverse`
    const reversalKey = randomUUID()
    const wrong = { end_customer_id: customer, reason: 'x', posting_date: '1980-01-01' }
    expect((await post(path, wrong, { idempotencyKey: reversalKey })).status).to.equal(422)
    const right = { end_customer_id: customer, reason: 'x' }
    expect((await post(path, right, { idempotencyKey: reversalKey })).status).to.equal(202)
  })

  it('keys belong to the client: another one is independent, a rotated API key replays', async () => {
    const [mine, rotated] = await twoKeys()
    const other = await issueKey(service().home, { client_name: `other-${randomUUID()}` })
    const idempotencyKey = randomUUID()
    const body = expense(randomUUID())
    const first = await post(EXPENSES, body, { idempotencyKey, key: mine })
    const replay = await post(EXPENSES, body, { idempotencyKey, key: rotated })
    expect([replay.text, replay.headers.get('Idempotent-Replayed')]).to.deep.equal([first.text, 'true'])
    const elsewhere = await post(EXPENSES, expense(randomUUID()), { idempotencyKey, key: other })
    expect([elsewhere.status, elsewhere.headers.get('Idempotent-Replayed')]).to.deep.equal([202, null])
  })

  it('the order of members and white space make no other request', async () => {
    const body = expense(randomUUID())
    const idempotencyKey = randomUUID()
    const first = await post(EXPENSES, body, { idempotencyKey })
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), null, 4)
    expect((await post(EXPENSES, reordered, { idempotencyKey })).text).to.equal(first.text)
  })

  it('the key in the body: the same body under another header key is the fact as it is now, another body a conflict', async () => {
    const customer = await newEndCustomer()
    const body = expense(customer)
    const first = await post(EXPENSES, body, { wait: 10 })
    expect(first.body.state).to.equal('posted')
    const again = await post(EXPENSES, body)
    expect([again.status, again.body.id, again.body.state]).to.deep.equal([202, first.body.id, 'posted'])
    const idempotencyKey = randomUUID()
    const conflict = await post(EXPENSES, { ...body, business_date: '2026-03-17' }, { idempotencyKey })
    expect([conflict.status, conflict.body.error.code]).to.deep.equal([409, 'idempotency_key_conflict'])
    expect(conflict.body.error.details[0]?.pointer).to.equal('/idempotency_key')
    expect(await count('source_facts', customer)).to.equal(1)
    expect((await post(EXPENSES, expense(customer), { idempotencyKey })).status, 'the header key stays free').to.equal(
      202,
    )
  })

  it('a crowd of new requests, replays and conflicts: each gets its own outcome', async () => {
    const customer = randomUUID()
    const known = expense(customer)
    const knownKey = randomUUID()
    await post(EXPENSES, known, { idempotencyKey: knownKey })
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        if (index % 3 === 0) return (await post(EXPENSES, known, { idempotencyKey: knownKey })).status
        if (index % 3 === 1) return (await post(EXPENSES, expense(customer), { idempotencyKey: knownKey })).status
        return (await post(EXPENSES, expense(customer))).status
      }),
    )
    expect(statuses).to.deep.equal(Array.from({ length: 60 }, (_, index) => (index % 3 === 1 ? 409 : 202)))
    expect(await count('source_facts', customer)).to.equal(21)
  })

  it('who comes together with a conflict, under the same key, is not refused with it', async () => {
    const customer = randomUUID()
    const known = expense(customer)
    const knownKey = randomUUID()
    await post(EXPENSES, known, { idempotencyKey: knownKey })
    const replays = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const body = index % 4 === 3 ? known : expense(customer)
        return (await post(EXPENSES, body, { idempotencyKey: knownKey })).status
      }),
    )
    expect(replays).to.deep.equal(Array.from({ length: 40 }, (_, index) => (index % 4 === 3 ? 202 : 409)))
    const freeKeys = Array.from({ length: 20 }, () => randomUUID())
    const taken = { ...known, business_date: '2026-03-17' }
    const pairs = await Promise.all(
      freeKeys.flatMap((idempotencyKey) =>
        [taken, expense(customer)].map(async (body) => (await post(EXPENSES, body, { idempotencyKey })).status),
      ),
    )
    expect(pairs).to.deep.equal(freeKeys.flatMap(() => [409, 202]))
    expect(await count('source_facts', customer)).to.equal(21)
  })

  it('an accepted fact can be read at once', async () => {
    const { body } = await post(EXPENSES, expense(randomUUID()))
    expect((await get(`/v1/source-facts/${body.id}`)).body.id).to.equal(body.id)
  })
})

function expectAllEqual(answers: readonly Answer[], status: number): void {
  expect(new Set(answers.map((answer) => answer.status))).to.deep.equal(new Set([status]))
  expect(new Set(answers.map(({ text }) => text)).size).to.equal(1)
  expect(answers.filter(({ headers }) => headers.get('Idempotent-Replayed') === null)).to.have.length(1)
}

function count(table: string, end_customer_id: string): Promise<number> {
  return service().web.pool.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from ${sql.identifier([table])} where end_customer_id = ${end_customer_id}
  `)
}

function countJobs(end_customer_id: string): Promise<number> {
  return service().web.pool.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from pgboss.job
    where name in ('facts.evaluate', 'facts.backlog') and data ->> 'end_customer_id' = ${end_customer_id}
  `)
}
