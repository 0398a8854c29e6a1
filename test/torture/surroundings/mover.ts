import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Random } from '../../../shared/cli/demo/company/random.ts'
import type { Servers } from './postgres/servers.ts'

const PROJECT = join(import.meta.dirname, '../../..')

/** `npm run ops -- move`, as an operator says it. */
type MoveProcess = {
  signal(signal: NodeJS.Signals): void
  readonly ended: Promise<MoveCommand>
}

export type MoveCommand = {
  readonly command: string
  /** Null where it was killed. */
  readonly code: number | null
  readonly output: string
}

export type Mover = {
  start(customer: string, where: readonly string[], random: Random): MoveProcess
  /** Who is being moved by a disturbance. */
  readonly under_way: Set<string>
  /** What was said, and what the commands have answered. */
  readonly commands: readonly MoveCommand[]
  /** Kills those that run. */
  stop(): void
}

/** @param is_short lets a pause take as long as it likes: a loaded machine would have every move taken back */
export function openMover({ env, owner_env }: Servers, folder: string, is_short: boolean): Mover {
  const running = new Set<ChildProcess>()
  const commands: MoveCommand[] = []
  const flags = is_short ? ['--import', pathToFileURL(join(import.meta.dirname, 'clean-up-soon.ts')).href] : []
  return {
    under_way: new Set(),
    commands,
    start(customer, where, random) {
      const args = ['move', '--end-customer', customer, ...where, ...pauseOf(where, random, is_short)]
      const child = spawn(process.execPath, [...flags, join(PROJECT, 'shared/cli/ops.ts'), ...args], {
        cwd: PROJECT,
        env: { ...process.env, ...env, ...owner_env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      running.add(child)
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => {
          output += text
        })
      const ended = new Promise<MoveCommand>((resolve) =>
        child.once('close', (code) => {
          running.delete(child)
          const command = { command: args.join(' '), code, output }
          commands.push(command)
          appendFileSync(join(folder, 'moves.log'), `${command.command}\n${output}exit ${code}\n`)
          resolve(command)
        }),
      )
      return { signal: (signal) => void child.kill(signal), ended }
    },
    stop() {
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

function pauseOf(where: readonly string[], random: Random, is_short: boolean): string[] {
  if (where[0] !== '--to') return []
  if (random.isOneIn(6)) return ['--offline']
  if (is_short) return ['--longest-pause', '60000']
  return random.isOneIn(2) ? ['--longest-pause', '5000'] : []
}
