import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { findDemo } from '../../../shared/cli/demo/fill-once.ts'
import { openPool, row, sql } from '../../../shared/store/db/database.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { ownerUrl, service } from '../../support/service.ts'

describe('a demo company that a release before has begun', () => {
  it('is refused with what to do, as nothing says which books are its own', async () => {
    const database_url = await service().server.createDatabase()
    const pool = await openPool(ownerUrl(database_url), { pool_size: 1, statement_timeout_ms: 10_000 })
    try {
      // At that time the key was not for its own end customers alone.
      await issueKey(pool, { client_name: 'demo company' })
      expect(await findDemo(database_url)).to.equal(null)
      await pool.query(sql.type(row())`insert into end_customers (end_customer_id) values (${randomUUID()})`)
    } finally {
      await pool.end()
    }
    const refused = await findDemo(database_url).catch(({ message }) => message)
    expect(refused).to.match(/^A release before has begun to book the demo company .+ delete the data folder .+\.$/)
  })
})
