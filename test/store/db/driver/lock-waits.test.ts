import { expect } from 'chai'
import { pino } from 'pino'
import { logFailure } from '../../../../shared/deps/log-failure.ts'
import { openPool, row, sql } from '../../../../shared/store/db/database.ts'
import { logSlowQueries } from '../../../../shared/store/db/log-queries.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'

describe('work that was cut off', () => {
  const lines: { level: number; msg: string }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const openShort = () =>
    openPool(service().database_url, {
      pool_size: 2,
      statement_timeout_ms: 300,
      interceptors: [logSlowQueries(log, 0)],
    })

  it('is a warning where somebody else held the rows, and a fault where it took too long itself', async () => {
    const end_customer_id = await newEndCustomer()
    const lock = sql.type(row())`select from end_customers where end_customer_id = ${end_customer_id} for update`
    const pool = await openShort()
    const failed = async (work: Promise<unknown>) =>
      work.catch((error: unknown) => logFailure(log, error, 'a batch', 'a batch failed'))
    try {
      await service().owner.transaction(async (tx) => {
        await tx.query(lock)
        await failed(pool.transaction((waiting) => waiting.query(lock)))
      })
      await failed(pool.query(sql.type(row())`select pg_sleep(2)`))
    } finally {
      await pool.end()
    }
    expect(lines.map(({ level, msg }) => [level, msg])).to.deep.equal([
      [40, 'a query was cut off'],
      [40, 'others held for too long what was to be locked for a batch'],
      [40, 'a query was cut off'],
      [50, 'a batch failed'],
    ])
  })
})
