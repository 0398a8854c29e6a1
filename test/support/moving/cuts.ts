import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { POINTS, type Point } from '../../../shared/moving/points.ts'
import type { PastTriggers } from '../../../shared/store/moving/past-triggers.ts'
import { eventually } from '../books.ts'
import { chart, EXPENSES, expense } from '../requests/examples.ts'
import type { PlaceName } from './books-in.ts'
import { openMoves } from './moves-of-tests.ts'

export const CUTS = 10
export const openCuts = openMoves

type Cuts = Awaited<ReturnType<typeof openCuts>>

/** Of a way back only. */
const BACK: readonly Point[] = ['taking back', 'reopened', 'taken away', 'forgotten', 'taken down']
/** What is done only where everything is copied while it is written. */
const OF_AHEAD: readonly Point[] = ['copying', 'copied ahead']
/** Where a pause was too long. */
const OF_LONG_PAUSES: readonly Point[] = ['opened again']
const FORTH = POINTS.filter((point) => ![...BACK, ...OF_LONG_PAUSES].includes(point))
const BEFORE_TURN = FORTH.slice(0, FORTH.indexOf('turned'))
/** So many tables are emptied, each with a point behind it. */
const PARTS = 60

type Cut = {
  readonly point: Point
  readonly times: number
  /** The second one, on the way back. */
  readonly back: Point | null
  readonly goes_back: boolean
  readonly past_triggers: PastTriggers
  readonly offline: boolean
}

/** Each seed has another point: ten seeds that follow each other are spread over all of them. */
function cutOf(seed: number): Cut {
  const point = FORTH[(seed * 7) % FORTH.length] as Point
  const goes_back = seed % 2 === 0 && BEFORE_TURN.includes(point)
  const back = BACK[Math.floor(seed / 2) % (BACK.length + 1)] ?? null
  return {
    point,
    times: point === 'partly emptied' ? 1 + ((seed * 13) % PARTS) : 1,
    back: goes_back ? back : null,
    goes_back,
    past_triggers: seed % 5 === 0 ? 'held' : 'replica',
    offline: seed % 3 === 0 && !OF_AHEAD.includes(point),
  }
}

/** Moves an end customer that is written meanwhile, cuts it, and goes on or back. @returns what is wrong afterwards */
export async function cutOnce(cuts: Cuts, seed: number): Promise<string[]> {
  const { point, times, back, goes_back, past_triggers, offline } = cutOf(seed)
  const they = await cuts.newcomer()
  const { put } = cuts.client
  await put('/v1/accounts', chart(they))
  const writing = writeAll(cuts, they)
  const wrong: string[] = []
  try {
    await eventually(async () => writing.accepted.size > 2)
    const forth = { end_customer_id: they, to_name: 'second' }
    const killed = await cuts.cutMove({ wanted: forth, cut: { point, times }, past_triggers, offline }, writing.stop)
    if (killed.signal !== 'SIGKILL') wrong.push(`it was not killed at ${point}: ${JSON.stringify(killed)}`)
    // Whatever was closed is open again before anybody runs the command once more.
    const before = writing.accepted.size
    if (!writing.isOver()) await eventually(async () => writing.accepted.size > before, 60)
    const home = { end_customer_id: they, to_name: null }
    if (goes_back && back !== null)
      await cuts.cutMove({ wanted: home, cut: { point: back, times: 1 }, past_triggers }, writing.stop)
  } finally {
    await writing.stop()
  }
  const lives = goes_back ? 'home' : 'second'
  const isOver = await cuts.isOver(they)
  if (!isOver) await cuts.move(they, goes_back ? null : 'second', { past_triggers, offline })
  return [...wrong, ...(await lookAt(cuts, they, lives, writing.accepted))]
}

type Accepted = ReadonlyMap<string, { readonly body: object; readonly id: string }>

/** Sends facts one after the other until it is stopped, each again until it is accepted. */
function writeAll({ client }: Cuts, they: string) {
  const accepted = new Map<string, { body: object; id: string }>()
  const unexpected: string[] = []
  let isStopped = false
  async function write(): Promise<void> {
    while (!isStopped) {
      const key = randomUUID()
      const body = expense(they)
      for (let status = 0; status !== 202 && !isStopped; ) {
        const answer = await client.post(EXPENSES, body, { idempotencyKey: key })
        status = answer.status
        if (status === 202) accepted.set(key, { body, id: answer.body.id })
        else if (status === 503) await sleep(50)
        else {
          unexpected.push(`${status}: ${answer.text}`)
          return
        }
      }
    }
  }
  const writers = Promise.all([write(), write()])
  return {
    accepted,
    isOver: () => isStopped,
    async stop() {
      isStopped = true
      await writers
      if (unexpected.length > 0) throw new Error(unexpected.join('\n'))
    },
  }
}

async function lookAt(cuts: Cuts, they: string, lives: PlaceName, accepted: Accepted): Promise<string[]> {
  const other = lives === 'home' ? 'second' : 'home'
  const { get, post } = cuts.client
  const wrong: string[] = []
  const expect = (what: string, found: unknown, wanted: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      wrong.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
  }
  expect('place', await cuts.placeOf(they), lives)
  expect('rows elsewhere', await cuts.rowsIn(other, they), {})
  expect('fences', [await cuts.fencesIn('home'), await cuts.fencesIn('second')], [[], []])
  const statesOf = async () => {
    const states = await Promise.all(
      [...accepted.values()].map(async ({ id }) => (await get(`/v1/source-facts/${id}`)).body.state),
    )
    return [...new Set(states)]
  }
  await eventually(async () => String(await statesOf()) === 'posted', 60)
  expect('facts', (await cuts.rowsIn(lives, they)).source_facts, accepted.size)
  for (const [idempotencyKey, { body, id }] of accepted) {
    const again = await post(EXPENSES, body, { idempotencyKey })
    expect('a replay', [again.status, again.body.id], [202, id])
  }
  expect('entries', (await cuts.rowsIn(lives, they)).journal_entries, accepted.size)
  expect('findings', await cuts.findings(lives, they), [])
  expect('events', await cuts.gapsIn(lives, they), [])
  expect('jobs', await cuts.failedJobs(they), [])
  return wrong
}
