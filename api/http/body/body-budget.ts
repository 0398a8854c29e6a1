import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { Config } from '../../../shared/process/config.ts'
import { keepYoungGenerationWhile } from '../../../shared/process/small-heap.ts'
import { LARGE_BYTES } from '../admission/turns.ts'
import { shareMemory } from '../answers/shared-memory.ts'
import { type WatchSender, watchPace } from '../client/pace.ts'

/** What all JSON bodies of a process may take together, from their first bytes until their requests are answered. */
export type BodyBudget = {
  enter(key_id: string): BodyPlace
  readonly watchSender: WatchSender
  counts(): { readonly under_way: number; readonly bytes: number }
}

/** The memory of one body; it is given back once. */
export type BodyPlace = {
  /**
   * @param bytes of the body that are here now, all in all
   * @throws ApiError rate_limited for the share of the key, service_unavailable for that of all
   */
  take(bytes: number): void
  leave(): void
}

type BodyLimits = Pick<
  Config,
  'bodies_memory_bytes' | 'body_limit_bytes' | 'upload_bytes_per_second' | 'upload_window_seconds'
>

/** Large bodies leave room for small ones, so that facts still come in while somebody stalls with large ones. */
const SHARE_OF_LARGE = 0.75
/** A body of the largest size must fit into the share of a key that is alone. */
const SHARE_OF_KEY = 0.5
/** Bodies that take more than this together are mostly stalled, or very many. */
const SHARE_THAT_IS_MUCH = 0.25
const RETRY_AFTER = { 'Retry-After': '5' }

export function createBodyBudget(limits: BodyLimits, tick_ms = 1_000): BodyBudget {
  const of_large = Math.max(limits.bodies_memory_bytes * SHARE_OF_LARGE, limits.body_limit_bytes / SHARE_OF_KEY)
  const large = shareMemory(of_large)
  const small = shareMemory(limits.bodies_memory_bytes * (1 - SHARE_OF_LARGE))
  let under_way = 0
  const bytesOfAll = () => small.ofAll() + large.ofAll()
  /** What bodies take is outside of the heap. It must not come on top of a heap that doubles its young generation beside them. */
  const keepHeap = keepYoungGenerationWhile(() => bytesOfAll() > limits.bodies_memory_bytes * SHARE_THAT_IS_MUCH)
  return {
    watchSender: watchPace(limits.upload_bytes_per_second, limits.upload_window_seconds, tick_ms),
    counts: () => ({ under_way, bytes: bytesOfAll() }),
    enter(key_id) {
      let memory = small
      let taken = 0
      under_way += 1
      return {
        take(bytes) {
          if (bytes <= taken) return
          const wanted = bytes > LARGE_BYTES ? large : small
          const of_others = wanted.ofKey(key_id) - (wanted === memory ? taken : 0)
          if (!wanted.hasRoom(key_id, wanted === memory ? bytes - taken : bytes))
            throw of_others > 0 ? tooMuchOfKey() : tooMuch()
          memory.add(key_id, -taken)
          wanted.add(key_id, bytes)
          memory = wanted
          taken = bytes
          keepHeap()
        },
        leave() {
          under_way -= 1
          memory.add(key_id, -taken)
          keepHeap()
        },
      }
    },
  }
}

function tooMuchOfKey(): ApiError {
  const message =
    'The requests of this API key that are under way take too much memory. Nothing was stored: send the same request again when some of them are answered, or after Retry-After seconds.'
  return new ApiError('rate_limited', message, [], RETRY_AFTER)
}

function tooMuch(): ApiError {
  const message =
    'The requests that are under way take too much memory. Nothing was stored: send the same request again a little later.'
  return new ApiError('service_unavailable', message, [], RETRY_AFTER)
}
