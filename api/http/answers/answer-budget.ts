import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { Config } from '../../../shared/process/config.ts'
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
  /** The place of a stream: it is counted, and never refused. */
  enterAnyway(key_id: string, bytes: number): AnswerPlace
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

export function createAnswerBudget(limits: AnswerLimits, tick_ms = 1_000): AnswerBudget {
  const memory = shareMemory(limits.answers_memory_bytes)
  let under_way = 0
  const requireRoom = (key_id: string, bytes: number) => {
    if (memory.hasRoom(key_id, bytes)) return
    throw memory.ofKey(key_id) > 0 ? tooMuchOfKey() : tooMuch()
  }
  const enterAnyway = (key_id: string, bytes: number) => {
    let taken = 0
    under_way += 1
    const set = (now: number) => {
      memory.add(key_id, now - taken)
      taken = now
    }
    const leave = () => {
      under_way -= 1
      set(0)
    }
    set(bytes)
    return { set, leave }
  }
  return {
    room: memory.room,
    requireRoom: (key_id) => requireRoom(key_id, PAGE_BYTES),
    enter(key_id, bytes) {
      requireRoom(key_id, bytes)
      return enterAnyway(key_id, bytes)
    },
    enterAnyway,
    watchReader: watchReaders(limits.upload_bytes_per_second, limits.upload_window_seconds, tick_ms),
    counts: () => ({ under_way, bytes: memory.ofAll() }),
  }
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
