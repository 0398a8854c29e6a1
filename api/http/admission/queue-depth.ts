import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { Deps } from '../../../shared/deps/deps.ts'
import { logFailure } from '../../../shared/deps/log-failure.ts'
import { doFactsWait, keysWithFactsWaiting } from '../../../shared/store/platform/queue-state.ts'

const PAUSE_MS = 2_000
/** The longer a poll takes, the rarer it is: it uses a twentieth of the time of one connection at most. */
const PAUSE_PER_POLL = 20

/** A key may have this share of the facts that may wait. */
const SHARE_OF_KEY = 0.5

export type QueueDepth = {
  /**
   * @throws ApiError service_unavailable when facts wait to be evaluated in such numbers that no more are taken,
   * rate_limited when half of that number is of this key
   */
  requireRoom(key_id: string): void
  close(): Promise<void>
}

/**
 * Polls whether the queue of facts is too deep and remembers the answer, so that no request has to ask. A poll that fails
 * lets facts in: while the database is away, accepting them fails anyway.
 */
export function watchQueueDepth({ pool, log, config }: Deps, pause_ms = PAUSE_MS): QueueDepth {
  const { queue_depth_limit: limit } = config
  const most_of_key = Math.max(1, Math.floor(limit * SHARE_OF_KEY))
  let isTooDeep = false
  let fullKeys: ReadonlySet<string> = new Set()
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const poll = async () => {
    const started = performance.now()
    const wasTooDeep = isTooDeep
    try {
      isTooDeep = await doFactsWait(pool, limit)
      // Nobody counts by key while no key can have so many.
      const areMany = isTooDeep || (await doFactsWait(pool, most_of_key))
      fullKeys = new Set(areMany ? await keysWithFactsWaiting(pool, most_of_key) : [])
    } catch (error) {
      logFailure(log, error, 'the depth of the queue', 'the depth of the queue cannot be read')
      isTooDeep = false
      fullKeys = new Set()
    }
    if (isTooDeep && !wasTooDeep) log.warn({ limit }, 'the queue is too deep: no new facts are taken')
    if (!isTooDeep && wasTooDeep) log.info({ limit }, 'new facts are taken again')
    const pause = Math.max(pause_ms, PAUSE_PER_POLL * (performance.now() - started))
    if (!isClosed) timer = setTimeout(pollAgain, pause).unref()
  }
  let underWay = limit > 0 ? poll() : Promise.resolve()
  const pollAgain = () => {
    underWay = poll()
  }
  return {
    requireRoom(key_id) {
      if (isTooDeep)
        throw new ApiError('service_unavailable', `Too many facts wait to be booked. ${AGAIN}`, [], RETRY_AFTER)
      if (fullKeys.has(key_id)) throw new ApiError('rate_limited', `${TOO_MANY_OF_KEY} ${AGAIN}`, [], RETRY_AFTER)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await underWay
    },
  }
}

const TOO_MANY_OF_KEY = 'Too many facts of this API key wait to be booked.'
const AGAIN = 'Nothing was stored: send the same request again a little later.'
const RETRY_AFTER = { 'Retry-After': '5' }
