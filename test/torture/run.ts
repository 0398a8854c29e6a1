import { setTimeout as sleep } from 'node:timers/promises'
import { checkAnswers, checkUnavailable, countSpells, type Fate, fateOf, replayAll } from './checks/answers.ts'
import { checkBills } from './checks/bills.ts'
import { checkBankEntries, checkDecided, checkFeeds, checkQueues, checkVerifier, WAITING } from './checks/books.ts'
import { checkEffects } from './checks/effects.ts'
import { type Evidence, type Finding, gatherEvidence } from './checks/evidence.ts'
import { checkLogs } from './checks/logs.ts'
import { checkOrders } from './checks/orders.ts'
import { checkRegisters } from './checks/registers.ts'
import { checkStatements } from './checks/statements.ts'
import { checkWebhooks } from './checks/webhooks.ts'
import { createClient, type Sent } from './load/clients.ts'
import { OPERATIONS } from './load/operations.ts'
import { runSteps } from './load/run-steps.ts'
import { hashOfPlan, makePlan, type Plan } from './plan.ts'
import { type DisturbanceKind, disturb, type Spell, whyNot } from './surroundings/disturbances.ts'
import { subscribeAll } from './surroundings/receivers.ts'
import { openSurroundings, type Surroundings } from './surroundings/surroundings.ts'

/** Jobs of a worker that was killed are noticed after a heartbeat, and retried with growing pauses. */
const DRAIN_SECONDS = 240

export type Report = {
  readonly seed: number
  readonly seconds: number
  readonly plan: string
  readonly is_passed: boolean
  readonly findings: readonly Finding[]
  readonly requests: readonly Record<string, string | number>[]
  readonly disturbances: readonly {
    disturbance: string
    says: string
    times: number
    seconds: number
    skipped: string
  }[]
  readonly spells: readonly Spell[]
  readonly drained_after_s: readonly number[]
  /** Where the logs of the processes are, when something was found or somebody wants them. */
  readonly logs: string | null
}

type Options = {
  readonly seed: number
  readonly seconds: number
  readonly is_short: boolean
  /** Also when nothing was found. */
  readonly keeps_logs?: boolean
  say(line: string): void
}

/** Starts the service, lets the storm of the plan go over it, and checks what is left. */
export async function torture({ seed, seconds, is_short, keeps_logs = false, say }: Options): Promise<Report> {
  const plan = makePlan(seed, seconds)
  say(
    `seed ${seed}, plan ${hashOfPlan(plan)}: ${plan.clients.length} clients, ${plan.disturbances.length} disturbances`,
  )
  const where = await openSurroundings(is_short)
  let is_passed = false
  // Ctrl-C leaves no process and no disk behind.
  const interrupt = () => void where.close(false).finally(() => process.exit(130))
  process.once('SIGINT', interrupt)
  try {
    await where.calm()
    const [line] = where.lines
    const secrets = await subscribeAll(where.receivers, `http://127.0.0.1:${line?.port}`, where.receivers_key)
    const storm = await storms(where, plan, say)
    const requests = requestsOf(plan, storm.sent)
    const evidence = gatherEvidence(plan, storm.sent, storm.client, where.postgres.database_url())
    const { findings: found, drained_after_s } = await checkAll(evidence, where, { spells: storm.spells, secrets }, say)
    await evidence.close()
    const findings = [...found, checkUsed(requests)]
    is_passed = findings.every(({ wrong }) => wrong.length === 0)
    const disturbances = countSpells(storm.spells).map((counted) => ({
      ...counted,
      skipped: whyNot(where, counted.disturbance as DisturbanceKind) ?? '',
    }))
    const logs = is_passed && !keeps_logs ? null : where.folder
    const about = { seed, seconds, plan: hashOfPlan(plan), is_passed, findings, disturbances, drained_after_s, logs }
    return { ...about, requests, spells: storm.spells }
  } finally {
    process.off('SIGINT', interrupt)
    await where.close(!is_passed || keeps_logs)
  }
}

