import type { BenchServer, Database } from '../processes.ts'
import { percentile, type Row, ratioRow } from '../table.ts'
import { fillCustomers } from './fill-customers.ts'
import { type Figures, measureCustomers, measureIdle } from './measure-customers.ts'

const FEW = 100
const ROUNDS = 3
/** A quarter more time, or a fifth less of a rate, counts as flat. */
const FLAT = 1.25

const WHAT: Readonly<Record<keyof Figures, string>> = {
  accepted: 'accepting one by one, facts a second',
  drained: 'draining, facts a second',
  started: 'start of a worker until its first entry, ms',
  ready: '/readyz, p99, ms',
  list: 'list of end customers, p99, ms',
  queues: 'ops queues, ms',
  verified: 'ops verify of one of them, ms',
}
const RATES = ['accepted', 'drained']

/** A database of very many end customers with twenty facts each, against one with a hundred of them, in turns. */
export function measureLargeCustomers(server: BenchServer, customers: number, seconds: number): Promise<Row[]> {
  return inBooks(server, FEW, (few) =>
    inBooks(server, customers, async (many) => {
      const found = { few: [] as Figures[], many: [] as Figures[] }
      for (let round = 0; round < ROUNDS; round += 1) {
        found.few.push(await measureCustomers(few, seconds))
        found.many.push(await measureCustomers(many, seconds))
      }
      const idle = { few: await measureIdle(server, few), many: await measureIdle(server, many) }
      return [
        ...(Object.keys(WHAT) as (keyof Figures)[]).map((name) => compare(name, found, customers)),
        ratioRow(
          `CPU of worker and PostgreSQL while nothing is to be done, with ${customers} end customers against ${FEW}`,
          `${idle.many.toFixed(1)} ms a second against ${idle.few.toFixed(1)}`,
          idle.many / idle.few,
          { most: FLAT },
          idle,
        ),
      ]
    }),
  )
}

function inBooks<Result>(server: BenchServer, customers: number, measure: (database: Database) => Promise<Result>) {
  const fill = (database: Database) => fillCustomers(database, customers)
  return server.withBooks({ name: `large_customers_${customers}`, fill }, measure)
}

function compare(
  name: keyof Figures,
  found: { readonly few: readonly Figures[]; readonly many: readonly Figures[] },
  customers: number,
): Row {
  const median = (figures: readonly Figures[]) =>
    percentile(
      figures.map((one) => one[name]),
      0.5,
    )
  const [few, many] = [median(found.few), median(found.many)]
  return ratioRow(
    `${WHAT[name]}, with ${customers} end customers against ${FEW}`,
    `${many.toFixed(1)} against ${few.toFixed(1)}`,
    many / few,
    RATES.includes(name) ? { least: 1 / FLAT } : { most: FLAT },
    found,
  )
}
