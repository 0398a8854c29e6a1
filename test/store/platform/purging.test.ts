import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { QuerySqlToken } from 'slonik'
import { row, sql } from '../../../shared/store/db/database.ts'
import { purgeIdempotencyRecords } from '../../../shared/store/platform/idempotency.ts'
import { service } from '../../support/service.ts'

const RETENTION_DAYS = 4_000

describe('deleting old idempotency records', () => {
  const keep = (idempotency_key: string, age_days: number) =>
    service().web.pool.query(sql.type(row())`
      insert into idempotency_records (client_id, idempotency_key, fingerprint, status, response, created_at)
      values (${randomUUID()}, ${idempotency_key}, 'x', 202, '{}', now() - make_interval(days => ${age_days}))
    `)

  it('takes a part of them with each statement, until none is left', async () => {
    const { pool } = service().web
    const name = randomUUID()
    for (let count = 1; count <= 5; count += 1) await keep(`${name} old ${count}`, RETENTION_DAYS + count)
    await keep(`${name} young`, RETENTION_DAYS - 1)
    const deleted: number[] = []
    const watched = new Proxy(pool, {
      get: (target, name) =>
        name === 'query'
          ? async (query: QuerySqlToken) => {
              const result = await target.query(query)
              deleted.push(result.rowCount)
              return result
            }
          : Reflect.get(target, name),
    })
    expect(await purgeIdempotencyRecords(watched, RETENTION_DAYS, 2)).to.equal(5)
    expect(deleted).to.deep.equal([2, 2, 1])
    const left = await pool.anyFirst(sql.type(row<{ idempotency_key: string }>())`
      select idempotency_key from idempotency_records where idempotency_key like ${`${name} %`}
    `)
    expect(left).to.deep.equal([`${name} young`])
  })
})
