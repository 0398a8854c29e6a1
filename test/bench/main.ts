import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { count } from '../../shared/cli/options.ts'
import type { Version } from './cost/measure.ts'
import { METERED_SETTINGS } from './cost/usage.ts'
import { COUNTING_SETTINGS } from './cost/where-time-goes.ts'
import type { BenchServer } from './processes.ts'
import { type Row, report } from './table.ts'

type Scale = {
  readonly seconds: number
  readonly backlog: number
  readonly lines: number
  readonly samples: number
  readonly minutes: number
  readonly rounds: number
  readonly facts: number
  readonly bodies: number
  readonly stall: number
  readonly large_lines: number
  readonly large_customers: number
  readonly large_moves: number
  /** Of fairness; undefined: all of them, and how long each request holds the event loop. */
  readonly kinds?: readonly string[] | undefined
}

/** `--quick` shows that everything runs; its figures are too short to be believed. */
const FULL: Scale = {
  seconds: 8,
  backlog: 100_000,
  lines: 1_000_000,
  samples: 500,
  minutes: 10,
  rounds: 5,
  facts: 20_000,
  bodies: 20,
  stall: 60,
  large_lines: 10_000_000,
  large_customers: 100_000,
  large_moves: 100_000,
}
const QUICK: Scale = {
  seconds: 2,
  backlog: 10_000,
  lines: 50_000,
  samples: 50,
  minutes: 0.5,
  rounds: 1,
  facts: 2_000,
  bodies: 5,
  stall: 10,
  large_lines: 100_000,
  large_customers: 1_000,
  large_moves: 2_000,
}

/** Loaded when they are run: `--help` and mistakes need nothing of the service. */
const MEASUREMENTS: Readonly<Record<string, (server: BenchServer, scale: Scale) => Promise<Row[]>>> = {
  accepting: async (server, { seconds }) => (await import('./accepting.ts')).measureAccepting(server, seconds),
  draining: async (server, { seconds, backlog }) =>
    (await import('./draining.ts')).measureDraining(server, seconds / 2, backlog),
  latency: async (server, { samples }) => (await import('./latency.ts')).measureLatency(server, samples),
  reading: async (server, { lines }) => (await import('./reading.ts')).measureReading(server, lines),
  pages: async (server, { lines, samples }) => (await import('./lists/pages.ts')).measurePages(server, lines, samples),
  mixed: async (server, { backlog }) => (await import('./mixed.ts')).measureMixed(server, backlog),
  'open-items': async (server, { lines }) =>
    (await import('./open-items/measure-open-items.ts')).measureOpenItems(server, lines),
  'end-customers': async (server, { backlog }) =>
    (await import('./lists/end-customers.ts')).measureEndCustomers(server, backlog),
  'bank-reconciliation': async (server, { backlog }) =>
    (await import('./bank/reconciliation.ts')).measureBankReconciliation(server, backlog),
  'vat-return': async (server, { lines }) => (await import('./vat/returns.ts')).measureVatReturns(server, lines),
  matching: async () => (await import('./matching/measure.ts')).measureMatching(5_000),
  memory: async (server, { minutes }) => (await import('./memory.ts')).measureMemory(server, minutes),
  hostile: async (server, { bodies }) => (await import('./hostile/measure.ts')).measureHostile(server, bodies),
  uploads: async (server, { stall, lines }) =>
    (await import('./uploads/measure.ts')).measureUploads(server, stall, lines * 0.4),
  fairness: async (server, { lines, seconds, kinds }) =>
    (await import('./fairness/measure.ts')).measureFairness(server, lines / 10, seconds * 2, kinds),
}
const STORAGE = 'storage'
/** Only when asked for: they fill books for half an hour and more, or measure what changes seldom. */
const LARGE: typeof MEASUREMENTS = {
  'large-lines': async (server, { large_lines }) =>
    (await import('./large/lines.ts')).measureLargeLines(server, large_lines),
  'large-customers': async (server, { large_customers, seconds }) =>
    (await import('./large/customers.ts')).measureLargeCustomers(server, large_customers, seconds),
  [STORAGE]: async (server, { facts }) => (await import('./cost/measure-storage.ts')).measureStorage(server, facts),
  'large-databases': async (server, { seconds, facts }) =>
    (await import('./large/databases.ts')).measureDatabases(server, seconds, facts),
  moves: async (server, { large_moves }) => (await import('./large/moves.ts')).measureMoves(server, large_moves),
}
/** Compares versions instead of a version with the baseline, on a PostgreSQL with other settings: only when asked for. */
const COST = 'cost'
/** Those that fill books which can be kept. */
const KEPT = ['open-items', 'vat-return', 'large-lines', 'large-customers']

