import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Client } from 'pg'
import { row, sql } from '../../../shared/store/db/database.ts'
import { closeFence, openFence, raiseFence, takeFenceDown } from '../../../shared/store/moving/fence.ts'
import { startWork } from '../../../workers/jobs.ts'
import { eventually } from '../../support/books.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'
import { ownerUrl } from '../../support/service.ts'

const PATIENCE_MS = 60_000
const TURNS = 4

describe('the fence of an end customer that moves', function () {
  this.timeout(180_000)
  let quiet: QuietService
  let owner: Client
  let moving: string
  let other: string
  let endWork: () => Promise<void>
  const fence = () => ({ end_customer_id: moving, move_id: randomUUID(), epoch: 1 })

  before(async () => {
    quiet = await openQuietService()
    owner = new Client({ connectionString: ownerUrl(quiet.database_url) })
    await owner.connect()
    moving = await quiet.newEndCustomer()
    other = await quiet.newEndCustomer()
    endWork = await startWork(quiet.worker)
  })
  after(async () => {
    await endWork()
    await owner.end()
    await quiet.close()
  })

  const send = (end_customer_id: string) => quiet.post(EXPENSES, expense(end_customer_id))
  const close = () => eventually(() => closeFence(owner, fence(), PATIENCE_MS))

  /** Rows of the end customer in every table that says whose its rows are, but for what nobody has to move. */
  async function rows(): Promise<Record<string, number>> {
    const { rows: found } = await owner.query<{ name: string }>(`
      select attrelid::regclass::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname = 'end_customer_id'
        and relname not in ('departed_customers', 'fences', 'moves', 'placements')
      order by 1
    `)
    const counted: Record<string, number> = {}
    for (const { name } of found) counted[name] = await quiet.count(name, moving)
    return counted
  }

  const statesOf = (end_customer_id: string) =>
    owner
      .query<{ state: string }>('select state from fact_states where end_customer_id = $1', [end_customer_id])
      .then(({ rows: found }) => found.map(({ state }) => state))

  it('guards every table that says whose its rows are', async () => {
    await raiseFence(owner, fence())
    const { rows: found } = await owner.query<{ name: string }>(`
      select distinct tgrelid::regclass::text as name from pg_trigger where tgname like 'fence%'
    `)
    expect(found.map(({ name }) => name)).to.have.members(Object.keys(await rows()))
    const { rows: without } = await owner.query<{ name: string }>(`
      select distinct tgrelid::regclass::text as name from pg_trigger where tgname like 'fence%' and tgnargs < 2 order by 1
    `)
    // The one is counted anew, the other one copied whole in the pause.
    expect(without.map(({ name }) => name)).to.deep.equal(['end_customer_figures', 'webhook_positions'])
  })

  it('lets nobody write while it is closed, and nobody else notices', async () => {
    const accepted = { moving: 0, other: 0 }
    let isOver = false
    const write = async (whose: 'moving' | 'other') => {
      while (!isOver) {
        const { status, headers } = await send(whose === 'moving' ? moving : other)
        if (status === 202) accepted[whose] += 1
        else expect([whose, status, headers.get('Retry-After')]).to.deep.equal(['moving', 503, '1'])
      }
    }
    const writers = [write('moving'), write('other'), write('moving'), write('other')]
    try {
      for (let turn = 0; turn < TURNS; turn += 1) {
        await close()
        const before = await rows()
        expect((await send(moving)).status).to.equal(503)
        const { body } = await quiet.post(EXPENSES, expense(other), { wait: 10 })
        accepted.other += 1
        await eventually(async () => (await quiet.get(`/v1/source-facts/${body.id}`)).body.state === 'posted')
        expect(await rows()).to.deep.equal(before)
        expect(await openFence(owner, fence())).to.equal(true)
        expect((await send(moving)).status).to.equal(202)
        accepted.moving += 1
      }
    } finally {
      isOver = true
      await Promise.all(writers)
    }
    for (const [customer, times] of [
      [moving, accepted.moving],
      [other, accepted.other],
    ] as const)
      await eventually(async () => {
        const states = await statesOf(customer)
        return states.length === times && states.every((state) => state === 'posted')
      })
    for (const customer of [moving, other]) expect(await quiet.findings(customer)).to.deep.equal([])
    const dead = await owner.query(`select name from pgboss.job where state = 'failed' or retry_count > 0`)
    expect(dead.rows).to.deep.equal([])
  })

  /** A fact whose ledger is held until the fence has changed, so its job is worked behind that. */
  async function sendBehind(change: () => Promise<unknown>): Promise<string> {
    const holder = new Client({ connectionString: quiet.database_url })
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query('select from ledger_heads where end_customer_id = $1 for update', [moving])
      const { status, body } = await send(moving)
      expect(status).to.equal(202)
      await change()
      return body.id
    } finally {
      await holder.end()
    }
  }

  const stateOf = async (fact: string) => (await quiet.get(`/v1/source-facts/${fact}`)).body.state
  const jobStates = () =>
    quiet.owner.any(sql.type(row<{ state: string; retry_count: number }>())`
      select distinct state::text, retry_count from pgboss.job
      where name in ('facts.evaluate', 'facts.backlog') and data ->> 'end_customer_id' = ${moving}
    `)

  it('has its jobs wait, and those of others done', async () => {
    const fact = await sendBehind(close)
    await eventually(async () => (await jobStates()).some(({ state }) => state === 'retry'))
    const { body } = await quiet.post(EXPENSES, expense(other), { wait: 10 })
    await eventually(async () => (await stateOf(body.id)) === 'posted')
    expect(await stateOf(fact)).to.equal('received')
    expect(await openFence(owner, fence())).to.equal(true)
    await eventually(async () => (await stateOf(fact)) === 'posted')
    expect((await jobStates()).every(({ retry_count }) => retry_count === 0)).to.equal(true)
  })

  it('does not close before who writes has ended', async () => {
    const writer = new Client({ connectionString: quiet.database_url })
    await writer.connect()
    await writer.query('begin')
    await writer.query(`update event_heads set last_event_number = last_event_number where end_customer_id = $1`, [
      moving,
    ])
    expect(await closeFence(owner, fence(), 50)).to.equal(false)
    expect((await send(moving)).status).to.equal(202)
    await writer.query('rollback')
    await writer.end()
    await close()
    expect(await openFence(owner, { ...fence(), epoch: 0 })).to.equal(false)
    expect(await openFence(owner, fence())).to.equal(true)
  })

  it('has no jobs where it is gone', async () => {
    const fact = await sendBehind(() => owner.query(`update fences set state = 'gone'`))
    await eventually(async () => (await jobStates()).every(({ state }) => state === 'completed'))
    expect(await stateOf(fact)).to.equal('received')
    expect([await openFence(owner, fence()), (await send(moving)).status]).to.deep.equal([false, 503])
    await owner.query(`update fences set state = 'open'`)
  })

  it('is taken down without a trace', async () => {
    const { rows: found } = await owner.query('select move_id from fences')
    await takeFenceDown(owner, { ...fence(), move_id: found[0].move_id })
    const left = await owner.query(`select tgname from pg_trigger where tgname like 'fence%'`)
    expect([left.rows, (await owner.query('select from fences')).rowCount]).to.deep.equal([[], 0])
    expect((await send(moving)).status).to.equal(202)
  })
})
