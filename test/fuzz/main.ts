import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'

const options = new Command('npm run fuzz --')
  .description('Sends every endpoint what its schema allows, nearly allows and forbids, and mutated bank statements.')
  .option('--seed <number>', 'the same seed makes the same cases', number, Date.now() % 2 ** 31)
  .option('--runs <number>', 'cases of each property', number, 500)
  .option('--path <path>', 'goes straight to one case, as the failure has printed it')
  .option('--only <text>', 'properties whose name contains this')
  .parse()
  .opts<{ seed: number; runs: number; path?: string; only?: string }>()

console.log(`seed ${options.seed}, ${options.runs} runs of each property`)
const specs = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'))
const { status } = spawnSync(
  'mocha',
  [
    ...['--no-config', '--exit', '--require', './test/support/setup.ts'],
    ...(options.only ? ['--fgrep', options.only] : []),
    ...specs.map((name) => join(import.meta.dirname, name)),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_SEED: String(options.seed),
      FUZZ_RUNS: String(options.runs),
      ...(options.path && { FUZZ_PATH: options.path }),
    },
  },
)
process.exitCode = status ?? 1

function number(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
