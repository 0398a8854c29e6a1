import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../books.ts'
import { chart } from '../../requests/examples.ts'
import { type Cut, drawCut } from './draw-cut.ts'
import { lookAt } from './look-at.ts'
import type { Cuts } from './open-cuts.ts'
import { followFeed, orNull, writeAll } from './writers.ts'

/** A command that meets a PostgreSQL which is being started, or what somebody else looks after, is run again. */
const MOST_RUNS = 10

/** Moves an end customer that is written meanwhile, kills something, and goes on or back. @returns what is wrong afterwards */
export async function cutOnce(cuts: Cuts, seed: number): Promise<string[]> {
  const cut = drawCut(seed)
  const [from, to] = cut.way
  const they = await cuts.newcomer(from)
  await eventually(async () => (await orNull(cuts.client.put('/v1/accounts', chart(they))))?.status === 202, 60)
  const writing = writeAll(cuts, they)
  const feed = followFeed(cuts, they)
  const clients = { writing, feed }
  const wrong: string[] = []
  try {
    await eventually(async () => writing.accepted.size > 2)
    wrong.push(...(await cutBoth(cuts, they, cut, clients)))
    await writing.stop()
    wrong.push(...(await goOn(cuts, they, cut, feed)))
    const [lives, other] = cut.goes_back ? [from, to] : [to, from]
    const moved = { they, lives, other, accepted: writing.accepted, read: feed.numbers }
    wrong.push(...(await cuts.look(() => lookAt(cuts, moved))))
  } finally {
    await writing.stop()
    await feed.stop()
  }
  return wrong.map((one) => `${one} (${JSON.stringify(cut)})`)
}

type Feed = ReturnType<typeof followFeed>
type Clients = { readonly writing: ReturnType<typeof writeAll>; readonly feed: Feed }

/** The way forth is cut, and the way back, if there is one. */
async function cutBoth(cuts: Cuts, they: string, cut: Cut, clients: Clients): Promise<string[]> {
  const { writing } = clients
  const { way, blow, back, goes_back } = cut
  const wrong: string[] = []
  const killed = await strike(cuts, they, { cut, blow, to_name: way[1], ends: goes_back }, clients)
  if (blow.victim === 'mover' && killed.code === 0)
    wrong.push(`it was not killed at ${blow.point}: ${JSON.stringify(killed)}`)
  await cuts.untilUp()
  // Whatever was closed is open again before anybody runs the command once more.
  const before = writing.accepted.size
  if (!writing.isOver())
    await eventually(async () => writing.accepted.size > before, 60).catch(() => wrong.push('it is not written again'))
  if (back === null) return wrong
  await strike(cuts, they, { cut, blow: back, to_name: null, ends: false }, clients)
  await cuts.untilUp()
  return wrong
}

type Stroke = {
  readonly cut: Cut
  readonly blow: Cut['blow']
  readonly to_name: string | null
  /** It is not to get to its end though somebody else is killed. */
  readonly ends: boolean
}

function strike(cuts: Cuts, they: string, { cut, blow, to_name, ends }: Stroke, { writing, feed }: Clients) {
  const { point, times, victim, after_ms } = blow
  const { past_triggers, offline, pauses_too_long } = cut
  const order = {
    wanted: { end_customer_id: they, to_name },
    cut: { point, times, waits: victim !== 'mover' },
    past_triggers,
    offline,
    ...(pauses_too_long && { longest_pause_ms: 0 }),
  }
  return cuts.cutMove(
    order,
    () => standBack(feed, writing.stop),
    async (mover) => {
      if (victim === 'mover') return
      if (after_ms > 0) void sleep(after_ms).then(() => cuts.kill(victim, cut.way))
      else await cuts.kill(victim, cut.way)
      if (ends) mover.kill('SIGKILL')
    },
  )
}

/** Rows are deleted at once here, and not when the longest request is over: whoever has asked the old place has to be answered before. */
async function standBack(feed: Feed, stop = async () => {}): Promise<void> {
  await stop()
  await feed.untilAnswered()
}

/** Runs the command until the end customer lives where it shall, and nothing is under way. A mover that fails behind a closed fence takes back. */
async function goOn(
  cuts: Cuts,
  they: string,
  { way, goes_back, past_triggers, offline }: Cut,
  feed: Feed,
): Promise<string[]> {
  const [from, to] = way
  const wanted = { end_customer_id: they, to_name: goes_back ? null : to }
  const isDone = () =>
    cuts.look(async () => !(await cuts.isUnderWay(they)) && (await cuts.placeOf(they)) === (goes_back ? from : to))
  const complaints: string[] = []
  for (let run = 0; run < MOST_RUNS && !(await isDone()); run += 1) {
    await feed.untilAnswered()
    const ended = await cuts.cutMove({ wanted, cut: null, past_triggers, offline }, () => standBack(feed))
    if (ended.code !== 0) complaints.push(ended.complaints)
  }
  return (await isDone()) ? [] : [`it does not come to its end: ${complaints.join('\n')}`]
}
