import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { row, sql } from '../../shared/store/db/database.ts'
import { eventually } from '../support/books.ts'
import { writeAll } from '../support/moving/cuts/writers.ts'
import { type Draining, openDraining } from '../support/moving/drained-database.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { chart } from '../support/requests/examples.ts'

/** So many live there. */
const MANY = 4
/** So many newcomers at most come to live there, too. */
const MOST_EARLY = 2
/** So many more come at most when it is being drained. */
const MOST_LATE = 10

describe('a ledger database that is drained', function () {
  // Eight move one after the other: on a machine with six times the work that it can do, each of them took forty seconds.
  this.timeout(600_000)
  let draining: Draining
  before(async () => {
    draining = await openDraining()
  })
  after(async () => {
    expect(await draining.close()).to.deep.equal([0, 0])
  })

  const ops = (...args: string[]) => runCli('shared/cli/ops.ts', ['databases', ...args], draining.env)
  const stateOf = async (id: string) => (await draining.client.get(`/v1/source-facts/${id}`)).body.state

  /** As if it were the emptiest one of all. */
  const preferSecond = () =>
    draining.home.query(sql.type(row())`update databases set weight = 1000 where name = 'second'`)

  async function newcomer(): Promise<string> {
    const they = randomUUID()
    expect((await draining.client.put('/v1/accounts', chart(they))).status).to.equal(202)
    return they
  }

  const isDraining = () =>
    draining.home.exists(sql.type(row())`select from databases where name = 'second' and state = 'draining'`)

  /**
   * Sends for somebody new again and again, until it is stopped. Who comes early lives there and has to move: without a bound they were the
   * more the longer a busy machine takes to start the command, and the end was the farther away.
   */
  function welcomeNewcomers() {
    let isStopped = false
    const early: string[] = []
    const late: string[] = []
    const arriving = (async () => {
      for (; !isStopped; await sleep(2_000)) {
        const [arrived, most] = (await isDraining()) ? [late, MOST_LATE] : [early, MOST_EARLY]
        if (arrived.length < most) arrived.push(await newcomer())
      }
    })()
    return {
      late,
      async stop() {
        isStopped = true
        await arriving
      },
    }
  }

  /** Kills the command when it has moved the first one. */
  async function killedCommand(): Promise<void> {
    const args = ['databases', 'drain', 'second', '--longest-pause', '60000']
    const child: ChildProcess = spawn(process.execPath, ['shared/cli/ops.ts', ...args], {
      env: { ...process.env, ...draining.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    if (child.stdout)
      createInterface(child.stdout).once('line', (line) => {
        expect(line).to.match(/ lives in (home|third)$/)
        child.kill('SIGKILL')
      })
    expect((await ended)[1]).to.equal('SIGKILL')
  }

  it('takes nobody new, and loses nobody who is written meanwhile, also where the command is killed', async () => {
    await preferSecond()
    await eventually(async () => (await draining.placeOf(await newcomer())) === 'second', 60)
    const they = await Promise.all(Array.from({ length: MANY }, () => draining.inhabitant('second')))
    // Placed, and nothing was sent for it.
    const nobody = randomUUID()
    expect((await ops('place', 'second', '--end-customer', nobody)).code).to.equal(0)
    const writers = they.map((one) => ({ one, ...writeAll(draining, one) }))
    const newcomers = welcomeNewcomers()
    await killedCommand()
    const [, second] = JSON.parse((await ops('list', '--json')).stdout)
    expect([second.name, second.state]).to.deep.equal(['second', 'draining'])
    expect(second.end_customers).to.be.greaterThan(0)
    await eventually(() => Promise.resolve(newcomers.late.length > 0), 60)
    const lines: string[] = []
    const end = await draining.drain('second', {
      told: (line) => lines.push('reason' in line ? line.reason : line.to_name),
    })
    await newcomers.stop()
    for (const writer of writers) await writer.stop()
    expect(end).to.deep.equal({ left: 0, unknown: 0 })
    expect(lines).to.have.length.of.at.least(MANY)
    expect(lines.filter((line) => !['home', 'third'].includes(line))).to.deep.equal([])
    const late = await draining.home.any(sql.type(row())`
      select end_customer_id from moves
      where from_name = 'second' and end_customer_id = any(${sql.array(newcomers.late, 'uuid')})
    `)
    expect(late).to.deep.equal([])
    for (const { one, accepted } of writers) {
      const states = async () => Promise.all([...accepted.values()].map(({ id }) => stateOf(id)))
      await eventually(async () => [...new Set(await states())].join() === 'posted', 60)
      expect(await draining.findings(one)).to.deep.equal([])
    }
    expect(await draining.placeOf(nobody)).not.to.equal('second')
    expect(await draining.countIn('second')).to.equal(0)
    const again = await ops('drain', 'second')
    expect([again.code, again.stdout, again.stderr]).to.deep.equal([
      0,
      'nobody lives in second any more: run "databases remove second", then take SECOND_URL and SECOND_OWNER_URL away\n',
      '',
    ])
  })

  it('refuses who is named for it, and stays so where it is added once more', async () => {
    const placed = await ops('place', 'second', '--end-customer', randomUUID())
    expect([placed.code, placed.stderr]).to.deep.equal([
      1,
      'The ledger database "second" is being drained and takes nobody new.\n',
    ])
    const moved = await runCli(
      'shared/cli/ops.ts',
      ['move', '--end-customer', await draining.inhabitant('home'), '--to', 'second'],
      draining.env,
    )
    expect(moved.stderr).to.equal('There is no open ledger database "second".\n')
    expect(await draining.installation.add('second')).to.equal('draining')
  })

  it('is no ledger database any more when it is taken out, and may be added again', async () => {
    const there = await draining.inhabitant('third')
    const refusals = [
      ['home', 'Home knows the other ledger databases, so it cannot be taken out.'],
      ['third', 'Run databases drain third first.'],
      ['fourth', 'There is no ledger database "fourth"; databases list shows them.'],
    ] as const
    for (const [name, sentence] of refusals) {
      const { code, stderr } = await ops('remove', name)
      expect([code, stderr]).to.deep.equal([1, `${sentence}\n`])
    }
    expect(await draining.namesUp()).to.deep.equal(['home', 'second', 'third'])
    const removed = await ops('remove', 'second')
    expect([removed.code, removed.stdout, removed.stderr]).to.deep.equal([
      0,
      'second is no ledger database any more; take SECOND_URL and SECOND_OWNER_URL away from web, worker and release step\n',
      '',
    ])
    await eventually(async () => (await draining.namesUp()).join() === 'home,third')
    await eventually(async () => (await draining.sessionsIn('second')).length === 0, 60)
    expect(await draining.placeOf(there)).to.equal('third')
    expect(await draining.installation.add('second')).to.equal('open')
    await eventually(async () => (await draining.namesUp()).join() === 'home,second,third', 60)
    const back = await draining.inhabitant('second')
    expect(await draining.findings(back)).to.deep.equal([])
  })
})
