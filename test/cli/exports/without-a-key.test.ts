import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { runCli } from '../../support/processes/run-cli.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'

describe('the pages of a fiscal year, where no key can be made for them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-audit-'))
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(async () => {
    await quiet.close()
    rmSync(folder, { recursive: true })
  })

  it('end with the reason, and hang on no connection', async () => {
    const customer = await quiet.newEndCustomer()
    const database = new URL(quiet.database_url)
    database.searchParams.set('options', '-c default_transaction_read_only=on')
    const { code, stderr } = await runCli('api/audit/main.ts', [join(folder, 'pages'), customer, 'FY2026'], {
      DATABASE_URL: database.href,
    })
    expect([code, stderr]).to.deep.equal([1, 'cannot execute INSERT in a read-only transaction\n'])
  })
})
