import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { openPool } from '../../../../shared/store/db/database.ts'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { newInstallation } from '../../../store/databases/installation.ts'
import { eventually } from '../../../support/books.ts'
import { at } from '../../../support/client.ts'
import { queryRows } from '../../../support/first-build.ts'
import { freePort } from '../../../support/processes/free-port.ts'
import { runProcess } from '../../../support/processes/real-processes.ts'
import { chart } from '../../../support/requests/examples.ts'
import { startReplicated } from '../../../support/servers/replicated.ts'
import { ownerUrl } from '../../../support/service.ts'

describe('a standby of a ledger database beside home', function () {
  this.timeout(150_000)

  it('answers reads for those who live there, and for nobody else', async () => {
    const servers = await startReplicated('none')
    const installation = await newInstallation()
    let web: ReturnType<typeof runProcess> | null = null
    try {
      const { primary } = servers
      Object.assign(installation.env, { SECOND_URL: primary.url, SECOND_OWNER_URL: primary.owner_url })
      await installation.add('second')
      const standby = await servers.addStandby('b')
      const they = { home: randomUUID(), second: randomUUID() }
      for (const [name, id] of Object.entries(they))
        await queryRows(ownerUrl(installation.home), `insert into placements values ('${id}', '${name}')`)
      const pool = await openPool(installation.home, { pool_size: 1, statement_timeout_ms: 30_000 })
      const key = await issueKey(pool, { client_name: 'of a standby' }).finally(() => pool.end())
      const port = await freePort()
      const started = runProcess('api/main.ts', {
        ...{ DATABASE_URL: installation.home, HOST: '127.0.0.1', PORT: String(port) },
        ...{ DATABASE_READ_URLS: `second=${standby.url}` },
        ...installation.env,
      })
      web = started
      await eventually(async () => started.text().includes('is listening'), 60)
      const client = at(`http://127.0.0.1:${port}`, key)
      for (const id of Object.values(they))
        await eventually(async () => (await client.put('/v1/accounts', chart(id))).status === 202)
      const read = async (id: string) => {
        const { status, headers } = await client.get(`/v1/accounts?end_customer_id=${id}`)
        expect(status).to.equal(200)
        return headers.get('Server-Timing')
      }
      await eventually(async () => (await read(they.second)) === 'db;desc="standby"')
      expect(await read(they.home)).to.equal(null)
      await standby.kill()
      expect(await read(they.second)).to.equal(null)
      expect(await started.stop()).to.equal(0)
    } finally {
      await web?.stop()
      await servers.close()
    }
  })
})
