import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { eventually } from '../../support/books.ts'
import { freePort } from '../../support/processes/free-port.ts'

const SHEET = /^ {2}(http\S+or-balance-sheet\S+)$/m
const PASS = /^ {2}(hb_[0-9a-f]{16}_\S+)$/m

describe('npm start -- --demo', function () {
  this.timeout(300_000)
  let folder: string
  let supervisor: ChildProcess | undefined

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'hauptbuch-start-demo-'))
  })
  after(() => {
    supervisor?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  /** @returns everything that is said once the pages of the company are, and what was said of them */
  async function start(port: number): Promise<{ said: string; ofDemo: string }> {
    let said = ''
    supervisor = spawn(process.execPath, ['shared/cli/start.ts', '--demo'], {
      env: { ...process.env, DATABASE_URL: '', HAUPTBUCH_DATA_DIR: folder, PORT: String(port) },
    })
    for (const stream of [supervisor.stdout, supervisor.stderr])
      stream?.on('data', (chunk) => {
        said += chunk
      })
    await eventually(async () => {
      expect(said.slice(-2_000)).not.to.include('is not complete')
      return /The demo company .* is booked\.[\s\S]*\/v1\/end-customers\n/.test(said)
    }, 240)
    return { said, ofDemo: said.slice(said.lastIndexOf('The demo company')) }
  }

  async function stop(): Promise<void> {
    supervisor?.kill('SIGTERM')
    await new Promise((resolve) => supervisor?.once('exit', resolve))
  }

  it('books the company once and says where its pages are, and how to log in; a later start finds it there', async () => {
    const port = await freePort()
    const first = await start(port)
    const [, sheet = ''] = SHEET.exec(first.ofDemo) ?? []
    await eventually(async () => PASS.test(first.ofDemo))
    const [, pass = ''] = PASS.exec(first.ofDemo) ?? []
    const open = (url: string) =>
      fetch(url, { headers: { accept: 'text/html', authorization: `Basic ${btoa(`anybody:${pass}`)}` } })
    expect(await (await open(sheet)).text()).to.include('Beispiel Werkstatt AG')
    const list = `http://127.0.0.1:${port}/v1/end-customers`
    const names = await (await open(list)).text()
    expect(names.match(/Beispiel Werkstatt AG|Schlosserei \w+ AG/g)).to.have.length(5)
    // The pass of the demo opens its pages alone, and is no API key.
    const bearer = await fetch(list, { headers: { authorization: `Bearer ${pass}` } })
    expect(bearer.status).to.equal(401)
    await stop()

    const again = await start(port)
    expect(again.said).not.to.match(/hb_[0-9a-f]{16}_/)
    expect(SHEET.exec(again.ofDemo)?.[1]).to.equal(sheet)
    // Both the page to begin with, and that of the demo.
    expect(again.said.split(`  ${list}\n`)).to.have.length(3)
    expect((await open(sheet)).status).to.equal(200)
    await stop()
  })
})
