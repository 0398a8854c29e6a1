import { symbols } from 'pino'
import { type Deps, openDeps } from '../../../shared/deps/deps.ts'
import { isExpected } from './expected-lines.ts'

/** The level at which services of the tests log: what warns is collected. */
export const TEST_LOG_LEVEL = process.env.TEST_LOG_LEVEL ?? 'warn'
const WARNING = 40

/** Warnings and errors of the services that run in this process, as they were written. */
const collected: string[] = []

/** What a process of the service holds open. Its lines are printed where TEST_LOG_LEVEL asks for some. */
export async function openWatched(...settings: Parameters<typeof openDeps>): Promise<Deps> {
  const deps = await openDeps(...settings)
  const printed = Reflect.get(deps.log, symbols.streamSym) as { write(line: string): unknown }
  const write = (line: string) => {
    if (levelOf(line) >= WARNING) collected.push(line)
    if (process.env.TEST_LOG_LEVEL) printed.write(line)
  }
  Object.assign(deps.log, { [symbols.streamSym]: { write } })
  return deps
}

/**
 * A warning says that somebody should look. One that nobody has read and explained is a fault, or no warning. Asked for by
 * TEST_WARNINGS: a slow machine may warn of what no other one does.
 *
 * @param files those that have run since the last call
 * @throws Error with the lines that none of them is expected to cause
 */
export function requireExpectedLines(files: readonly string[]): void {
  const lines = collected.splice(0)
  if (!process.env.TEST_WARNINGS) return
  const unexpected = lines.filter((line) => !isExpected(JSON.parse(line), files))
  if (unexpected.length > 0)
    throw new Error(`warnings that test/support/watched/expected-lines.ts does not explain:\n${unexpected.join('')}`)
}

function levelOf(line: string): number {
  return Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0)
}
