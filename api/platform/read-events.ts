import { ApiError } from '../../shared/contract/platform/errors.ts'
import type { EventQuery } from '../../shared/contract/platform/events.ts'
import { findEventHeads, listEvents } from '../../shared/store/platform/events.ts'
import { presentEvent } from '../../shared/store/platform/present-event.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { presentPage } from '../http/page.ts'

/** The events behind `after`, or without it from the first one that is kept. With `wait` the answer is held until there is one, or the time is over. */
export async function readEvents({ pool, feeds }: ApiDeps, { query, inTurn }: ReadRequest<EventQuery>) {
  const { end_customer_id, limit = 100, wait = 0 } = query
  const after = BigInt(query.after ?? 0)
  const read = () => inTurn(() => listEvents(pool, end_customer_id, after, limit))
  let page = await read()
  if (page.rows.length === 0 && after > 0n) await requireKnown()
  if (page.rows.length === 0 && wait > 0) {
    await feeds.changed(end_customer_id, after, wait)
    page = await read()
  }
  const [first] = page.rows
  if (query.after !== undefined && first && first.event_number > after + 1n) throw eventsRemoved(first.event_number)
  return presentPage('event_list', page, presentEvent)

  /** A client that is ahead of the feed, as after a restore, would wait for ever and miss the events that come. */
  async function requireKnown() {
    const [head] = await inTurn(() => findEventHeads(pool, [end_customer_id]))
    const { first_kept_number: first, last_event_number: last } = head ?? NO_EVENTS
    if (after > last) throw unknownCursor(first, last)
  }
}

const NO_EVENTS = { first_kept_number: 1n, last_event_number: 0n }

/** What it names as `after` can be read: after=0 would be refused where the beginning of the feed was removed. */
function unknownCursor(first: bigint, last: bigint): ApiError {
  const message =
    first === 1n
      ? `The last event is ${last}. Read again from the beginning with after=0.`
      : `The last event is ${last}, and those before ${first} are no longer kept. Read the resources themselves, then go on with after=${first - 1n}.`
  return new ApiError('invalid_request', message, [{ pointer: '/after', code: 'unknown_cursor', message }])
}

/** A feed has no gaps, so a client that goes on behind one would believe that it has missed nothing. */
function eventsRemoved(first: bigint): ApiError {
  const message = `Events before ${first} are no longer kept. Read the resources themselves, then go on with after=${first - 1n}.`
  return new ApiError('invalid_request', message, [{ pointer: '/after', code: 'events_removed', message }])
}
