import { setTimeout as sleep } from 'node:timers/promises'
import { WAITING } from './checks/books.ts'
import type { Evidence } from './checks/evidence.ts'

/** Jobs of a worker that was killed are noticed after a heartbeat, and retried with growing pauses. */
const MOST_SECONDS = 240

/** @returns seconds until no job waited any more, or until the time for that was over */
export async function untilIdle({ query }: Evidence): Promise<number> {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 100) / 10
  while (seconds() < MOST_SECONDS && (await query(WAITING)).length > 0) await sleep(200)
  return seconds()
}
