/** TypeScript does not know it yet: the CPU time of this thread, which others that use the processor do not lengthen. */
const { threadCpuUsage } = process as unknown as { threadCpuUsage(): { user: number; system: number } }

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
  before = used()
  setImmediate(look)
  process.send?.('begun')
})
// The process ends as if nobody watched it.
process.channel?.unref()

function look(): void {
  const now = used()
  longest = Math.max(longest, now - before)
  before = now
  if (isWatching) setImmediate(look)
}

/**
 * Microseconds. Linux counts the time of a thread at its ticks, every 4 ms here: a turn of 1 ms could look like one of 4.
 * Asked for the time of the whole process, it first brings that of the thread which asks up to date.
 */
function used(): number {
  process.cpuUsage()
  const { user, system } = threadCpuUsage()
  return user + system
}
