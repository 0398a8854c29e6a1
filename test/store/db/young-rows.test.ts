import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { openPool, row, sql } from '../../../shared/store/db/database.ts'
import { service } from '../../support/service.ts'

setFlagsFromString('--expose-gc')
const collect: (how: { type: 'major' | 'minor' }) => void = runInNewContext('gc')

describe('rows that nobody has any more', () => {
  it('do not get old', async () => {
    const pool = await openPool(service().database_url, { pool_size: 1, statement_timeout_ms: 10_000 })
    const readRows = async () => {
      const { rows } = await pool.one(sql.type(row<{ rows: readonly object[] }>())`
        select json_agg(json_build_object('number', number, 'text', 'text ' || number)) as rows
        from generate_series(1, 3000) number
      `)
      return rows.length
    }
    await readRows()
    collect({ type: 'major' })
    const before = oldBytes()
    for (let query = 0; query < 60; query += 1) {
      expect(await readRows()).to.equal(3_000)
      if (query % 5 === 4) collect({ type: 'minor' })
    }
    const grown = oldBytes() - before
    await pool.end()
    expect(grown).to.be.below(3_000_000)
  })

  it('or their errors say where they come from', async () => {
    const pool = await openPool(service().database_url, { pool_size: 1, statement_timeout_ms: 10_000 })
    const failed = await pool.query(sql.type(row())`select 1 / 0`).catch((error: Error) => error)
    await pool.end()
    expect(failed).to.be.instanceOf(Error).with.property('message').that.contains('division by zero')
    expect((failed as Error).stack).not.to.contain('onStreamRead')
  })
})

function oldBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name }) => space_name === 'old_space' || space_name === 'large_object_space')
    .reduce((bytes, { space_used_size }) => bytes + space_used_size, 0)
}
