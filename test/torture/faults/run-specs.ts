import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { needsService } from './needs-service.ts'

type Failure = { readonly title: string; readonly message: string }
export type SpecResult = {
  readonly passed: number
  readonly failures: readonly Failure[]
  readonly output: string
  /** Otherwise it was interrupted, or broke off by itself: what had passed until then says nothing of the rest. */
  readonly is_whole: boolean
}

/**
 * A test that hangs fails by its own limit before, three minutes at most, and the start of the service by one of five; what is
 * interrupted has found nothing. On a machine with much other work a start and a test that take seconds elsewhere have taken seven
 * minutes.
 */
const TIMEOUT_MS = 1_200_000

type RunOptions = { readonly timeout_ms?: number /** Beside that of this process. */; readonly env?: NodeJS.ProcessEnv }

/**
 * Runs the tests of some specs whose titles match, in a separate process, up to the first failure.
 *
 * @returns no test at all where the specs could not be loaded; the reason is in `output`
 */
export async function runSpecs(
  folder: string,
  specs: readonly string[],
  titles: RegExp,
  { timeout_ms = TIMEOUT_MS, env = {} }: RunOptions = {},
): Promise<SpecResult> {
  const setup = specs.some((spec) => needsService(folder, spec)) ? 'setup' : 'processes/setup-without-service'
  const args = [
    join(folder, 'node_modules/mocha/bin/mocha.js'),
    ...['--no-config', '--require', `./test/support/${setup}.ts`, '--exit', '--bail', '--timeout', '30000'],
    ...['--reporter', 'tap', '--grep', `/${titles.source}/`],
    ...specs,
  ]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    timeout: timeout_ms,
    killSignal: 'SIGINT',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const { passed, failures } = read(output)
  // Mocha ends with the number of failures, behind the sums.
  const is_whole = !child.killed && code === failures.length && /^# fail \d+$/m.test(output)
  return { passed, failures, output, is_whole }
}

/** TAP: a line for each test, and behind a failed one its message. */
function read(output: string): Pick<SpecResult, 'passed' | 'failures'> {
  const passed = output.match(/^ok \d+ /gm)?.length ?? 0
  const failures = [...output.matchAll(/^not ok \d+ (.*)\n *(.*)$/gm)].map(([, title = '', message = '']) => ({
    title,
    message: message.slice(0, 300),
  }))
  return { passed, failures }
}
