import { setTimeout as sleep } from 'node:timers/promises'

/** By then whoever was killed is not taken for alive any more. */
const DOWN_MS = 300

/** Several cuts are under way at once: nothing is killed for one of them while another one looks at what is left. */
export function inTurns(untilUp: () => Promise<unknown>) {
  let looking = 0
  let calm: Promise<unknown> = Promise.resolve()
  return {
    async look<Found>(work: () => Promise<Found>): Promise<Found> {
      for (let seen: unknown = null; seen !== calm; await seen) seen = calm
      looking += 1
      try {
        return await work()
      } finally {
        looking -= 1
      }
    },
    async strike(kill: () => void): Promise<void> {
      while (looking > 0) await sleep(20)
      kill()
      calm = sleep(DOWN_MS).then(untilUp)
    },
  }
}
