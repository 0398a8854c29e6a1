import { expect } from 'chai'
import { runCli } from '../support/processes/run-cli.ts'
import { openTestAuthority, type TestAuthority } from '../support/proof/test-authority.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'
import { EXPENSES, expense } from '../support/requests/examples.ts'

describe('ops stamp', () => {
  let authority: TestAuthority
  let quiet: QuietService
  before(async () => {
    authority = await openTestAuthority()
    quiet = await openQuietService()
  })
  after(async () => {
    await quiet.close()
    await authority.close()
  })

  it('takes a stamp where a ledger has grown, and says what the authority does wrong', async () => {
    const stamp = () =>
      runCli('shared/cli/ops.ts', ['stamp'], { DATABASE_URL: quiet.database_url, TIMESTAMP_URL: authority.url })
    const customer = await quiet.newEndCustomer()
    await quiet.post(EXPENSES, expense(customer))
    await quiet.work('facts.evaluate')
    authority.misbehave((_, response) => {
      response.writeHead(401).end()
      return null
    })
    const refused = await stamp()
    const { host } = new URL(authority.url)
    expect([refused.code, refused.stderr]).to.deep.equal([
      1,
      `The timestamp authority at ${host} gives no stamp: it answers with status 401.\n`,
    ])
    authority.misbehave(null)
    const { code, stdout } = await stamp()
    expect(code).to.equal(0)
    expect(stdout).to.match(/^1 ledgers are stamped at \d{4}-\d\d-\d\dT[\d:.]+Z; 1 of them have grown\n$/)
    expect(await quiet.count('stamped_ledgers', customer)).to.equal(1)
    const again = await stamp()
    expect([again.code, again.stdout]).to.deep.equal([
      0,
      'No ledger has grown since its last stamp; nothing was stamped.\n',
    ])
  })
})
