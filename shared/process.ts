type Stop = () => Promise<void>

const REASONS_TO_STOP = ['SIGTERM', 'SIGINT', 'disconnect'] as const

/**
 * Runs a process of the service until it is told to stop: by SIGTERM, by Ctrl-C, or by the end of the supervisor that
 * started it. Being told so during the start counts too: a process whose supervisor dies then must not stay behind.
 * A failure to start is one sentence on stderr and exit code 1.
 *
 * @param start returns what stops it again, finishing what it has begun
 */
export async function runUntilStopped(name: string, start: () => Promise<Stop>): Promise<void> {
  const toldToStop = new Promise<void>((resolve) => {
    for (const reason of REASONS_TO_STOP) process.once(reason, () => resolve())
    // The supervisor may have died while our modules were being loaded; undefined: there is none.
    if (process.connected === false) resolve()
  })
  try {
    const stop = await start()
    await toldToStop
    await stop()
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
