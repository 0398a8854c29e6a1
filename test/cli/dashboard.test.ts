import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect } from 'chai'
import type { errorEnvelope } from '../../shared/contract/primitives.ts'
import type { FromSchema } from '../../shared/contract/schema.ts'
import { SECURITY_HEADERS } from '../../shared/http/security-headers.ts'
import { eventually } from '../support/books.ts'
import { browse, chromium } from '../support/processes/browser.ts'
import { freePort } from '../support/processes/free-port.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'

const PORT = await freePort()
const URL = `http://127.0.0.1:${PORT}`
const PASSWORD = randomBytes(16).toString('hex')
const PAGES = ['/', '/queues', '/queues/facts.evaluate', '/jobs', '/schedules', '/warnings', '/migrations', '/send']

const bad = (path: string): [string, number] => [path, 400]
const none = (path: string): [string, number] => [path, 404]

describe('the dashboard', function () {
  this.timeout(180_000)
  let child: ChildProcess
  const children: ChildProcess[] = []
  let stdout = ''
  let stderr = ''

  async function start(env: NodeJS.ProcessEnv): Promise<void> {
    stdout = ''
    stderr = ''
    child = spawn(process.execPath, ['api/dashboard/main.ts'], {
      env: { ...process.env, DATABASE_URL: '', HOST: '127.0.0.1', PORT: String(PORT), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    child.stdout?.setEncoding('utf8').on('data', (piece) => {
      stdout += piece
    })
    child.stderr?.setEncoding('utf8').on('data', (piece) => {
      stderr += piece
    })
    await eventually(async () => stdout.includes('dashboard is'))
  }

  async function stop(): Promise<number | null> {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    const [code] = await exited
    return code
  }

  after(() => {
    for (const one of children) one.kill('SIGKILL')
  })

  const basic = (password: string) => ({
    Authorization: `Basic ${Buffer.from(`somebody:${password}`).toString('base64')}`,
  })
  const load = (path: string, init: RequestInit = {}) => fetch(URL + path, { redirect: 'manual', ...init })

  describe('without a password', () => {
    before(() => start({ DASHBOARD_PASSWORD: '' }))

    it('answers 503 to everything, says why once, and needs no database', async () => {
      for (const path of ['/', '/queues', '/assets/x.js', '/no-fonts.css']) {
        const answer = await load(path, { headers: basic('') })
        expect(answer.status, path).to.equal(503)
        const { error } = (await answer.json()) as FromSchema<typeof errorEnvelope>
        expect(error.message).to.equal('The dashboard is off: set DASHBOARD_PASSWORD to have it.')
        expect(error.request_id).to.equal(answer.headers.get('x-request-id'))
        for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(answer.headers.get(name)).to.equal(value)
      }
      expect(stdout.split('The dashboard is off: set DASHBOARD_PASSWORD to have it.')).to.have.length(2)
      expect(await stop()).to.equal(0)
    })
  })

  describe('with a password', () => {
    let quiet: QuietService
    before(async () => {
      quiet = await openQuietService()
      await start({ DASHBOARD_PASSWORD: PASSWORD, DATABASE_URL: quiet.database_url })
    })
    after(() => quiet.close())

    it('shows nothing to whom does not know it', async () => {
      const headers = [
        {},
        basic(''),
        basic(`${PASSWORD}x`),
        basic(PASSWORD.slice(1)),
        { Authorization: `Bearer ${PASSWORD}` },
        { Authorization: `Basic ${Buffer.from(PASSWORD).toString('base64')}` },
        { Authorization: `Basic ${PASSWORD}` },
        { Authorization: 'Basic ' },
      ]
      for (const sent of headers)
        for (const path of ['/', '/queues.data', '/no-fonts.css', '/assets/x.js']) {
          const answer = await load(path, { headers: sent as Record<string, string> })
          expect(answer.status, JSON.stringify(sent)).to.equal(401)
          expect(answer.headers.get('www-authenticate')).to.match(/^Basic realm=/)
          expect(await answer.text()).to.include('invalid_auth')
        }
      expect(stdout).not.to.include(PASSWORD)
    })

    it('shows its pages to who does; they and their files name no other host', async () => {
      const seen = new Set<string>()
      for (const path of PAGES) {
        const page = await load(path, { headers: basic(PASSWORD) })
        expect(page.status, path).to.equal(200)
        const policy = page.headers.get('content-security-policy') ?? ''
        expect(policy).to.include("default-src 'none'").and.include("frame-ancestors 'none'")
        const [, scripts = ''] = /script-src ([^;]*)/.exec(policy) ?? []
        expect(scripts)
          .to.match(/^'self' 'sha256-/)
          .and.not.include('unsafe')
        expect(page.headers.get('x-content-type-options')).to.equal('nosniff')
        const html = await page.text()
        expect(html).not.to.include(quiet.database_url)
        for (const [, file = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
          expect(file, path).to.match(/^\/(?!\/)/)
          if (/^\/assets\/|\.css$/.test(file)) seen.add(file)
        }
      }
      expect(seen.size).to.be.above(10)
      for (const file of seen) {
        const answer = await load(file, { headers: basic(PASSWORD) })
        expect(answer.status, file).to.equal(200)
        // What libraries say of their manuals is never loaded.
        expect(await answer.text(), file).not.to.match(/https?:\/\/(?:fonts|cdn|unpkg|[\w.-]*google)/)
      }
      expect((await load('/nothing', { headers: basic(PASSWORD) })).status).to.equal(404)
    })

    it('only shows: what would change something is refused', async () => {
      const data = { end_customer_id: randomUUID() }
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
        for (const path of ['/send', '/send.data', '/queues/settlement.match']) {
          const answer = await load(path, {
            method,
            headers: { ...basic(PASSWORD), Origin: URL },
            body: new URLSearchParams({ queueName: 'settlement.match', data: JSON.stringify(data) }),
          })
          expect([answer.status, answer.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD'])
        }
      expect(await quiet.jobsOf('settlement.match', data.end_customer_id)).to.deep.equal([])
    })

    it('odd paths and parameters are 400 or 404, in the envelope, and never a failure of ours', async () => {
      const odd: [path: string, status: number][] = [
        ...['/queues/%00', '/queues/%ff', '/%', '/schedules/x/%00', '/queues/a%0Ab', '/queues/%00.data'].map(bad),
        ...['/jobs?queues=%00', '/queues?search=%00', '/queues?search=a&search=%00'].map(bad),
        ...PAGES.map((path) => bad(`${path}?page=99999999999999999999`)),
        ...['x', '-1', '1e3', '%201', '+5', '1.5', '2147483648'].map((page) => bad(`/jobs?page=${page}`)),
        ...['99999999999999999999', '2147483648', 'x'].map((count) => bad(`/jobs?minRetries=${count}`)),
        ...['not-a-uuid', randomUUID(), `${randomUUID()}.data`].map((id) => none(`/queues/facts.evaluate/jobs/${id}`)),
        bad(`/__manifest?p=${'x'.repeat(8_000)}`),
        ...['/queues/nothing', '/schedules/x/y', '/assets/nothing.js', '/nothing'].map(none),
      ]
      for (const [path, status] of odd) {
        const answer = await load(path, { headers: basic(PASSWORD) })
        expect(answer.status, path).to.equal(status)
        expect(answer.headers.get('content-security-policy'), path).to.include("default-src 'none'")
        if (status === 400) expect(JSON.parse(await answer.text()).error.code).to.equal('invalid_request')
      }
      expect(stdout).to.not.match(/"level":(?:50|"error")/)
      for (const path of ['/jobs?page=', '/jobs?page=1&minRetries=3', '/queues?search=%C3%BC'])
        expect((await load(path, { headers: basic(PASSWORD) })).status, path).to.equal(200)
    })

    it('a browser without internet shows the queues and is refused nothing', async function () {
      if (!chromium) return this.skip()
      for (const path of ['/', '/queues']) {
        const { dom, log } = await browse(chromium, `http://operator:${PASSWORD}@127.0.0.1:${PORT}${path}`)
        expect(dom).to.include('facts.evaluate')
        expect(dom)
          .not.to.include('fonts.g')
          .and.not.match(/>\s*(Retry|Delete|Send Job)\s*</)
        expect(log).to.not.match(/Refused to|Content Security Policy|ERR_|Uncaught|Minified React/)
      }
    })

    it('stops on SIGTERM', async () => {
      expect(await stop()).to.equal(0)
    })
  })

  describe('while the database is away', () => {
    before(() => start({ DASHBOARD_PASSWORD: PASSWORD, DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x' }))

    it('answers 500, and writes to its log what failed, without secrets', async () => {
      expect((await load('/queues', { headers: basic(PASSWORD) })).status).to.equal(500)
      await eventually(async () => stdout.includes('ECONNREFUSED'))
      expect(await stop()).to.equal(0)
      for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).to.include({ process: 'dashboard' })
      expect([stdout.includes('hidden'), stderr]).to.deep.equal([false, ''])
    })
  })
})
