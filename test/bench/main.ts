import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { count } from '../../shared/cli/options.ts'
import { measureAccepting } from './accepting.ts'
import { measureBankReconciliation } from './bank/reconciliation.ts'
import { findVersions, measureCost, type Version } from './cost/measure.ts'
import { METERED_SETTINGS } from './cost/usage.ts'
import { measureDraining } from './draining.ts'
import { measureFairness } from './fairness/measure.ts'
import { measureHostile } from './hostile/measure.ts'
import { measureLatency } from './latency.ts'
import { measureMatching } from './matching/measure.ts'
import { measureMemory } from './memory.ts'
import { measureMixed } from './mixed.ts'
import { measureOpenItems } from './open-items/measure-open-items.ts'
import { type BenchServer, startBenchServer } from './processes.ts'
import { measureReading } from './reading.ts'
import { type Row, report } from './table.ts'
import { measureUploads } from './uploads/measure.ts'
import { measureVatReturns } from './vat/returns.ts'

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
}

const MEASUREMENTS: Readonly<Record<string, (server: BenchServer, scale: Scale) => Promise<Row[]>>> = {
  accepting: (server, { seconds }) => measureAccepting(server, seconds),
  draining: (server, { seconds, backlog }) => measureDraining(server, seconds / 2, backlog),
  latency: (server, { samples }) => measureLatency(server, samples),
  reading: (server, { lines }) => measureReading(server, lines),
  mixed: (server, { backlog }) => measureMixed(server, backlog),
  'open-items': (server, { lines }) => measureOpenItems(server, lines),
  'bank-reconciliation': (server, { backlog }) => measureBankReconciliation(server, backlog),
  'vat-return': (server, { lines }) => measureVatReturns(server, lines),
  matching: () => measureMatching(5_000),
  memory: (server, { minutes }) => measureMemory(server, minutes),
  hostile: (server, { bodies }) => measureHostile(server, bodies),
  uploads: (server, { stall }) => measureUploads(server, stall),
  fairness: (server, { lines, seconds }) => measureFairness(server, lines / 10, seconds * 2),
}
/** Compares versions instead of a version with the baseline, on a PostgreSQL with other settings: only when asked for. */
const COST = 'cost'

const command = new Command('npm run bench --')
  .description('Measures the service against a baseline in hand-written SQL and against hledger, in one run.')
  .addOption(
    new Option('--only <names...>', `some of the measurements; ${COST} only so`).choices([
      ...Object.keys(MEASUREMENTS),
      COST,
    ]),
  )
  .option('--quick', 'a short run of everything')
  .option('--against <folder>', `${COST}: a checkout of another version, with its node_modules`)
  .option('--rounds <number>', `${COST}: rounds of each version`, count)
  .option('--facts <number>', `${COST}: facts of a round`, count)
  .option('--out <file>', 'where the JSON goes', join(tmpdir(), 'hauptbuch-bench.json'))
  .parse()
const options = command.opts<{
  only?: string[]
  quick?: true
  against?: string
  rounds?: number
  facts?: number
  out: string
}>()
const { only = Object.keys(MEASUREMENTS), quick, against, rounds, facts } = options
if (!only.includes(COST) && (against ?? rounds ?? facts) !== undefined)
  command.error(`--against, --rounds and --facts belong to --only ${COST}.`)
const versions = only.includes(COST) ? versionsOrExit() : []
const scale = { ...(quick ? QUICK : FULL), ...(rounds && { rounds }), ...(facts && { facts }) }

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1)) // with what it has started

const rows: Row[] = []
let database = ''
const others = only.filter((name) => name !== COST)
if (others.length > 0)
  await withServer({}, async (server) => {
    for (const name of others) {
      console.log(`${name} …`)
      rows.push(...((await MEASUREMENTS[name]?.(server, scale)) ?? []))
    }
  })
if (versions.length > 0)
  await withServer(METERED_SETTINGS, async (server) => {
    console.log(`${COST} …`)
    rows.push(...(await measureCost(server, versions, scale)))
  })
report(rows, options.out, { database, ...(versions.length > 0 && { versions }) })

function versionsOrExit(): Version[] {
  try {
    return findVersions(against ?? null)
  } catch (error) {
    return command.error((error as Error).message)
  }
}

async function withServer(settings: Readonly<Record<string, string>>, measure: (server: BenchServer) => Promise<void>) {
  const server = await startBenchServer(settings)
  try {
    database = server.version
    await measure(server)
  } finally {
    await server.stop()
  }
}
