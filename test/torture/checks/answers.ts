import type { Sent } from '../load/clients.ts'
import { DISTURBANCES, type Spell } from '../surroundings/disturbances.ts'
import type { Evidence, Finding, Recorded } from './evidence.ts'

/** What the accounting of the moment may refuse; anything else would be a mistake of the client, or of ours. */
const REFUSALS = [404, 409, 422]
/** Connections that broke are noticed a little later than what broke them is over. */
const GRACE_MS = 5_000
const AT_ONCE = 16

export type Fate = 'accepted' | 'refused' | 'unanswered'

/** As the client sees it. An answer of 503 leaves open what has happened, as no answer at all does. */
export function fateOf({ attempts }: Sent): Fate {
  const statuses = attempts.map(({ answer }) => answer?.status ?? 0)
  if (statuses.some((status) => status >= 200 && status < 300)) return 'accepted'
  return statuses.every((status) => status >= 400 && status < 500) ? 'refused' : 'unanswered'
}

/** What clients were told is what is recorded. */
export async function checkAnswers({ sent, records }: Evidence): Promise<Finding[]> {
  const recorded = await records()
  const own = sent.filter(({ is_rival }) => !is_rival)
  const accepted = own.filter((one) => fateOf(one) === 'accepted')
  const refused = own.filter((one) => fateOf(one) === 'refused')
  const strange = sent.flatMap((one) =>
    statusesOf(one)
      .filter((status) => isStrange(status))
      .map((s) => `${one.key}: ${s}`),
  )
  return [
    {
      check: 'what was accepted is recorded as it was answered',
      counted: `${accepted.length} requests`,
      wrong: accepted.flatMap((one) => differing(one, recorded.get(one.key))),
    },
    {
      check: 'what was refused left nothing behind',
      counted: `${refused.length} requests`,
      wrong: refused.filter(({ key }) => recorded.has(key)).map(({ key }) => `${key} was refused and is recorded`),
    },
    { check: 'answers are 201, 202, 404, 409, 422 or 503', counted: `${countAnswers(sent)} answers`, wrong: strange },
    checkRivals(sent),
  ]
}

/** Where 503 is answered, something was disturbed, and the client is told when to come again. */
export function checkUnavailable({ sent, client }: Evidence, spells: readonly Spell[]): Finding {
  const failed = sent.flatMap(({ key, attempts }) =>
    attempts.flatMap((own) => (own.answer && own.answer.status >= 500 ? [{ key, ...own, answer: own.answer }] : [])),
  )
  const wrong = failed.flatMap(({ key, answer, sent_ms, ended_ms }) => {
    const isDisturbed = spells.some(({ from_ms, to_ms }) => from_ms <= ended_ms && sent_ms <= to_ms + GRACE_MS)
    const said = `${key}: ${answer.status} from ${sent_ms} to ${ended_ms} ms`
    if (answer.status !== 503) return [`${said}, ${answer.text}`]
    if (answer.retry_after === null) return [`${said} without Retry-After`]
    return isDisturbed ? [] : [`${said} although nothing was disturbed`]
  })
  return {
    check: '5xx is 503 with Retry-After while something is disturbed',
    counted: `${failed.length} answers`,
    wrong: [...wrong, ...client.failed_reads],
  }
}

/** Sends everything once more: what is recorded is answered as it was, what is not is done now. */
export async function replayAll({ sent, client, records }: Evidence): Promise<Finding[]> {
  const recorded = await records()
  const own = sent.filter(({ is_rival }) => !is_rival)
  const known = own.filter(({ key }) => recorded.has(key))
  const lost = own.filter((one) => !recorded.has(one.key) && fateOf(one) === 'unanswered')
  const wrong: string[] = []
  await eachAtOnce(known, async (one) => {
    const { answer } = await client.persist(one)
    const { status, response } = recorded.get(one.key) as Recorded
    if (answer?.status !== status || !answer.is_replay || answer.text !== response)
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
    { check: 'what was not done is done when it is sent again', counted: `${lost.length} requests`, wrong: undone },
  ]
}

/** Which disturbances there were, and what they were for. */
export function countSpells(spells: readonly Spell[]) {
  return Object.entries(DISTURBANCES).map(([kind, { says }]) => {
    const own = spells.filter((spell) => spell.kind === kind)
    const total_ms = own.reduce((sum, { from_ms, to_ms }) => sum + to_ms - from_ms, 0)
    return { disturbance: kind, says, times: own.length, seconds: Math.round(total_ms / 100) / 10 }
  })
}

function checkRivals(sent: readonly Sent[]): Finding {
  const rivals = sent.filter(({ is_rival }) => is_rival)
  const wrong = rivals.flatMap(({ key, attempts }) => {
    const { status = 0, text = '' } = attempts.at(-1)?.answer ?? {}
    return status === 409 && text.includes('idempotency_key_conflict')
      ? []
      : [`${key}: ${status} ${text.slice(0, 300)}`]
  })
  return { check: 'the same key with another body is a conflict', counted: `${rivals.length} requests`, wrong }
}

function differing({ key, attempts }: Sent, record: Recorded | undefined): string[] {
  if (!record) return [`${key} was accepted and is not recorded`]
  return attempts.flatMap(({ answer }) => {
    if (!answer || answer.status >= 300) return []
    const isEqual = answer.status === record.status && answer.text === record.response
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
