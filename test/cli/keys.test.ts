import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../shared/store/db/database.ts'
import { touchApiKeys } from '../../shared/store/platform/api-keys.ts'
import { commandsOn, runCli } from '../support/processes/run-cli.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** A key as `keys list` shows it. */
type KeyLine = Readonly<
  Record<'key_id' | 'client' | 'scopes' | 'end_customers' | 'state' | 'last_used_at', string | null>
>

describe('npm run keys', function () {
  this.timeout(180_000)
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  const { keys } = commandsOn(() => quiet.database_url)

  it('a key is made, works, is listed without its secret, and disabled', async () => {
    const customer = randomUUID()
    const rules = ['--client', 'cli', '--scopes', 'read', '--end-customers', customer, '--expires', '30']
    const made = await keys('create', ...rules)
    const [key = ''] = made.stdout.split('\n')
    expect([made.code, key]).to.satisfy(
      ([code, text]: [number, string]) => code === 0 && /^hb_[0-9a-f]{16}_/.test(text),
    )
    expect((await quiet.get(`/v1/accounts?end_customer_id=${customer}`, { key })).status).to.equal(200)
    expect((await quiet.get(`/v1/accounts?end_customer_id=${randomUUID()}`, { key })).status).to.equal(403)
    const listed = await keys('list', '--json')
    const [, key_id = '', secret = ''] = /^hb_([0-9a-f]+)_(.+)$/.exec(key) ?? []
    expect(listed.stdout).not.to.include(secret)
    const lines: KeyLine[] = JSON.parse(listed.stdout)
    const line = lines.find((candidate) => candidate.key_id === key_id)
    expect(line).to.include({ client: 'cli', scopes: 'read', end_customers: customer, state: 'active' })
    expect((await keys('disable', key_id)).code).to.equal(0)
    expect((await keys('list')).stdout).to.match(/disabled/)
  })

  it('a rotated key has a successor for the same things, and ends after its grace', async () => {
    const customer = randomUUID()
    const path = `/v1/accounts?end_customer_id=${customer}`
    const rules = ['--client', 'rotated', '--scopes', 'read', '--end-customers', customer, '--expires', '30']
    const first = JSON.parse((await keys('create', ...rules, '--json')).stdout)
    expect(first.key).to.match(new RegExp(`^hb_${first.key_id}_`))

    const rotated = await keys('rotate', first.key_id)
    expect([rotated.code, rotated.stderr]).to.deep.equal([0, ''])
    const second = keyIn(rotated.stdout)
    const [, until = ''] = /serves until (\S+)\. The new key never expires\.\n$/.exec(rotated.stdout) ?? []
    expect(Date.parse(until) - Date.now()).to.be.within(DAY_MS - 60_000, DAY_MS)
    // Again while the old key has hours to live only: they are none of its successor's business.
    const again = await keys('rotate', first.key_id, '--grace', '1000', '--expires', '60', '--json')
    const third = JSON.parse(again.stdout)
    expect(third.old_expires_at).to.equal(until)
    expect(Date.parse(third.expires_at) - Date.now()).to.be.within(59 * DAY_MS, 61 * DAY_MS)
    for (const { key } of [first, second, third]) expect((await quiet.get(path, { key })).status).to.equal(200)

    const fourth = keyIn((await keys('rotate', second.key_id, '--grace', '0')).stdout)
    expect((await quiet.get(path, { key: fourth.key })).status).to.equal(200)
    expect((await keys('rotate', second.key_id)).stderr).to.equal(
      `Key ${second.key_id} is disabled; make a new one with create.\n`,
    )
    await quiet.worker.pool.query(
      sql.type(row())`update api_keys set expires_at = now() - interval '1 hour' where key_id = ${first.key_id}`,
    )
    expect((await keys('rotate', first.key_id)).stderr).to.match(/^Key .* is expired; make a new one with create\.\n$/)
    await touchApiKeys(quiet.worker.pool, [fourth.key_id])
    const all: KeyLine[] = JSON.parse((await keys('list', '--json')).stdout)
    const made = all.filter(({ client }) => client === 'rotated')
    for (const line of made) expect(line).to.include({ scopes: 'read', end_customers: customer })
    expect(made.map(({ state }) => state)).to.deep.equal(['expired', 'disabled', 'active', 'active'])
    expect(made.map(({ last_used_at }) => last_used_at !== null)).to.deep.equal([false, false, false, true])
  })

  it('mistakes are one sentence', async () => {
    for (const args of [
      ['disable', 'nobody'],
      ['rotate', 'nobody'],
      ['rotate', 'nobody', '--grace', '-1'],
      ['rotate', 'nobody', '--grace', 'x'],
      ['create', '--client', 'x', '--scopes', 'all'],
      ['create', '--client', 'x', '--expires', 'soon'],
      ['create', '--client', 'x', '--expires', '2027-02-31'],
      ['create', '--client', 'x', '--expires', '2020-01-01'],
      ['create', '--client', 'x', '--expires', '0'],
      ['create', '--client', ' '],
      ['create', '--client', 'x', '--scopes', ''],
      ['rotate', 'nobody', '--expires', '2027-13-01'],
      ['create', '--client', 'x', '--end-customers', ''],
      ['create', '--client', 'x', '--end-customers', `${randomUUID()},`],
      ['create', '--client', 'x', '--end-customers', '------------------------------------'],
    ]) {
      const { code, stderr } = await keys(...args)
      expect(code).to.equal(1)
      expect(stderr.trim()).to.match(/^[^\n]+\.$/)
    }
    const away = await runCli('shared/cli/keys.ts', ['list'], { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x' })
    expect([away.code, away.stderr.includes('hidden')]).to.deep.equal([1, false])
  })
})

/** The key that a command has shown. */
function keyIn(stdout: string) {
  const [key = ''] = stdout.split('\n')
  return { key, key_id: key.split('_')[1] ?? '' }
}
