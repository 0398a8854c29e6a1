import type { Sent } from '../load/clients.ts'
import { OPERATIONS } from '../load/operations.ts'
import type { Plan } from '../plan.ts'
import { type Fate, fateOf } from './answers.ts'
import type { Finding } from './evidence.ts'

/** No bank statement of the storm has balances, so no difference of them is accepted. */
const NEVER_ACCEPTED: readonly string[] = ['post /v1/camt-053/imports/:import_id/accept-difference']

/** So often nobody asks in vain, and so many requests do everything at least once: how many a minute has depends on the machine. */
const OFTEN = 25
const A_STORM = 5_000

/** What is always refused, or never asked for, tests nothing. */
export function checkUsed(requests: ReturnType<typeof requestsOf>): Finding {
  const isStorm = requests.reduce((sum, { sent }) => sum + sent, 0) >= A_STORM
  const unused = requests.filter(
    ({ accepted, endpoint, sent }) =>
      accepted === 0 && (isStorm || sent >= OFTEN) && !NEVER_ACCEPTED.includes(endpoint),
  )
  return {
    check: 'every operation is accepted at times',
    counted: `${requests.length} operations`,
    wrong: unused.map(({ endpoint, planned, sent }) => `${endpoint}: none of ${sent} sent, ${planned} planned`),
  }
}

/** Per endpoint: the outcomes that clients saw in the storm. */
export function requestsOf(plan: Plan, sent: readonly Sent[]) {
  const planned = plan.clients.flat()
  return Object.keys(OPERATIONS).map((route) => {
    const requests = sent.filter(({ step, is_conflicting }) => step.route === route && !is_conflicting)
    const count = (fate: Fate) => requests.filter((one) => fateOf(one) === fate).length
    const attempts = requests.reduce((sum, one) => sum + one.attempts.length, 0)
    const steps = planned.filter((step) => step.route === route).length
    const fates = { accepted: count('accepted'), refused: count('refused'), unanswered: count('unanswered') }
    return { endpoint: route, planned: steps, sent: requests.length, attempts, ...fates }
  })
}
