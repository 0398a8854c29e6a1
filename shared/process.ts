type Stop = () => Promise<void>

/**
 * Runs a process of the service until it is told to stop: by SIGTERM, by Ctrl-C, or by the end of the supervisor that
 * started it. A failure to start is one sentence on stderr and exit code 1.
 *
 * @param start returns what stops it again, finishing what it has begun
 */
export async function runUntilStopped(name: string, start: () => Promise<Stop>): Promise<void> {
  let stop: Stop
  try {
    stop = await start()
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
  let isStopping = false
  const stopOnce = async () => {
    if (isStopping) return
    isStopping = true
    try {
      await stop()
      process.exit(0)
    } catch (error) {
      process.stderr.write(`${name}: stopped with an error: ${error instanceof Error ? error.message : error}\n`)
      process.exit(1)
    }
  }
  process.once('SIGTERM', stopOnce)
  process.once('SIGINT', stopOnce)
  process.once('disconnect', stopOnce)
}
