import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { enqueue } from '../../../shared/queue/enqueue.ts'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { countStatements } from '../facts/count-statements.ts'

const QUEUE = 'settlement.match'

/** Of the jobs of a `short` queue with one key, one waits. It stands for all who left their own out. */
describe('a waiting job that stands for those of other transactions', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  beforeEach(async () => {
    await quiet.owner.query(sql.type(row())`delete from pgboss.job where name = ${QUEUE}`)
  })

  const send = (tx: Tx, ...keys: readonly string[]) =>
    enqueue(
      tx,
      quiet.worker.boss,
      QUEUE,
      keys.map((key) => ({ data: { end_customer_id: key }, options: { singletonKey: key } })),
    )
  const sent = (...keys: readonly string[]) => quiet.worker.pool.transaction((tx) => send(tx, ...keys))
  const fetched = async () =>
    (await quiet.worker.boss.fetch<{ end_customer_id: string }>(QUEUE, { batchSize: 10 })).map(
      ({ data }) => data.end_customer_id,
    )
  const states = () =>
    quiet.worker.pool.anyFirst(sql.type(row<{ state: string }>())`
      select state::text from pgboss.job where name = ${QUEUE} order by state
    `)
  /** Until somebody waits for this transaction. */
  const waitedFor = async (tx: Tx) => {
    const query = sql.type(row())`
      select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
    `
    while (!(await tx.exists(query))) await sleep(10)
  }

  it('is fetched only after the commit, and delays no other job', async () => {
    await sent('a', 'b')
    await quiet.worker.pool.transaction(async (tx) => {
      await send(tx, 'a')
      expect(await fetched()).to.deep.equal(['b'])
    })
    expect(await fetched()).to.deep.equal(['a'])
  })

  it('is held by several transactions at once, and by none of them after a rollback', async () => {
    await sent('a')
    const error = new Error('taken back')
    await quiet.worker.pool.transaction(async (first) => {
      await send(first, 'a')
      await quiet.worker.pool
        .transaction(async (second) => {
          await send(second, 'a')
          throw error
        })
        .catch((thrown) => expect(thrown).to.equal(error))
      expect(await fetched()).to.deep.equal([])
    })
    expect(await fetched()).to.deep.equal(['a'])
  })

  it('is held by a transaction that waited for the one that made it', async () => {
    let second: Promise<void> = Promise.resolve()
    const fetchedMeanwhile: string[][] = []
    await quiet.worker.pool.transaction(async (first) => {
      await send(first, 'a')
      second = quiet.worker.pool.transaction(async (tx) => {
        await send(tx, 'a')
        fetchedMeanwhile.push(await fetched())
      })
      await waitedFor(first)
    })
    await second
    expect(fetchedMeanwhile).to.deep.equal([[]])
    expect(await fetched()).to.deep.equal(['a'])
  })

  for (const [how, state] of [
    ['being fetched', 'active'],
    ['tried again later', 'retry'],
  ])
    it(`stands for nobody when it is ${how}`, async () => {
      await sent('a')
      const [job] = await quiet.worker.boss.fetch(QUEUE)
      if (state === 'retry') await quiet.worker.boss.fail(QUEUE, job?.id ?? '')
      await sent('a')
      expect(await states()).to.have.members(['created', state])
    })

  it('stands for nobody when it is fetched while the other one is inserted', async () => {
    await sent('a')
    let inserted: Promise<void> = Promise.resolve()
    await quiet.worker.pool.transaction(async (fetching) => {
      await fetching.query(
        sql.type(row())`update pgboss.job set state = 'active', started_on = now() where name = ${QUEUE}`,
      )
      inserted = sent('a')
      await waitedFor(fetching)
    })
    await inserted
    expect(await states()).to.have.members(['created', 'active'])
  })

  it('may be of the same transaction, or of the same call', async () => {
    await quiet.worker.pool.transaction(async (tx) => {
      await send(tx, 'a', 'a', 'b')
      await send(tx, 'b', 'a')
    })
    expect((await fetched()).sort()).to.deep.equal(['a', 'b'])
  })

  it('comes behind those whose keys are before its own, in whatever order they are sent', async () => {
    let second: Promise<void> = Promise.resolve()
    await quiet.worker.pool.transaction(async (first) => {
      await send(first, 'a')
      second = sent('b', 'a')
      await waitedFor(first)
      await first.query(sql.type(row())`set local lock_timeout = '100ms'`)
      await send(first, 'b')
    })
    await second
    expect((await fetched()).sort()).to.deep.equal(['a', 'b'])
  })

  it('costs no statement of its own', async () => {
    for (const _ of ['new', 'waiting']) expect(await countStatements(() => sent('a', 'b'))).to.equal(1)
  })
})
