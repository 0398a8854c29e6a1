import { setTimeout as sleep } from 'node:timers/promises'
import { checkAnswers, countSpells, replayAll } from './checks/answers.ts'
import { checkBills } from './checks/bills.ts'
import {
  checkBankEntries,
  checkDecided,
  checkFeeds,
  checkFollowed,
  checkQueues,
  checkVerifier,
} from './checks/books.ts'
import { checkEffects } from './checks/effects.ts'
import { type Evidence, type Finding, gatherEvidence } from './checks/evidence.ts'
import { checkLogs } from './checks/logs.ts'
import { checkOrders } from './checks/orders.ts'
import { checkMoves, checkPlaces } from './checks/places.ts'
import { checkRegisters } from './checks/registers.ts'
import { checkStatements } from './checks/statements.ts'
import { checkOthersGoOn, checkUnavailable } from './checks/unavailable.ts'
import { checkUsed, requestsOf } from './checks/used.ts'
import { checkWebhooks } from './checks/webhooks.ts'
import { createClient, type Sent } from './load/clients.ts'
import { type Followed, followFeeds } from './load/follow-feeds.ts'
import { runSteps } from './load/run-steps.ts'
import { goOnWithout } from './load/without-a-database.ts'
import { hashOfPlan, makePlan, type Plan } from './plan.ts'
import { type DisturbanceKind, disturb, type Spell, whyNot } from './surroundings/disturbances.ts'
import { finishMoves } from './surroundings/moves.ts'
import { subscribeAll } from './surroundings/receivers.ts'
import { openSurroundings, type Surroundings } from './surroundings/surroundings.ts'
import { untilIdle } from './until-idle.ts'

/** Of each client, before anything is disturbed: those that each end customer begins with, and some facts. */
const FIRST_STEPS = 4
const LATE = { most_ms: 180_000, rest_ms: 5_000 } as const

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
  /** Ledger databases, on a server each; 1 if missing. */
  readonly databases?: number
  /** So many of those of the plan, each of whom sets an end customer up; all if missing. */
  readonly clients?: number
  /** Also when nothing was found. */
  readonly keeps_logs?: boolean
  say(line: string): void
}

/** Starts the service, lets the storm of the plan go over it, and checks what is left. */
export async function torture(options: Options): Promise<Report> {
  const { seed, seconds, is_short, databases = 1, clients, keeps_logs = false, say } = options
  const plan = makePlan(seed, seconds, { databases, clients })
  say(
    `seed ${seed}, plan ${hashOfPlan(plan)}: ${plan.clients.length} clients, ${plan.disturbances.length} disturbances`,
  )
  const where = await openSurroundings({ is_short, databases, customers: plan.customers })
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
    const evidence = gatherEvidence(plan, storm.sent, storm.client, where.servers.all)
    const { findings: found, drained_after_s } = await checkAll(evidence, where, { ...storm, secrets }, say)
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
  // Nobody moves whom no database has heard of; how long that takes depends on the machine.
  const first = where.servers.all.length > 1 ? FIRST_STEPS : 0
  const inFirst = plan.clients.map((steps) => runSteps(client, plan, steps.slice(0, first), () => false))
  const sent: Sent[] = (await Promise.all(inFirst)).flat()
  const from_ms = first > 0 ? now_ms() : 0
  const ends_ms = from_ms + plan.seconds * 1_000
  // Whoever is being moved at the end is written until it lives elsewhere, at leisure: a slow machine has to do what comes.
  const { under_way } = where.mover
  const isOver = () => now_ms() > ends_ms + (under_way.size > 0 ? LATE.most_ms : 0)
  const planned = plan.disturbances.map((one) => ({ ...one, at_ms: from_ms + one.at_ms }))
  const disturbed = disturb(where, planned, now_ms)
  const endFollowing = followFeeds({ base_urls, key: where.key }, plan.customers)
  const rest_ms = () => (now_ms() > ends_ms ? LATE.rest_ms : 0)
  const clients = plan.clients.map((steps) => runSteps(client, plan, steps.slice(first), isOver, rest_ms))
  while (!isOver()) await sleep(Math.min(10_000, Math.max(ends_ms - now_ms(), 0) + 100))
  const spells = await disturbed
  await where.calm()
  await finishMoves(where)
  sent.push(...(await Promise.all(clients)).flat())
  say(`the storm is over after ${Math.round(now_ms() / 1_000)} s: ${sent.length} requests`)
  const without = await goOnWithout(where, plan, client)
  sent.push(...without.sent)
  return { client, sent, spells, without: without.findings, followed: await endFollowing() }
}

type StormEvidence = {
  readonly spells: readonly Spell[]
  readonly secrets: readonly string[]
  readonly followed: readonly Followed[]
  readonly without: readonly Finding[]
}

async function checkAll(
  evidence: Evidence,
  where: Surroundings,
  { spells, secrets, followed, without }: StormEvidence,
  say: (line: string) => void,
) {
  const drained_after_s = [await untilIdle(evidence)]
  say(`the queues were empty after ${drained_after_s[0]} s`)
  const before = [
    ...without,
    ...(await checkAnswers(evidence)),
    await checkEffects(evidence, 'before all is sent again'),
  ]
  const replayed = await replayAll(evidence)
  drained_after_s.push(await untilIdle(evidence))
  const ends = [
    ...where.servers.all.map(({ postgres }) => postgres),
    ...where.webs,
    ...where.workers,
    ...where.receivers,
  ].flatMap(({ unasked_ends }) => unasked_ends)
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
    await checkFollowed(evidence, followed),
    ...(where.servers.all.length > 1
      ? [checkOthersGoOn(evidence, spells), await checkPlaces(evidence), await checkMoves(evidence, where.mover)]
      : []),
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
