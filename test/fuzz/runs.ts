/** What `npm run fuzz` asks for; in the test suite the seeds are fixed and the runs few. */
const { FUZZ_SEED, FUZZ_RUNS, FUZZ_PATH } = process.env

/** Parameters of `fc.assert`. What fails prints its seed and its path, which make it happen again. */
export function runs(few: number) {
  return {
    seed: Number(FUZZ_SEED ?? 957),
    numRuns: Number(FUZZ_RUNS ?? few),
    ...(FUZZ_PATH && { path: FUZZ_PATH }),
    // A case that fails is made smaller for so long at most.
    interruptAfterTimeLimit: FUZZ_RUNS ? 3_600_000 : 60_000,
  }
}

/** Long runs take what they take. */
export const TIMEOUT_MS = FUZZ_RUNS ? 0 : 60_000
