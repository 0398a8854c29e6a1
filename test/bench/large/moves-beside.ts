import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXPENSES } from '../../support/requests/examples.ts'
import { documentText } from '../documents.ts'
import { call } from '../http-client.ts'

/** Milliseconds of each request. */
export type Answered = { readonly reads: number[]; readonly writes: number[] }

const BETWEEN_MS = 5
/** Sooner than it was asked to, so that its waits are as long as the pauses. */
const AGAIN_MS = 10

/** Small requests of other end customers, one after the other, until they are stopped. */
export function askOthers(url: string, key: string, customers: readonly string[]) {
  const answered: Answered = { reads: [], writes: [] }
  const asking = repeated(async (count) => {
    const they = customers[count % customers.length] as string
    const read = await call(url, key, 'GET', `/v1/accounts?end_customer_id=${they}`)
    const write = await call(url, key, 'POST', EXPENSES, documentText(they, randomUUID()))
    if (read.status !== 200 || write.status !== 202)
      throw new Error(`others were answered with ${read.status} and ${write.status}`)
    answered.reads.push(read.ms)
    answered.writes.push(write.ms)
    await sleep(BETWEEN_MS)
  })
  return {
    async stop(): Promise<Answered> {
      await asking.stop()
      return answered
    },
  }
}

/** Sends facts of one end customer, one after the other, again and again where it is refused because it moves. */
export function writeAlways(url: string, key: string, they: string) {
  let longest_ms = 0
  const writing = repeated(async () => {
    const body = documentText(they, randomUUID())
    const began = performance.now()
    for (;;) {
      const { status, text } = await call(url, key, 'POST', EXPENSES, body)
      if (status === 202) break
      if (status !== 503) throw new Error(`a fact was answered with ${status}: ${text}`)
      await sleep(AGAIN_MS)
    }
    longest_ms = Math.max(longest_ms, performance.now() - began)
    await sleep(BETWEEN_MS)
  })
  return { longestWait: () => longest_ms, stop: writing.stop }
}

function repeated(work: (count: number) => Promise<void>) {
  let isStopped = false
  const running = (async () => {
    for (let count = 0; !isStopped; count += 1) await work(count)
  })()
  running.catch(() => {}) // who stops it is told
  return {
    async stop(): Promise<void> {
      isStopped = true
      await running
    },
  }
}
