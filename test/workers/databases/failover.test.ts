import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '../../support/books.ts'
import { startProcesses } from '../../support/processes/real-processes.ts'
import { runCli } from '../../support/processes/run-cli.ts'
import { chart, EXPENSES, expense } from '../../support/requests/examples.ts'
import { type Server, startReplicated, waitForStandby } from '../../support/servers/replicated.ts'

/** `FAILOVERS=20 npm test -- test/workers/databases/failover.test.ts` goes to and fro. */
const FAILOVERS = Number(process.env.FAILOVERS ?? 1)
const SENDERS = 6
/**
 * What the service promises. It looks once a second for the server that takes writes, gives each two seconds to answer, and waits five
 * for a connection; where nothing is slow it goes on within a quarter of a second.
 */
const GOES_ON_WITHIN_MS = 10_000

type Load = ReturnType<typeof sendFacts>
type Sent = { readonly id: string; readonly sent_at: number; readonly answered_at: number }

describe('a failover to a synchronous standby', function () {
  this.timeout(300_000 * FAILOVERS)

  it('loses no answered fact, books none twice, and goes on by itself', async () => {
    const servers = await startReplicated()
    let { primary } = servers
    let standby = await servers.addStandby('b0')
    await waitForStandby(primary, 'b0')
    const DATABASE_URL = bothOf(primary, standby)
    const running = await startProcesses({ DATABASE_URL }, primary.url)
    try {
      const customer = randomUUID()
      await running.client.put('/v1/accounts', chart(customer))
      const load = sendFacts(running.client, customer)
      for (let count = 1; count <= FAILOVERS; count += 1) {
        await failOver(load, primary, standby)
        const lost = primary
        primary = standby
        if (count === FAILOVERS) break
        standby = await servers.addStandby(`b${count}`, primary, lost.port)
        await waitForStandby(primary, `b${count}`)
      }
      await expectBooked(primary, customer, await load.end())
      expect((await runCli('shared/cli/ops.ts', ['verify'], { DATABASE_URL })).code).to.equal(0)
      expect([await running.web.stop(), await running.worker.stop()]).to.deep.equal([0, 0])
      const faults = [...running.web.lines(), ...running.worker.lines()].filter(({ level }) => level > 40)
      expect(faults).to.deep.equal([])
    } finally {
      await running.stop()
      await servers.close()
    }
  })
})

/** Kills the primary in the middle of the load, promotes the standby, and waits for facts that were sent afterwards. */
async function failOver({ answered }: Load, primary: Server, standby: Server): Promise<void> {
  const before = answered.length
  await eventually(async () => answered.length >= before + 100)
  await sleep(randomInt(200))
  await primary.kill()
  await standby.query('select pg_promote()')
  const promoted_at = performance.now()
  const later = () => answered.filter(({ sent_at }) => sent_at > promoted_at)
  await eventually(async () => later().length >= 100)
  const first = Math.min(...later().map(({ answered_at }) => answered_at))
  expect(first - promoted_at).to.be.below(GOES_ON_WITHIN_MS)
}

function bothOf(a: Server, b: Server): string {
  const url = new URL(a.url)
  return `postgres://${url.username}:${url.password}@127.0.0.1:${a.port},127.0.0.1:${b.port}${url.pathname}?target_session_attrs=read-write`
}

/** Sends facts from several places until it is told to end. What is refused or cut off is sent again, as it was. */
function sendFacts({ post }: Awaited<ReturnType<typeof startProcesses>>['client'], customer: string) {
  const answered: Sent[] = []
  let is_over = false

  async function sendOne(): Promise<void> {
    const fact = expense(customer)
    for (;;) {
      const sent_at = performance.now()
      const answer = await post(EXPENSES, fact, { idempotencyKey: fact.idempotency_key }).catch(() => null)
      if (answer?.status === 202) {
        answered.push({ id: answer.body.id, sent_at, answered_at: performance.now() })
        return
      }
      if (answer !== null) expect([answer.status, answer.headers.get('Retry-After')]).to.deep.equal([503, '1'])
      await sleep(50)
    }
  }
  const senders = Array.from({ length: SENDERS }, async () => {
    while (!is_over) await sendOne()
  })
  return {
    answered,
    async end(): Promise<readonly Sent[]> {
      is_over = true
      await Promise.all(senders)
      return answered
    },
  }
}

async function expectBooked(server: Server, customer: string, sent: readonly Sent[]): Promise<void> {
  const stateOf = () =>
    server.query<{ facts: number; posted: number; entries: number }>(`
      select (select count(*)::integer from source_facts where end_customer_id = '${customer}') as facts,
        (select count(*)::integer from fact_states where end_customer_id = '${customer}' and state = 'posted') as posted,
        (select count(*)::integer from journal_entries where end_customer_id = '${customer}') as entries
    `)
  await eventually(async () => (await stateOf())[0]?.posted === sent.length)
  expect(await stateOf()).to.deep.equal([{ facts: sent.length, posted: sent.length, entries: sent.length }])
  expect(new Set(sent.map(({ id }) => id)).size).to.equal(sent.length)
}
