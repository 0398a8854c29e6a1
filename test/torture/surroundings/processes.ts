import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PROJECT = join(import.meta.dirname, '../../..')

/** A process that is started again whenever it ends, as a dyno is. */
export type Kept = {
  readonly name: string
  /** Sends the signal; the next one of its kind is started as soon as this one is gone. */
  signal(signal: NodeJS.Signals): void
  /** Until it serves again, or the time is over. */
  untilUp(): Promise<void>
  /** Ends without a signal from here, with the last output. */
  readonly unasked_ends: string[]
  stop(): Promise<void>
}

/** A machine with other work may need minutes for what takes a second; who goes on before meets nobody. */
const START_MS = 240_000

/** It cannot start while the database is away; that is said in one sentence, and the dyno tries again. */
const COULD_NOT_START = /^(web|worker): [^\n]+\n$/

/** Keeps a web or worker process running, its log in the folder. */
export function keepProcess(name: string, file: string, env: NodeJS.ProcessEnv, folder: string): Kept {
  const log = openSync(join(folder, `${name}.log`), 'a')
  const unasked_ends: string[] = []
  let child: ChildProcess
  let is_asked = false
  let isStopping = false

  function start(): void {
    let output = ''
    is_asked = false
    child = spawn(process.execPath, [join(PROJECT, file)], { env, cwd: PROJECT, stdio: ['ignore', log, 'pipe'] })
    child.stderr?.on('data', (text) => {
      output += text
    })
    child.once('exit', async (code, signal) => {
      if (isStopping) return
      const isStartFailure = code === 1 && COULD_NOT_START.test(output)
      if (!is_asked && !isStartFailure) unasked_ends.push(`${name}: ${signal ?? code} ${output}`)
      await sleep(200)
      if (!isStopping) start()
    })
  }
  start()

  return {
    name,
    unasked_ends,
    signal(signal) {
      is_asked ||= signal !== 'SIGSTOP' && signal !== 'SIGCONT'
      child.kill(signal)
    },
    untilUp: () =>
      env.PORT ? until(() => isReady(`http://127.0.0.1:${env.PORT}/readyz`)) : sleep(400).then(() => undefined),
    async stop() {
      isStopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = new Promise((resolve) => child.once('exit', resolve))
      // One that is frozen would never hear of it.
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await exited
      clearTimeout(timer)
    },
  }
}

/** Until it is so, or the time is over. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline && !(await condition())) await sleep(50)
}

function isReady(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
