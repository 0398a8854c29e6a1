import { eventually } from '../../books.ts'
import { EXPENSES } from '../../requests/examples.ts'
import type { Cuts } from './open-cuts.ts'
import type { ServerName } from './servers.ts'
import type { Accepted } from './writers.ts'

type Moved = {
  readonly they: string
  readonly lives: ServerName
  readonly other: ServerName
  readonly accepted: Accepted
  /** Of the feed, as a client has read them. */
  readonly read: readonly number[]
}

/** What is wrong where nothing is under way any more. */
export async function lookAt(cuts: Cuts, moved: Moved): Promise<string[]> {
  const { they, lives, other, accepted } = moved
  const { get, post } = cuts.client
  const wrong: string[] = []
  const expect = (what: string, found: unknown, wanted: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      wrong.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
  }
  expect('place', await cuts.placeOf(they), lives)
  expect('rows elsewhere', await cuts.rowsIn(other, they), {})
  expect('fences', [await cuts.isFenced(lives, they), await cuts.isFenced(other, they)], [false, false])
  const all = [...accepted]
  const isPosted = async ({ id }: { id: string }) => (await get(`/v1/source-facts/${id}`)).body.state === 'posted'
  await eventually(async () => (await Promise.all(all.map(([, fact]) => isPosted(fact)))).every(Boolean), 60)
  const rows = await cuts.rowsIn(lives, they)
  expect('facts and entries', [rows.source_facts, rows.journal_entries], [all.length, all.length])
  const replays = await Promise.all(
    all.map(([idempotencyKey, { body }]) =>
      post(EXPENSES, body, { idempotencyKey }).then(({ body: again }) => again.id),
    ),
  )
  expect(
    'replays',
    replays,
    all.map(([, { id }]) => id),
  )
  expect('rows after replays', (await cuts.rowsIn(lives, they)).source_facts, all.length)
  expect('findings', await cuts.findings(lives, they), [])
  expect('events', await cuts.gapsIn(lives, they), [])
  expect('jobs', await cuts.failedJobs(they), [])
  await lookAtFeed(cuts, moved, expect)
  return wrong
}

/** Whoever reads the feed, and whoever is sent it, has each event. */
async function lookAtFeed(
  cuts: Cuts,
  { they, lives, read }: Moved,
  expect: (what: string, found: unknown, wanted: unknown) => void,
): Promise<void> {
  const { events = 0 } = await cuts.rowsIn(lives, they)
  const numbers = Array.from({ length: events }, (_, index) => index + 1)
  const isTold = () => read.length >= events && cuts.told(they).length >= events
  await eventually(async () => isTold(), 60).catch(() => {}) // it is told what is missing
  expect('the feed', read, numbers)
  expect('webhooks', cuts.told(they), numbers)
}
