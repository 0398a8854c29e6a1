import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { withSmallHeap } from '../../shared/process/small-heap.ts'

/** Adds 48 MB that stay alive, beside so many that are alive before, and prints how many collections of everything were forced. */
const [before = '0'] = process.argv.slice(2)
type Collection = { readonly detail: { readonly kind: number; readonly flags: number } }
const { NODE_PERFORMANCE_GC_MAJOR: MAJOR, NODE_PERFORMANCE_GC_FLAGS_FORCED: FORCED } = constants
let forced = 0
new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries() as unknown as Collection[])
    if (detail.kind === MAJOR && detail.flags === FORCED) forced += 1
}).observe({ entryTypes: ['gc'] })

const alive: unknown[] = []
const grow = (mb: number) => {
  for (let count = 0; count < mb * 1_000; count += 1) alive.push(new Array(120).fill(count))
}
grow(Number(before))
await withSmallHeap(async () => {
  for (let count = 0; count < 6; count += 1) {
    grow(8)
    await sleep(40)
  }
})
await sleep(50)
console.log(forced, alive.length)
