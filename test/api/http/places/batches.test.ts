import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { eventually } from '../../../support/books.ts'
import { closeToAll, openToAll } from '../../../support/places/second-database.ts'
import { NAMES, type Name, openThreeDatabases } from '../../../support/places/three-databases.ts'
import { runProcess } from '../../../support/processes/real-processes.ts'
import { chart, EXPENSES, expense } from '../../../support/requests/examples.ts'

const BATCH = '/v1/source-facts/batch'

describe('a batch with facts of several ledger databases', function () {
  this.timeout(180_000)
  let three: Awaited<ReturnType<typeof openThreeDatabases>>
  let web: ReturnType<typeof runProcess>

  before(async () => {
    three = await openThreeDatabases()
    web = await three.startWeb()
    for (const name of NAMES)
      expect((await three.client.put('/v1/accounts', chart(three.they[name]))).status).to.equal(202)
  })
  after(async () => {
    for (const name of ['second', 'third'] as const) await openToAll(three.urls[name])
    await three.home.end()
    expect(await web.stop()).to.equal(0)
  })

  const send = (items: readonly object[], idempotencyKey: string = randomUUID(), wait?: number) =>
    three.client.post(BATCH, { items }, { idempotencyKey, ...(wait === undefined ? {} : { wait }) })
  const tryOut = (items: readonly object[]) =>
    three.client.post(`${BATCH}?dry_run=true` as typeof BATCH, { items }, { idempotencyKey: null })
  const outcomesOf = (answer: Awaited<ReturnType<typeof send>>) => answer.body.data.map(({ outcome }) => outcome)
  /** How many of these facts each database has. */
  async function counts(items: readonly { readonly idempotency_key: string }[]) {
    const keys = items.map(({ idempotency_key }) => `'${idempotency_key}'`).join()
    const count = `select count(*)::integer as facts from source_facts where idempotency_key in (${keys})`
    const rows = await Promise.all(NAMES.map((name) => three.inDatabase(name, count)))
    return rows.map(([one]) => (one as { facts: number } | undefined)?.facts)
  }
  const isRecorded = async (key: string) =>
    (await three.inDatabase('home', `select from idempotency_records where idempotency_key = '${key}'`)).length === 1
  const oneOfEach = () => NAMES.map((name) => expense(three.they[name]))
  /** Until it is taken away, the database cannot store a row of that table. */
  async function failing(name: Name, table: string, work: () => Promise<void>): Promise<void> {
    await three.inDatabase(
      name,
      `create function fail_now() returns trigger language plpgsql as
        $$ begin raise exception 'no room' using errcode = '53100'; end $$`,
    )
    await three.inDatabase(name, `create trigger fails before insert on ${table} execute function fail_now()`)
    await work().finally(() => three.inDatabase(name, 'drop function fail_now cascade'))
  }

  it('stores each where its end customer lives, answers in their order, and is replayed as it was recorded', async () => {
    const [here, second, third] = oneOfEach()
    const more = expense(three.they.second)
    const items = [third, second, {}, here, second, more] as (typeof more)[]
    const key = randomUUID()
    const answer = await send(items, key)
    expect(answer.status, answer.text).to.equal(202)
    expect(outcomesOf(answer)).to.deep.equal(['created', 'created', 'rejected', 'created', 'replayed', 'created'])
    const customers = [
      three.they.third,
      three.they.second,
      undefined,
      three.they.home,
      three.they.second,
      three.they.second,
    ]
    expect(answer.body.data.map(({ source_fact }) => source_fact?.end_customer_id)).to.deep.equal(customers)
    expect(await counts(items)).to.deep.equal([1, 2, 1])
    const again = await send(items, key)
    expect([again.text, again.headers.get('Idempotent-Replayed')]).to.deep.equal([answer.text, 'true'])
    const other = oneOfEach()
    expect((await send(other, key)).status).to.equal(409)
    expect(await counts(other)).to.deep.equal([0, 0, 0])
  })

  it('leaves nothing of its transaction to what watches a database that nobody has asked for before', async () => {
    expect(await web.stop()).to.equal(0)
    web = runProcess('api/main.ts', three.env)
    await eventually(async () => (await three.namesUp()).length === NAMES.length, 60)
    expect((await send(oneOfEach())).status).to.equal(202)
    // It does not end before its first looks at the queues have.
    const stopped = await web.stop()
    const log = web.text()
    web = await three.startWeb()
    expect([stopped, log.includes('the depth of the queue cannot be read')]).to.deep.equal([0, false])
  })

  it('waits for all of them', async () => {
    const worker = runProcess('workers/main.ts', three.env)
    try {
      const first = await send(oneOfEach())
      const ids = first.body.data.map(({ source_fact }) => source_fact?.id)
      const stateOf = async (id = '') => (await three.client.get(`/v1/source-facts/${id}`)).body.state
      for (const id of ids) await eventually(async () => (await stateOf(id)) === 'posted')
      const answer = await send(oneOfEach(), randomUUID(), 30)
      expect(answer.body.data.map(({ source_fact }) => source_fact?.state)).to.deep.equal([
        'posted',
        'posted',
        'posted',
      ])
    } finally {
      expect(await worker.stop()).to.equal(0)
    }
  })

  it('is tried out in all of them, and nothing is stored', async () => {
    const items = oneOfEach()
    await three.client.post(EXPENSES, items[2])
    const { status, text } = await tryOut(items)
    expect(status, text).to.equal(200)
    const { data } = JSON.parse(text) as { data: { outcome: string; trial: { state: string } | null }[] }
    expect(data.map(({ outcome, trial }) => [outcome, trial?.state])).to.deep.equal([
      ['created', 'posted'],
      ['created', 'posted'],
      ['replayed', undefined],
    ])
    expect(await counts(items)).to.deep.equal([0, 0, 1])
  })

  it('that one of the others cannot store is finished by the same request', async () => {
    const [items, key] = [oneOfEach(), randomUUID()]
    await failing('third', 'source_facts', async () => {
      expect((await send(items, key)).status).to.equal(503)
      expect(await counts(items)).to.deep.equal([0, 1, 0])
      expect(await isRecorded(key)).to.equal(false)
    })
    await expectFinished(items, key, ['created', 'replayed', 'created'])
  })

  it('that home cannot store is finished by the same request', async () => {
    for (const table of ['source_facts', 'idempotency_records']) {
      const [items, key] = [oneOfEach(), randomUUID()]
      await failing('home', table, async () => {
        expect((await send(items, key)).status).to.equal(503)
        expect(await counts(items)).to.deep.equal([0, 1, 1])
      })
      await expectFinished(items, key, ['created', 'replayed', 'replayed'])
    }
  })

  it('whose process is killed between two databases is finished by the same request', async () => {
    const [items, key] = [oneOfEach(), randomUUID()]
    await three.home.transaction(async (tx) => {
      await tx.query(sql.type(row())`lock table source_facts in exclusive mode`)
      const cut = send(items, key).then(
        () => 'answered',
        () => 'cut off',
      )
      await eventually(async () => (await counts(items)).join() === '0,1,1')
      web.child.kill('SIGKILL')
      expect(await cut).to.equal('cut off')
      await web.exited
    })
    expect(await isRecorded(key)).to.equal(false)
    web = await three.startWeb()
    await expectFinished(items, key, ['created', 'replayed', 'replayed'])
  })

  it('is 503 while one of them is away, with nothing stored anywhere; afterwards it is finished', async () => {
    const [items, key] = [oneOfEach(), randomUUID()]
    const recorded = { items: oneOfEach(), key: randomUUID() }
    const first = await send(recorded.items, recorded.key)
    await closeToAll(three.urls.third)
    // Refused by the watch, and no longer by the attempt.
    await eventually(() => three.isAway('third'))
    expect((await send(items, key)).status).to.equal(503)
    expect((await send(items, key)).status).to.equal(503)
    expect(
      (await three.client.post(`${BATCH}?dry_run=true` as typeof BATCH, { items }, { idempotencyKey: null })).status,
    ).to.equal(503)
    expect((await send(recorded.items, recorded.key)).text).to.equal(first.text)
    expect((await send(items.slice(0, 2))).status).to.equal(202)
    await openToAll(three.urls.third)
    expect(await counts(items)).to.deep.equal([1, 1, 0])
    expect(await isRecorded(key)).to.equal(false)
    await eventually(async () => (await three.accountsOf('third')) === 200)
    await expectFinished(items, key, ['replayed', 'replayed', 'created'])
  })

  it('a key in the header is that of a client in one database: another one does not know it', async () => {
    const idempotencyKey = randomUUID()
    const of = (name: Name) => three.client.post(EXPENSES, expense(three.they[name]), { idempotencyKey })
    expect([(await of('home')).status, (await of('second')).status]).to.deep.equal([202, 202])
    expect([(await of('home')).status, (await of('second')).status]).to.deep.equal([409, 409])
    expect((await send(oneOfEach(), idempotencyKey)).status).to.equal(409)
  })

  async function expectFinished(items: ReturnType<typeof oneOfEach>, key: string, outcomes: readonly string[]) {
    const answer = await send(items, key)
    expect(answer.status, answer.text).to.equal(202)
    expect(outcomesOf(answer)).to.deep.equal(outcomes)
    expect(await counts(items)).to.deep.equal([1, 1, 1])
    expect((await send(items, key)).text).to.equal(answer.text)
  }
})
