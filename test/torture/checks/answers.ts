import type { Sent } from '../load/clients.ts'
import { DISTURBANCES, type Spell } from '../surroundings/disturbances.ts'
import type { Evidence, Finding, Recorded } from './evidence.ts'

/** The books of the moment may refuse with these; any other refusal is a mistake of the client or of the service. */
const REFUSALS = [404, 409, 422]
const AT_ONCE = 16

export type Fate = 'accepted' | 'refused' | 'unanswered'

/** As the client sees it. After 503, as after no answer at all, the request may have been done or not. */
export function fateOf({ attempts }: Sent): Fate {
  const statuses = attempts.map(({ answer }) => answer?.status ?? 0)
  if (statuses.some((status) => status >= 200 && status < 300)) return 'accepted'
  return statuses.every((status) => status >= 400 && status < 500) ? 'refused' : 'unanswered'
}

/** The answers that clients have seen are the recorded ones. */
export async function checkAnswers({ sent, client, records }: Evidence): Promise<Finding[]> {
  const recorded = await records()
  const requests = sent.filter(({ is_conflicting }) => !is_conflicting)
  const accepted = requests.filter((one) => fateOf(one) === 'accepted')
  const refused = requests.filter((one) => fateOf(one) === 'refused')
  const strange = sent.flatMap((one) =>
    statusesOf(one)
      .filter((status) => isStrange(status))
      .map((s) => `${one.key}: ${s}`),
  )
  return [
    {
      check: 'accepted requests are recorded with their answers',
      counted: `${accepted.length} requests`,
      wrong: accepted.flatMap((one) => differing(one, recorded.get(one.key))),
    },
    {
      check: 'refused requests left nothing behind',
      counted: `${refused.length} requests`,
      wrong: refused.filter(({ key }) => recorded.has(key)).map(({ key }) => `${key} was refused and is recorded`),
    },
    {
      check: 'requests that never came to their end left nothing behind',
      counted: `${client.unfinished.length} requests`,
      wrong: client.unfinished.filter((key) => recorded.has(key)).map((key) => `${key} is recorded`),
    },
    { check: 'answers are 201, 202, 404, 409, 422 or 503', counted: `${countAnswers(sent)} answers`, wrong: strange },
    checkConflicts(sent),
  ]
}

/** Sends everything once more: recorded requests are answered as before, the others are done now. */
export async function replayAll({ sent, client, records }: Evidence): Promise<Finding[]> {
  const recorded = await records()
  const requests = sent.filter(({ is_conflicting }) => !is_conflicting)
  const known = requests.filter(({ key }) => recorded.has(key))
  const lost = requests.filter((one) => !recorded.has(one.key) && fateOf(one) === 'unanswered')
  const wrong: string[] = []
  await eachAtOnce(known, async (one) => {
    const { answer } = await client.persist(one)
    const { status, response } = recorded.get(one.key) as Recorded
    if (answer?.status !== status || !answer.is_replay || withoutSecret(answer.text) !== withoutSecret(response))
      wrong.push(`${one.key} is replayed as ${answer?.status} ${answer?.is_replay} ${answer?.text.slice(0, 200)}`)
  })
  const undone: string[] = []
  await eachAtOnce(lost, async (one) => {
    await client.persist(one)
    if (fateOf(one) === 'unanswered' && !(one.attempts.at(-1)?.answer?.status ?? 0))
      undone.push(`${one.key} got no answer`)
  })
  return [
    { check: 'replays answer as recorded', counted: `${known.length} requests`, wrong },
    {
      check: 'unanswered requests take effect when they are resent',
      counted: `${lost.length} requests`,
      wrong: undone,
    },
  ]
}

/** The disturbances that there were, with their number and length. */
export function countSpells(spells: readonly Spell[]) {
  return Object.entries(DISTURBANCES).map(([kind, { says }]) => {
    const spells_of_kind = spells.filter((spell) => spell.kind === kind)
    const total_ms = spells_of_kind.reduce((sum, { from_ms, to_ms }) => sum + to_ms - from_ms, 0)
    return { disturbance: kind, says, times: spells_of_kind.length, seconds: Math.round(total_ms / 100) / 10 }
  })
}

/** One that nobody has answered in time has not been decided. */
function checkConflicts(sent: readonly Sent[]): Finding {
  const isDecided = (status: number) => status !== 0 && status !== 503
  const conflicting = sent.filter(
    ({ is_conflicting, attempts }) => is_conflicting && isDecided(attempts.at(-1)?.answer?.status ?? 0),
  )
  const wrong = conflicting.flatMap(({ key, attempts }) => {
    const { status = 0, text = '' } = attempts.at(-1)?.answer ?? {}
    return status === 409 && text.includes('idempotency_key_conflict')
      ? []
      : [`${key}: ${status} ${text.slice(0, 300)}`]
  })
  return { check: 'the same key with another body is a conflict', counted: `${conflicting.length} requests`, wrong }
}

function differing({ key, attempts }: Sent, record: Recorded | undefined): string[] {
  if (!record) return [`${key} was accepted and is not recorded`]
  return attempts.flatMap(({ answer }) => {
    if (!answer || answer.status >= 300) return []
    const isEqual = answer.status === record.status && withoutSecret(answer.text) === withoutSecret(record.response)
    return isEqual ? [] : [`${key} was answered ${answer.status} ${answer.text.slice(0, 200)}`]
  })
}

function statusesOf({ attempts }: Sent): number[] {
  return attempts.flatMap(({ answer }) => (answer ? [answer.status] : []))
}

function isStrange(status: number): boolean {
  return ![201, 202, 503, ...REFUSALS].includes(status)
}

function countAnswers(sent: readonly Sent[]): number {
  return sent.reduce((sum, one) => sum + statusesOf(one).length, 0)
}

async function eachAtOnce<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.pop(); item; item = left.pop()) await run(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Secrets of webhooks are recorded sealed. */
function withoutSecret(answer: string): string {
  return answer.replace(/"secret":"[^"]+"/, '"secret":"…"')
}
