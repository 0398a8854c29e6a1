import { threadCpu } from './thread-cpu.ts'

/**
 * Loaded into a web process by `--import`. The first message begins to watch the event loop, the next one is answered with the
 * longest time in microseconds for which one of its turns used the processor, and so on in turn. The message `cost` is answered
 * with the CPU time of the process so far, which watching would add to.
 */
let isWatching = false
let longest = 0
let before = 0

process.on('message', (asked) => {
  if (asked === 'cost') {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
    return
  }
  isWatching = !isWatching
  if (!isWatching) {
    process.send?.(longest)
    return
  }
  longest = 0
  before = threadCpu()
  setImmediate(look)
  process.send?.('begun')
})
// The process ends as if nobody watched it.
process.channel?.unref()

function look(): void {
  const now = threadCpu()
  longest = Math.max(longest, now - before)
  before = now
  if (isWatching) setImmediate(look)
}
