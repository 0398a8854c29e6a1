import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { Config } from '../../../shared/process/config.ts'
import { keepYoungGenerationWhile } from '../../../shared/process/small-heap.ts'
import { PAGE_BYTES } from '../../../shared/store/db/pages/list-page.ts'
import { type SharedMemory, shareMemory } from './shared-memory.ts'
import { type WatchReader, watchReaders } from './watch-reader.ts'

/** What the answers of a process that are made, and that the network has not taken yet, may take together. */
export type AnswerBudget = Pick<SharedMemory, 'room'> & {
  /**
   * For an answer that may be large, before it is made: there must be room for a page.
   *
   * @throws ApiError rate_limited, service_unavailable
   */
  requireRoom(key_id: string): void
  /** @throws ApiError the same, where an answer that is made has no room */
  enter(key_id: string, bytes: number): AnswerPlace
  /** The place of a stream, which has nothing yet: it is counted, and never refused. */
  enterStream(key_id: string): AnswerPlace
  readonly watchReader: WatchReader
  counts(): { readonly under_way: number; readonly bytes: number }
}

/** The memory of one answer; it is given back once. */
type AnswerPlace = {
  /** @param bytes that it takes now */
  set(bytes: number): void
  leave(): void
}

type AnswerLimits = Pick<Config, 'answers_memory_bytes' | 'upload_bytes_per_second' | 'upload_window_seconds'>

/** Answers that take more than this together are mostly unread. */
const SHARE_THAT_IS_MUCH = 0.25
/** So many streams at once are not those of somebody who reads them as fast as they come. */
const MANY_STREAMS = 8

export function createAnswerBudget(limits: AnswerLimits, tick_ms = 1_000): AnswerBudget {
  const memory = shareMemory(limits.answers_memory_bytes)
  const { begin, underWay } = countAnswers(memory, limits)
  const requireRoom = (key_id: string, bytes: number) => {
    if (memory.hasRoom(key_id, bytes)) return
    throw memory.ofKey(key_id) > 0 ? tooMuchOfKey() : tooMuch()
  }
  return {
    room: memory.room,
    requireRoom: (key_id) => requireRoom(key_id, PAGE_BYTES),
    enter(key_id, bytes) {
      requireRoom(key_id, bytes)
      const place = begin(key_id, false)
      place.set(bytes)
      return place
    },
    enterStream: (key_id) => begin(key_id, true),
    watchReader: watchReaders(limits.upload_bytes_per_second, limits.upload_window_seconds, tick_ms),
    counts: () => ({ under_way: underWay(), bytes: memory.ofAll() }),
  }
}

function countAnswers(memory: SharedMemory, { answers_memory_bytes: most }: AnswerLimits) {
  let under_way = 0
  let streams = 0
  // What waits for its reader is outside of the heap. It must not come on top of a heap that doubles its young generation beside it.
  const keepHeap = keepYoungGenerationWhile(() => streams > MANY_STREAMS || memory.ofAll() > most * SHARE_THAT_IS_MUCH)
  function begin(key_id: string, is_stream: boolean): AnswerPlace {
    let taken = 0
    const count = (change: number) => {
      under_way += change
      if (is_stream) streams += change
    }
    const set = (now: number) => {
      memory.add(key_id, now - taken)
      taken = now
      keepHeap()
    }
    const leave = () => {
      count(-1)
      set(0)
    }
    count(1)
    return { set, leave }
  }
  return { begin, underWay: () => under_way }
}

const RETRY_AFTER = { 'Retry-After': '5' }

/**
 * The same for an answer to what was carried out. It is kept, so the request gets it when it is sent again: 503, as who gets
 * that cannot know what became of a request.
 */
export function notAnswered({ code, headers }: ApiError, is_new: boolean): ApiError {
  const message =
    'The request was carried out and is recorded, but there is no room for its answer. Send the same request with the same Idempotency-Key again a little later to get it.'
  return new ApiError(is_new ? 'service_unavailable' : code, message, [], headers)
}

function tooMuchOfKey(): ApiError {
  const message =
    'This API key has too many answers that are made and not read. Nothing was stored: read them, or close their connections, and send the same request again.'
  return new ApiError('rate_limited', message, [], RETRY_AFTER)
}

function tooMuch(): ApiError {
  const message =
    'The answers that are made and not read take too much memory. Nothing was stored: send the same request again a little later.'
  return new ApiError('service_unavailable', message, [], RETRY_AFTER)
}
