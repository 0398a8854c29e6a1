import { there } from '../support/there.ts'
import type { Place } from './places.ts'

/**
 * Makes this process use its place, where it is one of several that run specs beside each other. What it starts inherits the
 * place; it is none of the several.
 */
export function takePlace(): void {
  const { MOCHA_WORKER_ID, TEST_PLACES } = process.env
  if (!MOCHA_WORKER_ID || !TEST_PLACES) return
  const places = JSON.parse(TEST_PLACES) as Place[]
  // mocha counts on for a process that takes the place of one that has died.
  const number = Number(MOCHA_WORKER_ID) % places.length
  const { tmp, ...server } = there(places[number])
  Object.assign(process.env, {
    TMPDIR: tmp,
    TEMP: tmp,
    TEST_SERVER: JSON.stringify(server),
    TEST_PLACE: String(number),
  })
  delete process.env.MOCHA_WORKER_ID
  delete process.env.TEST_PLACES
}
