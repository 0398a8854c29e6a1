import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * V8 lets the heap grow as long as the machine has memory: the young generation whenever much of it survives, the old
 * one to a multiple of what is alive, and beyond it while the threads that mark get no processor. Work that hands much
 * through but keeps little needs neither. No limit is involved: what is alive is always given its place.
 */
const MOST_GARBAGE_BYTES = 32 * 1_024 * 1_024
const LOOKING_EVERY_MS = 25

setFlagsFromString('--expose-gc') // contexts made from here on have the function
const collectGarbage: () => void = runInNewContext('gc')

let works = 0
let looking: NodeJS.Timeout | undefined

/** Runs work that streams, with a heap that stays about as large as it is. The process has one heap, so this is counted. */
export async function withSmallHeap<Result>(work: () => Promise<Result>): Promise<Result> {
  works += 1
  if (works === 1) begin()
  try {
    return await work()
  } finally {
    works -= 1
    if (works === 0) end()
  }
}

function begin() {
  setFlagsFromString('--semi-space-growth-factor=1') // read at every collection
  let settled = usedBytes()
  looking = setInterval(() => {
    if (usedBytes() < settled + MOST_GARBAGE_BYTES) return
    collectGarbage()
    settled = usedBytes()
  }, LOOKING_EVERY_MS)
}

function end() {
  clearInterval(looking)
  setFlagsFromString('--semi-space-growth-factor=2') // V8's own
}

/** With the buffers that objects of the heap hold outside of it. */
function usedBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}
