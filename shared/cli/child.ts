import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export type Child = {
  /** Asks it to finish, and kills it after the timeout. */
  stop(timeout_ms: number): Promise<void>
  kill(): void
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
const STABLE_MS = 10_000

/**
 * Keeps a process of the service running: one that ends without being asked is started again, at first at once, then
 * with growing pauses. It is alone in its process group, so Ctrl-C in the terminal reaches only the supervisor, and it
 * ends when the supervisor is gone.
 */
export function keepRunning(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Child {
  let child: ChildProcess | null = null
  let isStopping = false
  let pause = FIRST_PAUSE_MS

  const start = () => {
    const started = performance.now()
    child = spawn(process.execPath, args, {
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.once('exit', async (code, signal) => {
      if (isStopping) return
      pause = performance.now() - started > STABLE_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS)
      say(`${name} ended (${signal ?? `exit code ${code}`}); starting it again`)
      await sleep(pause)
      if (!isStopping) start()
    })
  }
  start()

  return {
    async stop(timeout_ms) {
      isStopping = true
      const running = child
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      const exited = new Promise((resolve) => running.once('exit', resolve))
      running.kill('SIGTERM')
      const timer = setTimeout(() => running.kill('SIGKILL'), timeout_ms)
      await exited
      clearTimeout(timer)
    },
    kill() {
      isStopping = true
      child?.kill('SIGKILL')
    },
  }
}
