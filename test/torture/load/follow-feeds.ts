import { setTimeout as sleep } from 'node:timers/promises'
import { sendOnce } from './send-once.ts'

/** What somebody has read of a feed, in its order, and answers that nobody should get. */
export type Followed = {
  readonly customer: string
  readonly events: readonly string[]
  readonly unexpected: readonly string[]
}

type Feed = { readonly data: readonly { readonly event_number: number }[] }
type Whence = { readonly base_urls: readonly string[]; readonly key: string }

const WAIT_S = 5
const PATIENCE_MS = 12_000

/**
 * Reads the feeds of end customers on and on, each from the last number that it has, as receivers without webhooks do.
 *
 * @returns ends it
 */
export function followFeeds(whence: Whence, customers: readonly string[]): () => Promise<Followed[]> {
  const over = new AbortController()
  const following = customers.map((customer, index) => follow(whence, customer, index, over.signal))
  return () => {
    over.abort()
    return Promise.all(following)
  }
}

async function follow(
  { base_urls, key }: Whence,
  customer: string,
  index: number,
  over: AbortSignal,
): Promise<Followed> {
  const events: string[] = []
  const unexpected: string[] = []
  for (let turn = index; !over.aborted; turn += 1) {
    const query = `end_customer_id=${customer}&after=${events.length}&limit=100&wait=${WAIT_S}`
    const answer = await sendOnce(`${base_urls[turn % base_urls.length]}/v1/events?${query}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.any([over, AbortSignal.timeout(PATIENCE_MS)]),
    })
    if (answer?.status !== 200) {
      if (answer && ![429, 503].includes(answer.status))
        unexpected.push(`after ${events.length}: ${answer.status} ${answer.text}`)
      await sleep(200)
      continue
    }
    for (const event of (JSON.parse(answer.text) as Feed).data) {
      if (event.event_number !== events.length + 1) unexpected.push(`after ${events.length} came ${event.event_number}`)
      events[event.event_number - 1] = JSON.stringify(event)
    }
  }
  return { customer, events, unexpected }
}
