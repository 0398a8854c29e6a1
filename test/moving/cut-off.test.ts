import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { beside } from '../../shared/moving/beside.ts'
import { requireAsMany } from '../../shared/moving/copy-table.ts'
import { isPauseTooLong, NO_PAUSE } from '../../shared/moving/pause.ts'
import { openPool, type Pool, row, sql } from '../../shared/store/db/database.ts'
import { limitStatements } from '../../shared/store/moving/time-limits.ts'
import { ownerUrl, service } from '../support/service.ts'

const table = 'source_facts'
const LIMIT_MS = 100

describe('a copy whose one side is cut off', function () {
  this.timeout(60_000)
  let pools: readonly Pool[]
  before(async () => {
    const url = ownerUrl(await service().server.createDatabase())
    const open = () => openPool(url, { pool_size: 1, statement_timeout_ms: 30_000 })
    pools = await Promise.all([open(), open(), open()])
  })
  after(() => Promise.all(pools.map((pool) => pool.end())))

  it('fails by the reason of that side, though the other one is still asked', async () => {
    const [from, to, holder] = pools as [Pool, Pool, Pool]
    const compared = () =>
      beside(from, async (here) => {
        await limitStatements(here, LIMIT_MS)
        const copy = { here, table, end_customer_id: randomUUID(), pause: NO_PAUSE }
        await to.transaction((there) => requireAsMany({ ...copy, there }), 0)
      })
    let failed: Promise<unknown> | undefined
    await beside(holder, async (holding) => {
      await holding.query(sql.type(row())`lock table ${sql.identifier([table])} in access exclusive mode`)
      failed = compared().catch((error: unknown) => error)
      await sleep(5 * LIMIT_MS)
    })
    const reason = await failed
    expect(isPauseTooLong(reason), String(reason)).to.equal(true)
  })
})
