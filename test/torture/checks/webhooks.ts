import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyWebhook } from '../../../shared/client/verify-webhook.ts'
import type { WebhookMessage } from '../../../shared/contract/webhooks/webhook-deliveries.ts'
import type { Receiver } from '../surroundings/receivers.ts'
import type { Evidence, Finding } from './evidence.ts'

/** Whoever was killed while it sent has a lease for some seconds. */
const PATIENCE_MS = 60_000
/** A slow receiver takes some events a second; so long as it gets on it has time. */
const LONGEST_MS = 600_000

type Line = {
  is_taken: boolean
  id: string
  /** Seconds since 1970: a storm may last longer than a message is good for. */
  got_at?: number
  headers?: Record<string, string>
  body?: string
}
type Head = { end_customer_id: string; last_event_number: string }

/** Each receiver has got each event at least once, signed; and none before all those before it were taken. */
export async function checkWebhooks(
  { query }: Evidence,
  receivers: readonly Receiver[],
  secrets: readonly string[],
): Promise<Finding> {
  const heads = () => query<Head>('select end_customer_id, last_event_number from event_heads order by 1')
  const began = performance.now()
  let moved = began
  let wrong: string[] = []
  let taken = -1
  let lines = 0
  do {
    await sleep(500)
    const all = await heads()
    const read = receivers.map(({ file }) => linesOf(file))
    lines = read.flat().length
    const taken_now = new Set(read.flatMap((its, index) => its.flatMap(takenBy(index)))).size
    if (taken_now !== taken) moved = performance.now()
    taken = taken_now
    wrong = receivers.flatMap(({ name }, index) => wrongIn(name, read[index] ?? [], String(secrets[index]), all))
  } while (wrong.length > 0 && performance.now() < Math.min(moved + PATIENCE_MS, began + LONGEST_MS))
  return { check: 'webhooks come at least once and in order', counted: `${lines} lines`, wrong }
}

function takenBy(receiver: number) {
  return ({ is_taken, id }: Line) => (is_taken ? [`${receiver} ${id}`] : [])
}

function linesOf(file: string): Line[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line)]
      } catch {
        return [] // the receiver was killed while it wrote, or it is the end
      }
    })
}

function wrongIn(name: string, lines: readonly Line[], secret: string, heads: readonly Head[]): string[] {
  const wrong: string[] = []
  const taken = new Map<string, number>()
  for (const { is_taken, id, got_at, headers, body } of lines) {
    const [, customer = '', text] = id.split('_')
    const number = Number(text)
    const last = taken.get(customer) ?? 0
    if (is_taken) taken.set(customer, Math.max(last, number))
    else if (number > last + 1) wrong.push(`${name}: ${customer} has got ${number} after ${last}`)
    if (!is_taken) {
      const { data } = verifyWebhook<WebhookMessage>(String(body), headers ?? {}, secret, got_at)
      if (data.event_number !== number || data.end_customer_id !== customer) wrong.push(`${name}: ${id} is another`)
    }
  }
  for (const { end_customer_id, last_event_number } of heads)
    if (taken.get(end_customer_id) !== Number(last_event_number))
      wrong.push(`${name}: ${end_customer_id} has ${taken.get(end_customer_id) ?? 0} of ${last_event_number} events`)
  return wrong
}
