import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { findDemo } from '../../../shared/cli/demo/fill-once.ts'
import { openChromium } from '../../api/print/pages/chromium.ts'
import { SIZE, takePictures } from '../../pictures/take-pictures.ts'
import { eventually } from '../../support/books.ts'
import { queryRows } from '../../support/first-build.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { runCli } from '../../support/processes/run-cli.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { ownerUrl, service } from '../../support/service.ts'
import { there } from '../../support/there.ts'

const SHEET = /^ {2}(http\S+or-balance-sheet\S+)$/m
const PASS = /^ {2}(hb_[0-9a-f]{16}_\S+)$/m
const CUSTOMER = /end_customer_id=([^&]+)/
const BOOKED = /The demo company .* is booked\.[\s\S]*\/v1\/end-customers\n/

describe('npm start -- --demo', function () {
  this.timeout(300_000)
  let folder: string
  let supervisor: ChildProcess | undefined
  let said = ''

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'hauptbuch-start-demo-'))
  })
  after(() => {
    supervisor?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  /** @returns everything that is said up to then, and what was said of the company */
  async function start(port: number, until = BOOKED): Promise<{ said: string; ofDemo: string }> {
    said = ''
    supervisor = spawn(process.execPath, ['shared/cli/start.ts', '--demo'], {
      env: { ...process.env, DATABASE_URL: '', HAUPTBUCH_DATA_DIR: folder, PORT: String(port), LOG_LEVEL: '' },
    })
    for (const stream of [supervisor.stdout, supervisor.stderr])
      stream?.on('data', (chunk) => {
        said += chunk
      })
    await eventually(async () => {
      expect(said.slice(-2_000)).not.to.include('is not complete')
      return until.test(said)
    }, 240)
    return { said, ofDemo: said.slice(said.lastIndexOf('The demo company')) }
  }

  async function stop(): Promise<void> {
    supervisor?.kill('SIGINT')
    await new Promise((resolve) => supervisor?.once('exit', resolve))
  }

  /** Takes the pictures of the docs anew: they are there, and of the same size and pages. */
  async function compareWithDocs(company: Parameters<typeof takePictures>[1]): Promise<void> {
    const chromium = await openChromium()
    if (!chromium) return
    const taken = join(folder, 'pictures')
    await takePictures(chromium, company, taken).finally(() => chromium.close())
    for (const name of readdirSync('docs/pictures')) {
      const [ours, theirs] = [taken, 'docs/pictures'].map((its) => readFileSync(join(its, name)))
      expect(sizeOf(there(ours)), name).to.deep.equal(SIZE)
      expect(sizeOf(there(theirs)), name).to.deep.equal(SIZE)
    }
  }

  /** Nobody who keeps books shows an asset, a debt or a reserve below zero; its valuation alone is subtracted from an account. */
  function expectPlausible(html: string): void {
    const lines = html.match(/<tr class="line [\s\S]*?<\/tr>/g) ?? []
    expect(lines.length).to.be.greaterThan(15)
    expect(lines.filter((line) => />-\d/.test(line))).to.deep.equal([])
  }

  const linesOfLog = (text: string) => text.split('\n').filter((line) => line.startsWith('{'))

  it('leaves no key that serves where Ctrl-C stops it in the middle', async () => {
    await start(await freePort(), /^ {2}documents: 12/m)
    await stop()
    const env = { DATABASE_URL: '', HAUPTBUCH_DATA_DIR: folder }
    const { stdout } = await runCli('shared/cli/keys.ts', ['list', '--json'], env)
    const keys: { client: string; state: string }[] = JSON.parse(stdout)
    const its_own = keys.filter(({ client }) => client === 'demo company')
    expect(its_own.map(({ state }) => state)).to.deep.equal(['disabled'])
  })

  it('books the company once, beside what it has left, and says where its pages are; a later start finds it there', async () => {
    const port = await freePort()
    const first = await start(port)
    const [, sheet = ''] = SHEET.exec(first.ofDemo) ?? []
    await eventually(async () => PASS.test(said))
    const [, pass = ''] = PASS.exec(said.slice(said.lastIndexOf('The demo company'))) ?? []
    const open = (url: string) =>
      fetch(url, { headers: { accept: 'text/html', authorization: `Basic ${btoa(`anybody:${pass}`)}` } })
    const first_page = await (await open(sheet)).text()
    expect(first_page).to.include('Beispiel Werkstatt AG')
    expectPlausible(first_page)
    const list = `http://127.0.0.1:${port}/v1/end-customers`
    const names = await (await open(list)).text()
    expect(names.match(/Beispiel Werkstatt AG|Schlosserei \w+ AG/g)).to.have.length(5)
    // The pass of the demo opens its pages alone, and is no API key.
    const bearer = await fetch(list, { headers: { authorization: `Bearer ${pass}` } })
    expect(bearer.status).to.equal(401)
    // No line of a request runs over the pass, which is shown once.
    expect(linesOfLog(said)).to.deep.equal([])
    expect(first.said).to.include('LOG_LEVEL=info npm start has a line for each request.')
    await compareWithDocs({
      base_url: `http://127.0.0.1:${port}`,
      customer: CUSTOMER.exec(sheet)?.[1] ?? '',
      page_pass: pass,
    })
    await stop()

    const again = await start(port)
    expect(again.said).not.to.match(/hb_[0-9a-f]{16}_/)
    expect(SHEET.exec(again.ofDemo)?.[1]).to.equal(sheet)
    // Both the page to begin with, and that of the demo.
    expect(again.said.split(`  ${list}\n`)).to.have.length(3)
    expect((await open(sheet)).status).to.equal(200)
    await stop()
    expect(linesOfLog(said)).to.deep.equal([])
  })

  it('books nothing into a database that DATABASE_URL names', async () => {
    const env = { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x', HAUPTBUCH_DATA_DIR: folder }
    const { code, stdout, stderr } = await runCli('shared/cli/start.ts', ['--demo'], env)
    expect([code, stdout]).to.deep.equal([1, ''])
    expect(stderr).to.match(/^--demo books an invented company into the embedded database alone, .*\n$/)
  })

  it('books no invented company beside the books of somebody', async () => {
    await newEndCustomer()
    const refused = await findDemo(service().database_url).catch(({ message }) => message)
    expect(refused).to.match(
      /^The database has books already, and an invented company is not booked beside them: .+\.$/,
    )
  })

  it('nor beside those of somebody who lives in another ledger database', async () => {
    const home = await service().server.createDatabase()
    expect(await findDemo(home)).to.equal(null)
    await queryRows(
      ownerUrl(home),
      `insert into databases (name, database_id, url_variable, state)
      values ('second', '${randomUUID()}', 'SECOND_URL', 'open')`,
    )
    await queryRows(ownerUrl(home), `insert into placements values ('${randomUUID()}', 'second')`)
    expect(await findDemo(home).catch(({ message }) => message)).to.match(/^The database has books already, /)
  })
})

/** Of a PNG, whose first chunk says it. */
function sizeOf(png: Buffer): { width: number; height: number } {
  expect(png.subarray(1, 4).toString()).to.equal('PNG')
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
