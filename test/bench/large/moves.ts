import { setTimeout as sleep } from 'node:timers/promises'
import { row, sql } from '../../../shared/store/db/database.ts'
import { moversOf } from '../../support/moving/movers.ts'
import { sendBatches, someDayOfTwoYears } from '../documents.ts'
import type { BenchServer } from '../processes.ts'
import { percentile, type Row, ratioRow } from '../table.ts'
import { type Ledgers, withLedgers } from './ledgers.ts'
import { type Answered, askOthers, writeAlways } from './moves-beside.ts'

const SMALL = 1_000
const SIZES = [SMALL, 10_000]
/** There, back, and there again. */
const PLACES = ['ledgers-1', 'home', 'ledgers-1'] as const
const MOST_PAUSE_MS = 1_000
/** It is read at the old place no more, and a measurement waits for nobody. */
const TIMES = { clean_up_after_ms: 0, longest_pause_ms: 60_000 }

type Pauses = {
  /** As the command keeps it. */
  readonly paused_ms: number
  /** The longest time that a client of this end customer has had no answer but 503. */
  readonly waited_ms: number
  readonly took_ms: number
}
type Pair = { readonly beside: Answered; readonly without: Answered }
type MovedBooks = { readonly facts: number; readonly pauses: readonly Pauses[]; readonly pairs: readonly Pair[] }

/**
 * Moves of end customers with few and with many facts, who are written all the time: how long their writes wait, and what small requests of
 * others take while the rows of the largest are copied, in pairs with a time of the same length without a move.
 */
export function measureMoves(server: BenchServer, largest: number): Promise<Row[]> {
  return withLedgers(server, 2, async (ledgers) => {
    const { url, drain, goOn, stop } = await ledgers.start()
    try {
      const sizes = [...SIZES.filter((size) => size < largest), largest]
      const movers = ledgers.customers.filter((_, index) => index % 2 === 0) // of home
      for (const [index, size] of sizes.entries()) {
        await sendBatches(url, ledgers.home.key, size, [movers[index] as string], someDayOfTwoYears)
        await drain()
      }
      await ledgers.home.pool.query(sql.type(row())`vacuum analyze`)
      goOn()
      const books: MovedBooks[] = []
      for (const [index, facts] of sizes.entries())
        books.push({ facts, ...(await moveThreeTimes(ledgers, url, movers[index] as string)) })
      return rowsOf(books)
    } finally {
      await stop()
    }
  })
}

async function moveThreeTimes(ledgers: Ledgers, url: string, they: string): Promise<Omit<MovedBooks, 'facts'>> {
  const { home, env, urls } = ledgers
  const { move } = moversOf(urls, { home_urls: home, env, times: TIMES })
  const others = ledgers.customers.slice(-8)
  const pauses: Pauses[] = []
  const pairs: Pair[] = []
  for (const place of PLACES) {
    const writer = writeAlways(url, home.key, they)
    const beside = askOthers(url, home.key, others)
    const began = performance.now()
    const { move_id } = await move(they, place)
    const took_ms = performance.now() - began
    const answered = await beside.stop()
    const waited_ms = writer.longestWait()
    const without = askOthers(url, home.key, others)
    await sleep(took_ms)
    pairs.push({ beside: answered, without: await without.stop() })
    await writer.stop()
    pauses.push({ paused_ms: await findPause(ledgers, move_id), waited_ms, took_ms })
  }
  return { pauses, pairs }
}

function findPause({ home }: Ledgers, move_id: string): Promise<number> {
  return home.pool.oneFirst(sql.type(row<{ paused_ms: number }>())`
    select (found ->> 'paused_ms')::integer as paused_ms from moves where move_id = ${move_id}
  `)
}

function rowsOf(books: readonly MovedBooks[]): Row[] {
  const [small, large] = [books[0] as MovedBooks, books.at(-1) as MovedBooks]
  const medianOf = ({ pauses }: MovedBooks) => percentile(listOf(pauses, 'paused_ms'), 0.5)
  return [
    ...books.map(pauseRow),
    ratioRow(
      `pause of a move with ${large.facts} facts against ${small.facts}, medians`,
      `${medianOf(large)} ms against ${medianOf(small)}`,
      medianOf(large) / medianOf(small),
      { most: 2 },
      { small: small.pauses, large: large.pauses },
    ),
    ...(['reads', 'writes'] as const).map((kind) => besideRow(large, kind)),
  ]
}

function listOf(pauses: readonly Pauses[], name: keyof Pauses): number[] {
  return pauses.map((one) => Math.round(one[name]))
}

function pauseRow({ facts, pauses }: MovedBooks): Row {
  const most = Math.max(...listOf(pauses, 'paused_ms'))
  const [paused, waited, took] = (['paused_ms', 'waited_ms', 'took_ms'] as const).map((name) =>
    listOf(pauses, name).join(', '),
  )
  return {
    what: `pause of a move with ${facts} facts that is written all the time`,
    measured: `${paused} ms; its writer waited ${waited} ms; the move took ${took} ms`,
    goal: `< ${MOST_PAUSE_MS} ms`,
    is_reached: most < MOST_PAUSE_MS,
    figures: { facts, pauses },
  }
}

function besideRow({ facts, pairs }: MovedBooks, kind: keyof Answered): Row {
  const p99s = (name: keyof Pair) => pairs.map((pair) => Math.round(percentile(pair[name][kind], 0.99)))
  const [beside, without] = [p99s('beside'), p99s('without')]
  const most = Math.max(3 * percentile(without, 0.5), 100)
  return {
    what: `p99 of ${kind} of others while one with ${facts} facts moves, in pairs`,
    measured: `${beside.join(', ')} ms against ${without.join(', ')} without`,
    goal: `≤ ${most} ms`,
    is_reached: percentile(beside, 0.5) <= most,
    figures: { beside, without, count: pairs.map((pair) => [pair.beside[kind].length, pair.without[kind].length]) },
  }
}
