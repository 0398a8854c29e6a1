/**
 * These measure CPU time, turns of the event loop or memory, or kill real processes in the middle of their work. A neighbour
 * would disturb them, so each of them has the machine to itself.
 */
export const ALONE: readonly string[] = [
  'test/api/http/held/held-loop.test.ts',
  'test/api/http/held/hostile-cost.test.ts',
  'test/api/http/uploads/stalled-uploads.test.ts',
  'test/moving/cuts.test.ts',
  'test/moving/drain.test.ts',
  'test/torture/torture.test.ts',
  'test/torture/two-databases.test.ts',
  'test/workers/bank/matching-in-turns.test.ts',
  'test/workers/databases/failover.test.ts',
  'test/workers/platform/crash.test.ts',
  'test/workers/platform/memory.test.ts',
  'test/workers/platform/stopping.test.ts',
]
