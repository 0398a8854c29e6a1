import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXPENSES, expense } from '../../requests/examples.ts'
import type { Cuts } from './open-cuts.ts'

export type Accepted = ReadonlyMap<string, { readonly body: object; readonly id: string }>

/** So long a client rests: what is killed is the matter, and not how much is written. */
const REST_MS = 60

/** Null where the process that answers was killed. */
export function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  return answer.catch((error: Error) => {
    if (error.name === 'TypeError') return null // of fetch
    throw error
  })
}

/** Sends facts one after the other until it is stopped, each again until it is accepted. */
export function writeAll({ client }: Pick<Cuts, 'client'>, they: string) {
  const accepted = new Map<string, { body: object; id: string }>()
  const unexpected: string[] = []
  let isStopped = false
  async function write(): Promise<void> {
    while (!isStopped) {
      const key = randomUUID()
      const body = expense(they)
      // One that was cut off may have been accepted, so it is sent until that is known.
      for (let isAccepted = false; !isAccepted && unexpected.length === 0; await sleep(REST_MS)) {
        const answer = await orNull(client.post(EXPENSES, body, { idempotencyKey: key }))
        isAccepted = answer?.status === 202
        if (answer?.status === 202) accepted.set(key, { body, id: answer.body.id })
        else if (answer !== null && answer.status !== 503) unexpected.push(`${answer.status}: ${answer.text}`)
      }
    }
  }
  const writers = Promise.all([write(), write()])
  return {
    accepted,
    isOver: () => isStopped,
    async stop() {
      isStopped = true
      await writers
      if (unexpected.length > 0) throw new Error(unexpected.join('\n'))
    },
  }
}

/** Reads the feed as a client does that waits for what happens, and asks again where it was not answered. */
export function followFeed({ client }: Cuts, they: string) {
  const numbers: number[] = []
  let isStopped = false
  let asked = 0
  async function follow(): Promise<void> {
    while (!isStopped) {
      asked += 1
      const after = numbers.at(-1) ?? 0
      const answer = await orNull(client.get(`/v1/events?end_customer_id=${they}&after=${after}&wait=2&limit=100`))
      if (answer?.status === 200) for (const { event_number } of answer.body.data) numbers.push(Number(event_number))
      else if (answer !== null && answer.status !== 503) throw new Error(`feed: ${answer.status} ${answer.text}`)
      else await sleep(REST_MS)
    }
  }
  const following = follow()
  const ended = following.catch(() => {}) // whoever stops it is told
  return {
    numbers,
    /** Until nothing is on the way that was asked before now. */
    async untilAnswered() {
      const before = asked
      const answered = async () => {
        while (asked === before && !isStopped) await sleep(REST_MS)
      }
      await Promise.race([answered(), ended])
    },
    async stop() {
      isStopped = true
      await following
    },
  }
}
