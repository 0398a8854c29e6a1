import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'

type Options = { grep?: string; fgrep?: string; bail?: true; invert?: true; dryRun?: true; reporter?: string }

/** mocha answers an option that it does not know with the stack of a failed import. */
const program = new Command('npm test --')
  .description('Runs the whole test suite, or some files or titles of it, against a PostgreSQL of its own.')
  .argument('[files...]', 'spec files; default: all of them')
  .option('-g, --grep <pattern>', 'only tests whose title matches')
  .option('-f, --fgrep <text>', 'only tests whose title contains the text')
  .option('-i, --invert', 'the others instead')
  .option('-b, --bail', 'stop at the first failure')
  .option('--dry-run', 'list the tests and run none')
  .option('--reporter <name>', 'a reporter of mocha')
  .parse()

const unknown = program.args.find((pattern) => globSync(pattern).length === 0)
if (unknown !== undefined) program.error(`error: there is no file ${unknown}`)

/** What node has compiled once is not compiled again by the hundreds of processes that tests start. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/hauptbuch-tests')
const flags = flagsOf(program.opts<Options>())
const isWhole = program.args.length === 0 && flags.length === 0 && !process.env.TEST_DATABASE_URL
process.exitCode = isWhole ? await (await import('./suite/run-suite.ts')).runSuite() : runInOneProcess()

function runInOneProcess(): number {
  const mocha = join(import.meta.dirname, '../node_modules/mocha/bin/mocha.js')
  const files = program.args.length > 0 ? program.args : ['test/**/*.test.ts']
  return spawnSync(process.execPath, [mocha, ...flags, ...files], { stdio: 'inherit' }).status ?? 1
}

function flagsOf({ grep, fgrep, bail, invert, dryRun, reporter }: Options): string[] {
  return [
    ...(grep === undefined ? [] : ['--grep', grep]),
    ...(fgrep === undefined ? [] : ['--fgrep', fgrep]),
    ...(invert ? ['--invert'] : []),
    ...(bail ? ['--bail'] : []),
    ...(dryRun ? ['--dry-run'] : []),
    ...(reporter === undefined ? [] : ['--reporter', reporter]),
  ]
}
