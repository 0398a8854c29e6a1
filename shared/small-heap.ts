import { setFlagsFromString } from 'node:v8'

/**
 * V8 lets the heap grow as long as the machine has memory: the young generation whenever much of it survives, the old
 * one to a multiple of what is alive. Work that hands much through but keeps little needs neither. Both are read at
 * every collection, so they can be set for a while; no limit is involved, and what is needed is still given.
 */
const SMALL = ['--semi-space-growth-factor=1', '--heap-growing-percent=50'] as const
/** V8's own. */
const USUAL = ['--semi-space-growth-factor=2', '--heap-growing-percent=0'] as const

let works = 0

/** Runs work that streams, with a heap that stays about as large as it is. The process has one heap, so this is counted. */
export async function withSmallHeap<Result>(work: () => Promise<Result>): Promise<Result> {
  works += 1
  if (works === 1) SMALL.forEach(setFlagsFromString)
  try {
    return await work()
  } finally {
    works -= 1
    if (works === 0) USUAL.forEach(setFlagsFromString)
  }
}
