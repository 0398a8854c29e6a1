import { setTimeout as sleep } from 'node:timers/promises'

type StopReason = (typeof REASONS_TO_STOP)[number]

type RunningProcess = {
  /** Finishes the work in progress, and closes everything. */
  readonly stop: (reason: StopReason) => Promise<void>
  /** Work that is unfinished by then is abandoned: the database rolls it back, and another process does it again. */
  readonly timeout_ms: number
}

/** For handing back what could not be finished; together with the default of SHUTDOWN_TIMEOUT_MS less than 30 seconds. */
const GRACE_MS = 3_000

const REASONS_TO_STOP = ['SIGTERM', 'SIGINT', 'disconnect'] as const

/**
 * Runs a process of the service until it has to stop: by SIGTERM, by Ctrl-C, or by the end of the supervisor that
 * started it. A signal during the start counts too: a process whose supervisor dies then must not stay behind.
 * A failure to start is one sentence on stderr and exit code 1.
 */
export async function runUntilStopped(name: string, start: () => Promise<RunningProcess>): Promise<void> {
  const stopRequested = new Promise<StopReason>((resolve) => {
    for (const reason of REASONS_TO_STOP) process.once(reason, () => resolve(reason))
    // The supervisor may have died while our modules were being loaded; undefined: there is none.
    if (process.connected === false) resolve('disconnect')
  })
  // The driver loads PostgreSQL's types over a connection whose errors it does not handle.
  process.on('uncaughtException', failToStart)
  try {
    const { stop, timeout_ms } = await start()
    process.off('uncaughtException', failToStart)
    const reason = await stopRequested
    await Promise.race([stop(reason), sleep(timeout_ms + GRACE_MS)])
    process.exit(0)
  } catch (error) {
    failToStart(error)
  }

  function failToStart(error: unknown): never {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
