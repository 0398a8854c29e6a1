import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from '../checks/evidence.ts'
import type { Plan } from '../plan.ts'
import { customersOf, type LedgerServer } from '../surroundings/postgres/servers.ts'
import type { Surroundings } from '../surroundings/surroundings.ts'
import { CALM_PATIENCE_MS, type Client, type Sent } from './clients.ts'
import { runSteps } from './run-steps.ts'
import { sendOnce } from './send-once.ts'

const ROUTE = 'post /v1/source-facts/expense-documents'
/** The storm may have left work for minutes. */
const DECIDED_MS = 240_000

/**
 * Takes each further ledger database away while all else is calm, so that nothing excuses a refusal. Those who live elsewhere are
 * answered, and their facts decided. Those who live in it are told to come again.
 *
 * @returns also what was sent, which is checked as everything is
 */
export async function goOnWithout(where: Surroundings, plan: Plan, client: Client) {
  const sent: Sent[] = []
  const wrong: string[] = []
  let refused = 0
  for (const { name, postgres } of where.servers.all.slice(1)) {
    const inhabitants = (await customersOf(where.servers, name)) ?? []
    const others = plan.customers.filter((id) => !inhabitants.includes(id))
    postgres.holdDown('SIGKILL')
    try {
      const asked = inhabitants.flatMap((id) => where.lines.map(({ port }) => isToldToWait(port, where.key, id)))
      const of_others = await Promise.all(others.map((id) => sendFact(client, plan, id, name)))
      const told = await Promise.all(asked)
      refused += told.length
      wrong.push(...told.flat(), ...of_others.flatMap((one) => one.wrong))
      sent.push(...of_others.flatMap((one) => one.sent))
    } finally {
      postgres.letUp()
      await where.calm()
    }
  }
  const counted = `${sent.length} facts of others, ${refused} refusals`
  const check = 'while nothing but a further ledger database is away, others are served and worked for'
  const findings: Finding[] = where.servers.all.length > 1 ? [{ check, counted, wrong }] : []
  return { sent, findings }
}

async function sendFact(client: Client, plan: Plan, id: string, without: LedgerServer['name']) {
  const customer = plan.customers.indexOf(id)
  const name = `s${plan.seed}-without-${without}-${customer}`
  const step = { name, route: ROUTE, customer, draw: customer, delivery: 'once', pause_ms: 0 } as const
  const sent = await runSteps(client, plan, [step], () => false)
  const answers = sent.flatMap(({ attempts }) => attempts.flatMap(({ answer }) => answer ?? []))
  const failed = answers.find(({ status }) => status !== 202)
  const [accepted] = answers
  if (failed || !accepted) return { sent, wrong: [`${name}: ${failed?.status ?? 'no'} ${failed?.text ?? 'answer'}`] }
  const fact_id: string = JSON.parse(accepted.text).id
  for (const ends_at = Date.now() + DECIDED_MS; Date.now() < ends_at; await sleep(200)) {
    const fact = await client.readsOf(id, CALM_PATIENCE_MS).one(`/v1/source-facts/${fact_id}`)
    if (fact && fact.state !== 'received') return { sent, wrong: [] }
  }
  return { sent, wrong: [`${name} was not decided`] }
}

/** Processes of PostgreSQL whose postmaster was killed answer until they notice, which takes a loaded machine seconds. */
const NOTICED_MS = 60_000

async function isToldToWait(port: number, key: string, id: string): Promise<string[]> {
  let answer: Awaited<ReturnType<typeof sendOnce>>
  const ends_at = Date.now() + NOTICED_MS
  do {
    answer = await sendOnce(`http://127.0.0.1:${port}/v1/events?end_customer_id=${id}&limit=1`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(CALM_PATIENCE_MS),
    })
    if (answer?.status === 503 && answer.retry_after !== null) return []
    await sleep(200)
  } while (answer?.status === 200 && Date.now() < ends_at)
  return [`${id}, whose database is away, got ${answer?.status ?? 'no answer'} ${answer?.text.slice(0, 200) ?? ''}`]
}
