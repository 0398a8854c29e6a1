import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type Db, openPool, type Pool, row, sql } from '../../../../shared/store/db/database.ts'
import { service } from '../../../support/service.ts'

describe('the session that a pool uses', () => {
  let pool: Pool

  beforeEach(async () => {
    pool = await openPool(service().database_url, { pool_size: 3, statement_timeout_ms: 10_000 })
  })

  afterEach(() => pool.end())

  const session = (db: Db) => db.oneFirst(sql.type(row<{ pid: number }>())`select pg_backend_pid() as pid`)

  /** Sessions that are in use at the same time; they are given back in this order. */
  async function together(count: number): Promise<number[]> {
    const pids: number[] = []
    const inUse = async (index: number): Promise<void> => {
      if (index === count) return
      await pool.connect(async (connection) => {
        pids.unshift(await session(connection))
        await inUse(index + 1)
      })
    }
    await inUse(0)
    return pids
  }

  const end = (pid: number | undefined) =>
    service().owner.query(sql.type(row())`select pg_terminate_backend(${pid ?? 0})`)

  async function leaves(pid: number | undefined): Promise<void> {
    const isThere = () => service().owner.exists(sql.type(row())`select from pg_stat_activity where pid = ${pid ?? 0}`)
    while (await isThere()) await sleep(20)
  }

  it('is the one that was used last, so that plans are made in few of them', async () => {
    const pids = await together(3)
    const used = []
    for (let query = 1; query <= 6; query += 1) used.push(await session(pool))
    expect(new Set(used)).to.deep.equal(new Set([pids.at(-1)]))
  })

  it('is another one while that one is in use', async () => {
    const pids = await together(3)
    const [inner, outer] = await together(2)
    expect([outer, inner]).to.deep.equal([pids[2], pids[1]])
    expect(await session(pool)).to.equal(outer)
  })

  it('is another one when that one has ended', async () => {
    const pids = await together(3)
    await end(pids.at(-1))
    await leaves(pids.at(-1))
    const left = new Set(pids.slice(0, 2))
    let found = await session(pool).catch(() => 0)
    while (found === 0) found = await session(pool).catch(() => 0)
    expect(left.has(found), `${found} of ${pids.join()}`).to.equal(true)
    expect(new Set(await together(3)).size).to.equal(3)
  })

  it('is each of those that there are, when all are in use', async () => {
    const pids = await together(3)
    expect(new Set(await together(3))).to.deep.equal(new Set(pids))
    const many = await Promise.all(Array.from({ length: 50 }, () => session(pool)))
    expect(many.every((pid) => pids.includes(pid))).to.equal(true)
  })
})