const command = new Command('npm run bench --')
  .description('Measures the service against a baseline in hand-written SQL and against hledger, in one run.')
  .addOption(
    new Option('--only <names...>', `some of the measurements; ${COST} and large ones only so`).choices([
      ...Object.keys(MEASUREMENTS),
      ...Object.keys(LARGE),
      COST,
    ]),
  )
  .option('--quick', 'a short run of everything')
  .option('--against <folder>', `${COST}: a checkout of another version, with its node_modules`)
  .option('--rounds <number>', `${COST}: rounds of each version`, count)
  .option('--kinds <names...>', 'fairness: some kinds of expensive requests, without the event loop')
  .option('--seconds <number>', 'fairness: half of the time that each kind is looked at', count)
  .option('--facts <number>', `${COST}: facts of a round; ${STORAGE}: of all`, count)
  .option('--keep <folder>', `${KEPT.join(', ')}: where its books are, and stay; the first run fills them`)
  .option(
    '--size <number>',
    'large-lines, large-customers or moves: lines, end customers or facts instead of all',
    count,
  )
  .option('--out <file>', 'where the JSON goes', join(tmpdir(), 'hauptbuch-bench.json'))
  .parse()
const options = command.opts<{
  only?: string[]
  quick?: true
  against?: string
  rounds?: number
  facts?: number
  kinds?: string[]
  seconds?: number
  keep?: string
  size?: number
  out: string
}>()
const { only = Object.keys(MEASUREMENTS), quick, against, rounds, facts, kinds, seconds, keep, size } = options
if (!only.includes(COST) && (against ?? rounds) !== undefined)
  command.error(`--against and --rounds belong to --only ${COST}.`)
if (!only.some((name) => [COST, STORAGE].includes(name)) && facts !== undefined)
  command.error(`--facts belongs to --only ${COST} or ${STORAGE}.`)
if (!only.includes('fairness') && (kinds ?? seconds) !== undefined)
  command.error('--kinds and --seconds belong to --only fairness.')
if (keep !== undefined && !KEPT.includes(only.join()))
  command.error(`--keep belongs to --only one of ${KEPT.join(', ')}.`)
if (size !== undefined && !['large-lines', 'large-customers', 'moves'].includes(only.join()))
  command.error('--size belongs to --only large-lines, large-customers or moves.')
const versions = only.includes(COST) ? await versionsOrExit() : []
const scale: Scale = {
  ...(quick ? QUICK : FULL),
  ...(rounds && { rounds }),
  ...(facts && { facts }),
  ...(seconds && { seconds }),
  ...(size && { large_lines: size, large_customers: size, large_moves: size }),
  kinds,
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1)) // with what it has started

const rows: Row[] = []
let database = ''
const others = only.filter((name) => name !== COST)
if (others.length > 0)
  await withServer(keep === undefined ? COUNTING_SETTINGS : {}, async (server) => {
    for (const name of others) {
      console.log(`${name} …`)
      rows.push(...((await { ...MEASUREMENTS, ...LARGE }[name]?.(server, scale)) ?? []))
    }
  })
if (versions.length > 0)
  await withServer(METERED_SETTINGS, async (server) => {
    console.log(`${COST} …`)
    const { measureCost } = await import('./cost/measure.ts')
    rows.push(...(await measureCost(server, versions, scale)))
  })
report(rows, options.out, { database, ...(versions.length > 0 && { versions }) })

async function versionsOrExit(): Promise<Version[]> {
  const { findVersions } = await import('./cost/measure.ts')
  try {
    return findVersions(against ?? null)
  } catch (error) {
    return command.error((error as Error).message)
  }
}

async function withServer(settings: Readonly<Record<string, string>>, measure: (server: BenchServer) => Promise<void>) {
  const { startBenchServer } = await import('./processes.ts')
  const server = await startBenchServer(settings, keep)
  try {
    database = server.version
    await measure(server)
  } finally {
    await server.stop()
  }
}
