/** The options of `npm run fuzz`; in the test suite the seeds are fixed and the runs few. */
const { FUZZ_SEED, FUZZ_RUNS, FUZZ_PATH } = process.env

/** Parameters of `fc.assert`. A failure prints its seed and its path, which make it happen again. */
export function runs(few: number) {
  return {
    seed: Number(FUZZ_SEED ?? 957),
    numRuns: Number(FUZZ_RUNS ?? few),
    ...(FUZZ_PATH && { path: FUZZ_PATH }),
    // The longest time in which a failing case is made smaller.
    interruptAfterTimeLimit: FUZZ_RUNS ? 3_600_000 : 60_000,
  }
}

/** Long runs have no time limit. */
export const TIMEOUT_MS = FUZZ_RUNS ? 0 : 60_000
