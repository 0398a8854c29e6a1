import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * V8 lets the heap grow as long as the machine has memory: the young generation whenever much of it survives, the old
 * one to a multiple of what is alive, and beyond it while the threads that mark get no processor. Buffers, which are
 * held outside of it, hardly make it collect at all. Work that streams much and keeps little needs no such growth. This
 * sets no limit: live objects always get their memory.
 */
const MOST_GARBAGE_BYTES = 24 * 1_024 * 1_024
const MOST_BUFFERS_BYTES = 8 * 1_024 * 1_024
const CHECK_EVERY_MS = 25
/** A collection takes as long as much is alive. Beyond this it would hold up everything else; V8 marks while others run. */
const MUCH_ALIVE_BYTES = 64 * 1_024 * 1_024
/** So much may be alive, whatever was alive at the last collection. */
const MUCH_USED_BYTES = MUCH_ALIVE_BYTES + MOST_GARBAGE_BYTES

setFlagsFromString('--expose-gc') // contexts made from here on have the function
const collectGarbage: (options: { type: 'major' | 'minor' }) => void = runInNewContext('gc')

type Used = { heap_bytes: number; buffers_bytes: number }

let works = 0
/** The least since the last collection, so that garbage of one work does not count as live memory of the next. */
let settled: Used = { heap_bytes: Number.POSITIVE_INFINITY, buffers_bytes: Number.POSITIVE_INFINITY }
let checking: NodeJS.Timeout | undefined

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

let keeping = 0

/**
 * The young generation keeps its size until it may grow again: it would be doubled where much of it survives, also where nearly all memory is
 * outside of the heap, and stay so.
 *
 * @returns lets it grow again
 */
function keepYoungGeneration(): () => void {
  keeping += 1
  if (keeping === 1) setFlagsFromString('--semi-space-growth-factor=1') // read at every collection
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    keeping -= 1
    if (keeping === 0) setFlagsFromString('--semi-space-growth-factor=2') // V8's own
  }
}

/**
 * The same for as long as something is much.
 *
 * @returns has to be called whenever that may have changed
 */
export function keepYoungGenerationWhile(isMuch: () => boolean): () => void {
  let letGrow: (() => void) | null = null
  return () => {
    if (isMuch()) letGrow ??= keepYoungGeneration()
    else {
      letGrow?.()
      letGrow = null
    }
  }
}

let letYoungGenerationGrow = () => {}

function begin() {
  letYoungGenerationGrow = keepYoungGeneration()
  collectIfGrown()
  checking = setInterval(collectIfGrown, CHECK_EVERY_MS)
}

function collectIfGrown() {
  settle()
  if (buffersGrown() < MOST_BUFFERS_BYTES && grown() < MOST_GARBAGE_BYTES) return
  // Not even the young generation: while V8 marks, whoever asks for that makes it end the marking at once and collect everything.
  if (isMuchAlive()) return
  // Most garbage is young. What is left after this is in the old generation, or alive.
  collectGarbage({ type: 'minor' })
  settle()
  if (grown() < MOST_GARBAGE_BYTES || isMuchAlive()) return
  collectGarbage({ type: 'major' })
  settled = used()
}

function isMuchAlive(): boolean {
  return settled.heap_bytes > MUCH_ALIVE_BYTES || used().heap_bytes > MUCH_USED_BYTES
}

function settle(): void {
  const { heap_bytes, buffers_bytes } = used()
  settled.heap_bytes = Math.min(settled.heap_bytes, heap_bytes)
  settled.buffers_bytes = Math.min(settled.buffers_bytes, buffers_bytes)
}

function grown(): number {
  return used().heap_bytes - settled.heap_bytes + buffersGrown()
}

function buffersGrown(): number {
  return used().buffers_bytes - settled.buffers_bytes
}

function end() {
  clearInterval(checking)
  letYoungGenerationGrow()
}

function used(): Used {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return { heap_bytes: used_heap_size, buffers_bytes: external_memory }
}
