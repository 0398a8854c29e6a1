import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '../../support/books.ts'
import { queryRows } from '../../support/first-build.ts'
import { startProcesses } from '../../support/processes/real-processes.ts'
import { chart, EXPENSES, expense } from '../../support/requests/examples.ts'
import { ownerUrl } from '../../support/service.ts'

describe('a database that ends the connections', function () {
  this.timeout(360_000)

  it('is a warning with its reason, wherever it is met, and no error', async () => {
    const running = await startProcesses()
    const asOwner = (query: string) => queryRows(ownerUrl(running.database_url), query)
    const customer = randomUUID()
    await running.client.put('/v1/accounts', chart(customer))
    const isBatchHit = () => running.worker.lines().some(({ msg }) => msg === 'the database was away for a batch')
    // A batch takes some milliseconds, so not every round meets one.
    for (let round = 0; round < 12 || (round < 200 && !isBatchHit()); round += 1) {
      const sent = Array.from({ length: 12 }, () => running.client.post(EXPENSES, expense(customer)).catch(() => null))
      await sleep(25 * (round % 4))
      await asOwner(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
      `)
      await Promise.all(sent)
    }
    const lines = [...running.web.lines(), ...running.worker.lines()]
    const warnings = lines.filter(({ level, msg }) => level >= 40 && msg !== 'a query was slow')
    await eventually(async () => isBatchHit())
    await running.stop()
    expect(
      warnings.filter(({ level, reason }) => level > 40 || !/^([0-9A-Z]{5}|E[A-Z]+)$/.test(String(reason))),
    ).to.deep.equal([])
    for (const { msg } of warnings) expect(msg).to.match(/^(a database connection was lost|the database was away for )/)
  })
})
