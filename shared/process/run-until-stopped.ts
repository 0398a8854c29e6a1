import { setTimeout as sleep } from 'node:timers/promises'

type StopReason = (typeof REASONS_TO_STOP)[number] | 'fault'

type RunningProcess = {
  /** It describes errors without a value that somebody sent. */
  readonly log: { fatal(fields: { err: unknown }, message: string): void }
  /** Finishes the work in progress, and closes everything. */
  readonly stop: (reason: StopReason) => Promise<void>
  /** Work that is unfinished by then is abandoned: the database rolls it back, and another process does it again. */
  readonly timeout_ms: number
}

/** For handing back what could not be finished; together with the default of SHUTDOWN_TIMEOUT_MS less than 30 seconds. */
const GRACE_MS = 3_000

/** Something that fails at every turn of the event loop would fill the log while the process stops. */
const MOST_FAULTS = 10

const REASONS_TO_STOP = ['SIGTERM', 'SIGINT', 'disconnect'] as const

/**
 * Runs a process of the service until it has to stop: by SIGTERM, by Ctrl-C, by the end of the supervisor that started it,
 * or by an error that nobody handles. A signal during the start counts too: a process whose supervisor dies then must not
 * stay behind. A failure to start is one sentence on stderr and exit code 1.
 *
 * Nobody knows what an error that nobody handles has left half done, so the process does not go on (decision 90). Work in
 * progress is finished or handed back as at any stop; the exit code is 1, and whoever supervises starts another one.
 */
export async function runUntilStopped(name: string, start: () => Promise<RunningProcess>): Promise<void> {
  const stopRequested = new Promise<StopReason>((resolve) => {
    for (const reason of REASONS_TO_STOP) process.once(reason, () => resolve(reason))
    // The supervisor may have died while our modules were being loaded; undefined: there is none.
    if (process.connected === false) resolve('disconnect')
  })
  // The driver loads PostgreSQL's types over a connection whose errors it does not handle.
  process.on('uncaughtException', failToStart)
  const { stop, timeout_ms, log } = await start().catch(failToStart)
  const faultMet = new Promise<StopReason>((resolve) => {
    process.on('uncaughtException', (err) => resolve(meetFault(log, err)))
  })
  process.off('uncaughtException', failToStart)
  const reason = await Promise.race([stopRequested, faultMet])
  const stopped = stop(reason).catch((err) => meetFault(log, err))
  await Promise.race([stopped, sleep(timeout_ms + GRACE_MS)])
  process.exit()

  function failToStart(error: unknown): never {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

let faults = 0

/** Promises that are rejected and that nobody awaits come here too. */
function meetFault(log: RunningProcess['log'], err: unknown): 'fault' {
  faults += 1
  process.exitCode = 1
  if (faults <= MOST_FAULTS) log.fatal({ err }, 'an error that nobody handles: the process stops')
  return 'fault'
}