async function storms(where: Surroundings, plan: Plan, say: (line: string) => void) {
  const began = performance.now()
  const now_ms = () => Math.round(performance.now() - began)
  const base_urls = where.lines.map(({ port }) => `http://127.0.0.1:${port}`)
  const client = createClient({ base_urls, key: where.key, now_ms })
  const isOver = () => now_ms() > plan.seconds * 1_000
  const disturbed = disturb(where, plan.disturbances, now_ms)
  const clients = plan.clients.map((steps) => runSteps(client, plan, steps, isOver))
  while (!isOver()) await sleep(Math.min(10_000, Math.max(plan.seconds * 1_000 - now_ms(), 0) + 1))
  const spells = await disturbed
  await where.calm()
  const sent: Sent[] = (await Promise.all(clients)).flat()
  say(`the storm is over after ${Math.round(now_ms() / 1_000)} s: ${sent.length} requests`)
  return { client, sent, spells }
}

async function checkAll(
  evidence: Evidence,
  where: Surroundings,
  { spells, secrets }: { readonly spells: readonly Spell[]; readonly secrets: readonly string[] },
  say: (line: string) => void,
) {
  const drained_after_s = [await drain(evidence)]
  say(`the queues were empty after ${drained_after_s[0]} s`)
  const before = [...(await checkAnswers(evidence)), await checkEffects(evidence, 'before all is sent again')]
  const replayed = await replayAll(evidence)
  drained_after_s.push(await drain(evidence))
  const ends = [where.postgres, ...where.webs, ...where.workers, ...where.receivers].flatMap(
    ({ unasked_ends }) => unasked_ends,
  )
  const findings: Finding[] = [
    ...before,
    ...replayed,
    checkUnavailable(evidence, spells),
    await checkEffects(evidence, 'and afterwards'),
    await checkRegisters(evidence),
    await checkDecided(evidence),
    await checkBankEntries(evidence),
    await checkBills(evidence),
    await checkOrders(evidence),
    await checkFeeds(evidence),
    await checkVerifier(evidence),
    await checkStatements(evidence),
    ...(await checkQueues(evidence)),
    await checkWebhooks(evidence, where.receivers, secrets),
    ...checkLogs(evidence.plan, where),
    {
      check: 'no process ended by itself',
      counted: `${where.webs.length + where.workers.length + where.receivers.length} processes`,
      wrong: ends,
    },
  ]
  return { findings, drained_after_s }
}

/** @returns seconds until no job waited any more, or until the time for that was over */
async function drain({ query }: Evidence): Promise<number> {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 100) / 10
  while (seconds() < DRAIN_SECONDS && (await query(WAITING)).length > 0) await sleep(200)
  return seconds()
}

/** No bank statement of the storm has balances, so no difference of them is accepted. */
const NEVER_ACCEPTED: readonly string[] = ['post /v1/camt-053/imports/:import_id/accept-difference']

/** So often nobody asks in vain, and so many requests do everything at least once: how many a minute has depends on the machine. */
const OFTEN = 25
const A_STORM = 5_000

/** What is always refused, or never asked for, tests nothing. */
function checkUsed(requests: ReturnType<typeof requestsOf>): Finding {
  const isStorm = requests.reduce((sum, { sent }) => sum + sent, 0) >= A_STORM
  const unused = requests.filter(
    ({ accepted, endpoint, sent }) =>
      accepted === 0 && (isStorm || sent >= OFTEN) && !NEVER_ACCEPTED.includes(endpoint),
  )
  return {
    check: 'every operation is accepted at times',
    counted: `${requests.length} operations`,
    wrong: unused.map(({ endpoint, planned, sent }) => `${endpoint}: none of ${sent} sent, ${planned} planned`),
  }
}

/** Per endpoint: the outcomes that clients saw in the storm. */
function requestsOf(plan: Plan, sent: readonly Sent[]) {
  const planned = plan.clients.flat()
  return Object.keys(OPERATIONS).map((route) => {
    const requests = sent.filter(({ step, is_conflicting }) => step.route === route && !is_conflicting)
    const count = (fate: Fate) => requests.filter((one) => fateOf(one) === fate).length
    const attempts = requests.reduce((sum, one) => sum + one.attempts.length, 0)
    const steps = planned.filter((step) => step.route === route).length
    const fates = { accepted: count('accepted'), refused: count('refused'), unanswered: count('unanswered') }
    return { endpoint: route, planned: steps, sent: requests.length, attempts, ...fates }
  })
}
