import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { ALONE } from './alone.ts'
import { closeWhenInterrupted } from './close-when-interrupted.ts'
import { openPlaces } from './places.ts'
import { printSums } from './print-sums.ts'
import { runFiles } from './run-files.ts'

const MOST_PROCESSES = 2

/**
 * Runs every spec file once: most of them in two processes beside each other, and afterwards those that need the machine for
 * themselves. The last lines are the sums of both.
 *
 * @returns the exit code
 */
export async function runSuite(): Promise<number> {
  const { require, timeout } = JSON.parse(readFileSync('.mocharc.json', 'utf8')) as Mocha.MochaOptions
  const files = globSync('test/**/*.test.ts').sort()
  const alone = files.filter((file) => ALONE.includes(file))
  const beside = files.filter((file) => !ALONE.includes(file))
  const processes = Math.min(MOST_PROCESSES, availableParallelism())
  const places = await openPlaces(processes)
  process.env.TEST_PLACES = JSON.stringify(places.all)
  closeWhenInterrupted(places.close)
  const outcomes = [
    await runFiles(beside, { require, timeout, processes }),
    await runFiles(alone, { require, timeout, processes: 1 }),
  ]
  await places.close()
  return printSums(outcomes)
}
