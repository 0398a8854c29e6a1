import type { Pause } from './pause.ts'

/** Runs pure work to its end, with a pause wherever it yields. */
export async function runSteps<Result>(steps: Generator<undefined, Result>, pause: Pause): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pause()
  }
}
