import type { Calls } from './calls.ts'
import type { AnswerTo } from './exchange.ts'
import type { InputOf } from './operation.ts'

export type FeedEvent = AnswerTo<'listEvents'>['data'][number]
export type FeedQuery = InputOf<Calls['listEvents']>

const WAIT_SECONDS = 25

/**
 * Every event of an end customer in its order, and then each new one as it comes; it has no end of its own. Keep the
 * `event_number` of what you have handled, and give it as `after` to go on from there.
 */
export async function* eachEvent(
  query: FeedQuery,
  readEvents: (query: FeedQuery) => Promise<AnswerTo<'listEvents'>>,
): AsyncGenerator<FeedEvent, void, undefined> {
  let { after } = query
  for (;;) {
    const { data } = await readEvents({ wait: WAIT_SECONDS, ...query, ...(after !== undefined && { after }) })
    yield* data
    after = data.at(-1)?.event_number ?? after
  }
}
