import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { openPool, row, sql } from '../../../../shared/store/db/database.ts'
import { isDatabaseAway } from '../../../../shared/store/db/database-away.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'

const STATEMENT_MS = 3_000

describe('a process that sleeps in the middle of a transaction', () => {
  it('loses its session before those who wait for it are cut off, and is told that the database was away', async () => {
    const pool = await openPool(service().database_url, { pool_size: 2, statement_timeout_ms: STATEMENT_MS })
    const end_customer_id = await newEndCustomer()
    const lock = sql.type(row())`select from end_customers where end_customer_id = ${end_customer_id} for update`
    try {
      const asleep = pool.transaction(async (tx) => {
        await tx.query(lock)
        await sleep(STATEMENT_MS * 2)
        return tx.query(lock)
      })
      const error = asleep.then(
        () => null,
        (reason: unknown) => reason,
      )
      await sleep(200)
      await pool.transaction((tx) => tx.query(lock))
      expect(isDatabaseAway(await error), String(await error)).to.equal(true)
    } finally {
      await pool.end()
    }
  })
})
