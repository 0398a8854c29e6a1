import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { eventually } from '../support/books.ts'
import { freePort } from '../support/processes/free-port.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { runShell } from '../support/processes/run-shell.ts'

const PORT = await freePort()
const BASE_URL = `http://127.0.0.1:${PORT}`

const isReady = () =>
  fetch(`${BASE_URL}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Processes of one run, found by what they were started with. */
function pidsOf(supervisor: ChildProcess): Map<string, number> {
  const processes = new Map<string, number>()
  for (const pid of childrenOf(supervisor.pid ?? 0)) {
    const command = commandOf(pid)
    for (const name of ['api/main.ts', 'workers/main.ts', 'cluster'])
      if (command.includes(name)) processes.set(name, pid)
  }
  return processes
}

/** Empty for a process that has ended meanwhile. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

describe('npm start', function () {
  this.timeout(180_000)
  let folder: string
  let supervisor: ChildProcess
  let said: string

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'hauptbuch-start-'))
  })
  after(() => {
    for (const pid of supervisor ? pidsOf(supervisor).values() : []) kill(pid)
    supervisor?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const env = (more: NodeJS.ProcessEnv = {}) => ({
    DATABASE_URL: '',
    HAUPTBUCH_DATA_DIR: folder,
    PORT: String(PORT),
    LOG_LEVEL: 'trace',
    ...more,
  })

  /** The key stands in the welcome only, a payload nowhere but in the command that sends it. */
  function expectNoSecrets(output: string): void {
    const log = output.split('\n').filter((line) => line.startsWith('{'))
    expect(log.filter((line) => line.includes('/v1/source-facts/expense-documents'))).to.have.length(1)
    const secrets = [...output.matchAll(/hb_[0-9a-f]{16}_([\w-]+)/g)].map(([, secret = '']) => secret)
    expect(new Set(secrets)).to.have.length(2)
    for (const hidden of [...secrets, 'Papeterie', 'postgres://'])
      expect(log.filter((line) => line.includes(hidden))).to.deep.equal([])
  }

  async function start(): Promise<void> {
    said = ''
    supervisor = spawn(process.execPath, ['shared/cli/start.ts'], { env: { ...process.env, ...env() } })
    supervisor.stdout?.on('data', (chunk) => {
      said += chunk
    })
    await eventually(async () => said.includes('is ready at'))
    expect(await isReady()).to.equal(true)
  }

  async function stop(): Promise<number | null> {
    supervisor.kill('SIGTERM')
    return new Promise((resolve) => supervisor.once('exit', resolve))
  }

  /** Nobody has set a key for the secrets of webhooks. */
  async function subscribe(): Promise<number> {
    const [key = ''] = /hb_[0-9a-f]{16}_[\w-]+/.exec(said) ?? []
    const answer = await fetch(`${BASE_URL}/v1/webhook-subscriptions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
      body: JSON.stringify({ url: 'https://example.com/hook' }),
    })
    return answer.status
  }

  it('shows a key and three commands once; they work, and the data is there after the next start', async () => {
    await start()
    const commands = said.split('\n').filter((line) => line.startsWith('curl '))
    expect(commands).to.have.length(3)
    const answers: string[] = []
    for (const command of commands) answers.push((await runShell(command)).trim())
    expect(answers.map((answer) => JSON.parse(answer).object)).to.deep.equal([
      'account_list',
      'source_fact',
      'or_balance_sheet',
    ])
    expect(JSON.parse(answers[1] ?? '').state).to.equal('posted')
    const [, page = '', pass = ''] = /^ {2}(http\S+)\n {2}(hb_[0-9a-f]{16}_\S+)$/m.exec(said) ?? []
    const browser = { accept: 'text/html', authorization: `Basic ${btoa(`anybody:${pass}`)}` }
    expect(await (await fetch(page, { headers: browser })).text()).to.include('108.10')
    expect(await subscribe()).to.equal(201)
    expect(await stop()).to.equal(0)
    expect(said).to.include('stopped')
    expectNoSecrets(said)
    await start()
    expect(said).not.to.match(/hb_[0-9a-f]{16}_/)
    expect(said).to.include(`\n  ${BASE_URL}/v1/end-customers\n`)
    expect((await runShell(commands[2] ?? '')).trim()).to.equal(answers[2])
  })

  for (const part of ['api/main.ts', 'workers/main.ts', 'cluster']) {
    it(`starts ${part} again after kill -9`, async () => {
      await eventually(async () => pidsOf(supervisor).has(part))
      const before = pidsOf(supervisor).get(part) as number
      process.kill(before, 'SIGKILL')
      await eventually(async () => ![undefined, before].includes(pidsOf(supervisor).get(part)) && (await isReady()))
    })
  }

  it('one sentence for a port and a data folder that are in use', async () => {
    const busyPort = await runCli('shared/cli/start.ts', [], env())
    expect([busyPort.code, busyPort.stderr]).to.satisfy(
      ([code, text]: [number, string]) => code === 1 && /^Port \d+ on [\d.]+ is in use\. .*\n$/.test(text),
    )
    const busyFolder = await runCli('shared/cli/start.ts', [], env({ PORT: String(PORT + 1) }))
    expect([busyFolder.code, busyFolder.stderr]).to.satisfy(
      ([code, text]: [number, string]) => code === 1 && /^Another npm start is using .*\n$/.test(text),
    )
  })

  it('starts again by itself after kill -9 of the supervisor, and of everything', async () => {
    supervisor.kill('SIGKILL')
    await eventually(async () => !(await isReady()))
    await start()
    for (const pid of pidsOf(supervisor).values()) kill(pid)
    supervisor.kill('SIGKILL')
    await start()
    expect(await stop()).to.equal(0)
  })

  it('one sentence for what cannot be used', async () => {
    const cases: [NodeJS.ProcessEnv, RegExp][] = [
      [{ HAUPTBUCH_DATA_DIR: '/proc/nothing' }, /^The data folder \/proc\/nothing cannot be used: .*\n$/],
      [{ HAUPTBUCH_DATA_DIR: join(process.cwd(), 'package.json') }, /is not a folder.*\n$/],
      [
        { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x' },
        /^Cannot use database "x" on 127.0.0.1: nothing listens there\. .*\n$/,
      ],
      [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be a URL like .*\n$/],
      [{ PORT: 'eighty', LOG_LEVEL: 'loud' }, /^PORT must be .* LOG_LEVEL must be .*\n$/],
    ]
    for (const [more, expected] of cases) {
      const { code, stderr } = await runCli('shared/cli/start.ts', [], env(more))
      expect(code).to.equal(1)
      expect(stderr).to.match(expected)
      expect(stderr).not.to.include('hidden')
    }
  })

  it('a port that is taken by another program', async () => {
    const other: Server = createServer().listen(PORT, '127.0.0.1')
    const { code, stderr } = await runCli('shared/cli/start.ts', [], env())
    other.close()
    expect([code, stderr.includes('is in use')]).to.deep.equal([1, true])
  })
})

/** A process that has ended by itself meanwhile needs no killing. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it is gone
  }
}
