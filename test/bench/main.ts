import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { measureAccepting } from './accepting.ts'
import { measureDraining } from './draining.ts'
import { measureLatency } from './latency.ts'
import { measureMemory } from './memory.ts'
import { measureMixed } from './mixed.ts'
import { type BenchServer, startBenchServer } from './processes.ts'
import { measureReading } from './reading.ts'
import { type Row, report } from './table.ts'

type Scale = {
  readonly seconds: number
  readonly backlog: number
  readonly lines: number
  readonly samples: number
  readonly minutes: number
}

/** `--quick` shows that everything runs; its figures are too short to be believed. */
const FULL: Scale = { seconds: 8, backlog: 100_000, lines: 1_000_000, samples: 500, minutes: 10 }
const QUICK: Scale = { seconds: 2, backlog: 10_000, lines: 50_000, samples: 50, minutes: 0.5 }

const MEASUREMENTS: Readonly<Record<string, (server: BenchServer, scale: Scale) => Promise<Row[]>>> = {
  accepting: (server, { seconds }) => measureAccepting(server, seconds),
  draining: (server, { seconds, backlog }) => measureDraining(server, seconds / 2, backlog),
  latency: (server, { samples }) => measureLatency(server, samples),
  reading: (server, { lines }) => measureReading(server, lines),
  mixed: (server, { backlog }) => measureMixed(server, backlog),
  memory: (server, { minutes }) => measureMemory(server, minutes),
}

const options = new Command('npm run bench --')
  .description('Measures the service against a baseline in hand-written SQL and against hledger, in one run.')
  .addOption(new Option('--only <names...>', 'some of the measurements').choices(Object.keys(MEASUREMENTS)))
  .option('--quick', 'a short run of everything')
  .option('--out <file>', 'where the JSON goes', join(tmpdir(), 'hauptbuch-bench.json'))
  .parse()
  .opts<{ only?: string[]; quick?: true; out: string }>()

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1)) // with what it has started

const server = await startBenchServer()
try {
  const rows: Row[] = []
  for (const name of options.only ?? Object.keys(MEASUREMENTS)) {
    console.log(`${name} …`)
    rows.push(...((await MEASUREMENTS[name]?.(server, options.quick ? QUICK : FULL)) ?? []))
  }
  report(rows, options.out, { database: server.version })
} finally {
  await server.stop()
}
