import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { count } from '../../shared/cli/options.ts'
import { printTable } from '../../shared/cli/print-table.ts'

/** `npm run torture -- [--seed N] [--minutes N] [--databases N] [--file NAME] [--keep-logs]` */
const { seed, minutes, databases, file, keepLogs } = new Command('npm run torture --')
  .description('Runs the service through a storm of requests and faults, then checks that nothing was lost or doubled.')
  .option(
    '--seed <number>',
    'the same seed and minutes make the same plan',
    count,
    1 + Math.floor(Math.random() * 999_999),
  )
  .option('--minutes <number>', 'how long the storm lasts', count, 3)
  .option('--databases <number>', 'ledger databases, on a server each; end customers move between several', count, 1)
  .option('--file <name>', 'where the report goes as JSON')
  .option('--keep-logs', 'leaves the logs of the processes behind, whatever the result', false)
  .parse()
  .opts<{ seed: number; minutes: number; databases: number; file?: string; keepLogs: boolean }>()

// `--help` and mistakes need nothing of the service.
const { torture } = await import('./run.ts')
const report = await torture({
  seed,
  seconds: minutes * 60,
  is_short: false,
  databases,
  keeps_logs: keepLogs,
  say: console.log,
})
const path = resolve(file ?? `torture-${seed}.json`)
writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`)
printTable(report.requests, {})
printTable(report.disturbances, {})
printTable(
  report.findings.map(({ check, counted, wrong }) => ({
    check,
    counted,
    result: wrong.length === 0 ? 'ok' : `${wrong.length} wrong`,
  })),
  {},
)
console.log(`report: ${path}`)
if (report.logs) console.log(`logs: ${report.logs}`)
for (const { check, wrong } of report.findings) for (const one of wrong.slice(0, 5)) console.log(`${check}: ${one}`)
if (!report.is_passed) {
  console.log(
    `FAILED. Again: npm run torture -- --seed ${seed} --minutes ${minutes}${databases > 1 ? ` --databases ${databases}` : ''}`,
  )
  process.exitCode = 1
}
