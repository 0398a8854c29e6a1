import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ratesFile } from '../../customs-rates/rates-file.ts'
import { newInstallation } from '../../store/databases/installation.ts'
import { queryRows } from '../../support/first-build.ts'
import { runCli } from '../../support/processes/run-cli.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { chart } from '../../support/requests/examples.ts'
import { ownerUrl, service, WEBHOOKS } from '../../support/service.ts'
import { failForGood, newJob } from '../planted-jobs.ts'

/** Those that `test/cli/ops-databases.test.ts` does not try. */
describe('npm run ops, in each of several ledger databases', function () {
  this.timeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-every-command-'))
  const [ours, theirs] = [randomUUID(), randomUUID()]
  let installation: Awaited<ReturnType<typeof newInstallation>>
  let home: QuietService
  let second: QuietService

  before(async () => {
    installation = await newInstallation()
    const second_url = await service().server.createDatabase()
    installation.name('second', second_url)
    await installation.add('second')
    home = await openQuietService(installation.home, WEBHOOKS)
    second = await openQuietService(second_url, WEBHOOKS)
    await queryRows(ownerUrl(installation.home), `insert into placements values ('${theirs}', 'second')`)
    await home.put('/v1/accounts', chart(ours))
    await second.put('/v1/accounts', chart(theirs))
  })
  after(async () => {
    await Promise.all([home.close(), second.close()])
    rmSync(folder, { recursive: true })
  })

  const ops = (...args: string[]) =>
    runCli('shared/cli/ops.ts', args, { DATABASE_URL: installation.home, ...installation.env })
  async function said(...args: string[]): Promise<string[]> {
    const { code, stdout, stderr } = await ops(...args)
    expect([code, stderr]).to.deep.equal([0, ''])
    return stdout.trimEnd().split('\n')
  }
  async function listed(...args: string[]): Promise<Record<string, unknown>[]> {
    return JSON.parse((await said(...args, '--json')).join('\n'))
  }
  /** A job of each, which has failed for good. */
  async function failBoth(): Promise<readonly [string, string]> {
    const jobs = [await newJob(home, ours), await newJob(second, theirs)] as const
    await failForGood(home, jobs[0].id)
    await failForGood(second, jobs[1].id)
    return [jobs[0].id, jobs[1].id]
  }

  it('dead-letters lists all of them; redrive sends all back, or those of one end customer', async () => {
    await failBoth()
    const letters = await listed('dead-letters')
    expect(letters.map(({ database, end_customer_id }) => [database, end_customer_id])).to.deep.equal([
      ['home', ours],
      ['second', theirs],
    ])
    expect((await said('redrive')).slice(-2)).to.deep.equal([
      'home: 1 would be redriven; add --yes to do it',
      'second: 1 would be redriven; add --yes to do it',
    ])
    expect((await said('redrive', '--end-customer', theirs, '--yes')).at(-1)).to.equal('1 redriven')
    expect((await listed('dead-letters')).map(({ database }) => database)).to.deep.equal(['home'])
    expect((await said('redrive', '--yes')).slice(-2)).to.deep.equal(['home: 1 redriven', 'second: 0 redriven'])
  })

  it('retry finds the job of a further one', async () => {
    const [, id] = await failBoth()
    expect(await said('retry', id)).to.deep.equal([`job ${id} of facts.evaluate is queued for one more attempt`])
    await said('redrive', '--yes')
  })

  it('requeue, rebuild-statements and import-rates work in all of them, or where the end customer lives', async () => {
    const path = join(folder, 'rates.xml')
    writeFileSync(path, ratesFile({ rates: [['1 EUR', '0.93555']] }))
    const both = (what: string) => ['home', 'second'].map((name) => `${name}: ${what}`)
    for (const [args, text] of [
      [['rebuild-statements'], '1 ledgers rebuilt'],
      [['import-rates', path], '1 rates are new, valid on 2026-07-25, for 1 end customers'],
    ] as const)
      expect(await said(...args)).to.deep.equal(both(text))
    for (const [args, text] of [
      [['rebuild-statements'], '1 ledgers rebuilt'],
      [['import-rates', path], '0 rates are new, valid on 2026-07-25, for 1 end customers'],
    ] as const)
      expect(await said(...args, '--end-customer', theirs)).to.deep.equal([text])
    for (const quiet of [home, second]) await quiet.work('facts.evaluate')
    const counted = await listed('requeue', 'facts', '--dry-run')
    expect(counted.map(({ database, queued }) => [database, queued])).to.deep.equal([
      ['home', 0],
      ['second', 0],
    ])
  })

  it('webhooks shows what each of them sends', async () => {
    for (const quiet of [home, second]) {
      const { status } = await quiet.post('/v1/webhook-subscriptions', { url: 'https://example.com/' })
      expect(status).to.equal(201)
    }
    expect((await listed('webhooks')).map(({ database }) => database)).to.deep.equal(['home', 'second'])
  })

  it('stamp says of each of them why nothing can be stamped', async () => {
    const { code, stderr } = await ops('stamp')
    expect(code).to.equal(1)
    const reason = 'Nothing can be stamped: TIMESTAMP_URL names no timestamp authority.'
    expect(stderr).to.equal(`home: ${reason}\nsecond: ${reason}\n`)
  })
})
