import { acceptAlone } from '../accepting.ts'
import { sendBatches } from '../documents.ts'
import type { BenchServer } from '../processes.ts'
import { percentile, type Row, ratioRow } from '../table.ts'
import { type Ledgers, withLedgers } from './ledgers.ts'

const ROUNDS = 4
const WARM_UP = 3_000
const LEAST = { two: 0.95, four: 0.9 }

type Rates = { readonly alone: number; readonly together: number; readonly drained: number }
type Found = Readonly<Record<'one' | 'two' | 'four', Rates[]>>

const WHAT: Readonly<Record<keyof Rates, string>> = {
  alone: 'facts accepted one by one',
  together: 'facts accepted in batches of 100',
  drained: 'facts drained',
}

/**
 * The same load on one web and one worker process with one, two and four ledger databases, on one machine, in turns: what
 * they would share beyond the machine costs more with each of them.
 */
export function measureDatabases(server: BenchServer, seconds: number, facts: number): Promise<Row[]> {
  return withLedgers(server, 1, (one) =>
    withLedgers(server, 2, (two) =>
      withLedgers(server, 4, async (four) => {
        const all = { one, two, four }
        const found: Found = { one: [], two: [], four: [] }
        for (let round = 0; round < ROUNDS; round += 1) {
          const names = ['one', 'two', 'four'] as const
          for (const name of round % 2 === 0 ? names : names.toReversed())
            found[name].push(await measureLedgers(all[name], seconds, facts))
        }
        return (['two', 'four'] as const).flatMap((name) =>
          (Object.keys(WHAT) as (keyof Rates)[]).map((rate) => compare(name, rate, found)),
        )
      }),
    ),
  )
}

async function measureLedgers({ home, customers, start }: Ledgers, seconds: number, facts: number): Promise<Rates> {
  const { url, drain, stop } = await start()
  try {
    await sendBatches(url, home.key, WARM_UP, customers)
    await drain()
    const alone = await acceptAlone(url, home, customers, seconds)
    await drain()
    const began = performance.now()
    await sendBatches(url, home.key, facts, customers)
    const together = (facts * 1_000) / (performance.now() - began)
    return { alone, together, drained: await drain() }
  } finally {
    await stop()
  }
}

function compare(name: 'two' | 'four', rate: keyof Rates, found: Found): Row {
  const median = (rates: readonly Rates[]) =>
    percentile(
      rates.map((one) => one[rate]),
      0.5,
    )
  const [several, one] = [median(found[name]), median(found.one)]
  return ratioRow(
    `${WHAT[rate]}, ${name} ledger databases on one machine against one`,
    `${Math.round(several)}/s against ${Math.round(one)}/s`,
    several / one,
    { least: LEAST[name] },
    { several: found[name], one: found.one },
  )
}
