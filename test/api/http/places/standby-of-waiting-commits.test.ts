import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { openPool } from '../../../../shared/store/db/database.ts'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { eventually } from '../../../support/books.ts'
import { chart, EXPENSES, expense } from '../../../support/requests/examples.ts'
import { startReplicated, waitForStandby } from '../../../support/servers/replicated.ts'
import { isOfStandby, startWebOfTest } from '../../../support/servers/web-of-test.ts'

describe('reads at a standby beside one that commits wait for', function () {
  this.timeout(150_000)

  it('show nothing that nobody was answered: with the primary it would be lost', async () => {
    const servers = await startReplicated()
    const { primary } = servers
    const synchronous = await servers.addStandby('b')
    const other = await servers.addStandby('c')
    const pool = await openPool(primary.url, { pool_size: 1, statement_timeout_ms: 10_000 })
    const key = await issueKey(pool, { client_name: 'tests' }).finally(() => pool.end())
    await waitForStandby(primary, 'b')
    const env = { DATABASE_URL: primary.url, DATABASE_READ_URLS: `home=${other.url}` }
    const { web, client } = await startWebOfTest(env, key)
    try {
      const customer = randomUUID()
      await client.put('/v1/accounts', chart(customer))
      const first = await client.post(EXPENSES, expense(customer))
      const read = async () => {
        const { headers, body } = await client.get(`/v1/source-facts?end_customer_id=${customer}`)
        return { is_of_standby: isOfStandby(headers), ids: body.data.map(({ id }) => id) }
      }
      await eventually(async () => (await read()).is_of_standby)
      await synchronous.kill()
      const waiting = client.post(EXPENSES, expense(customer))
      await eventually(async () => (await other.query('select from source_facts')).length === 2)
      for (let count = 0; count < 5; count += 1)
        expect(await read()).to.deep.equal({ is_of_standby: false, ids: [first.body.id] })
      await primary.query(`alter system set synchronous_standby_names = ''`)
      await primary.query('select pg_reload_conf()')
      const second = await waiting
      await eventually(async () => (await read()).is_of_standby)
      expect((await read()).ids).to.have.members([first.body.id, second.body.id])
    } finally {
      await web.stop()
      await servers.close()
    }
  })
})
