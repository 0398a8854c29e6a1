import { relative } from 'node:path'
import { sendAmountsAsText } from '../suite/send-amounts.ts'
import { takePlace } from '../suite/take-place.ts'
import { startService, stopService } from './service.ts'
import { requireExpectedLines } from './watched/log-lines.ts'

takePlace()
sendAmountsAsText()

/** Of several processes each starts its own service with its first file. */
export const mochaHooks = {
  async beforeAll(this: Mocha.Context) {
    this.timeout(300_000)
    await startService()
  },
  /** After each file where there are several processes, otherwise after all. */
  afterAll(this: Mocha.Context) {
    const suites = this.test?.parent?.suites ?? []
    requireExpectedLines(suites.map(({ file = '' }) => relative('.', file).replaceAll('\\', '/')))
  },
}

/** Of several processes none comes here: whatever outlives them belongs to the process that started them. */
export async function mochaGlobalTeardown() {
  await stopService()
}
