/**
 * Closes what outlives the processes of a run, and ends with the exit code of Ctrl-C. mocha ends its processes itself, and
 * sends this one the signal once more then. Where one of them has died before, it throws instead.
 */
export function closeWhenInterrupted(close: () => Promise<void>): void {
  let isClosing = false
  process.on('SIGINT', async () => {
    if (isClosing) return
    isClosing = true
    process.on('uncaughtException', () => {})
    await close()
    process.exit(130)
  })
  process.on('SIGTERM', () => process.kill(process.pid, 'SIGINT'))
}
