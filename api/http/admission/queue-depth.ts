import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { Database } from '../../../shared/databases/databases.ts'
import type { Deps } from '../../../shared/deps/deps.ts'
import { logFailure } from '../../../shared/deps/log-failure.ts'
import { countWaitingByKey, doFactsWait } from '../../../shared/store/platform/queue-state.ts'

const PAUSE_MS = 2_000
/** The longer a poll takes, the rarer it is: it uses a twentieth of the time of one connection at most. */
const PAUSE_PER_POLL = 20

/** Nobody counts by key while no key can have what it may: half where it is alone. */
const SHARE_OF_KEY = 0.5

export type QueueDepth = {
  /**
   * @throws ApiError rate_limited when the key has as many facts that wait to be evaluated as it leaves to the others;
   *   service_unavailable when that many wait, and it has its part of them
   */
  requireRoom(key_id: string): void
  close(): Promise<void>
}

/**
 * Polls whether the queue of facts is too deep and remembers the answer, so that no request has to ask. A poll that fails
 * lets facts in: while the database is away, accepting them fails anyway.
 */
export function watchQueueDepth(
  database: Pick<Database, 'pool'>,
  { log, config }: Pick<Deps, 'log' | 'config'>,
  pause_ms = PAUSE_MS,
): QueueDepth {
  const { queue_depth_limit: limit } = config
  const looked_at = Math.max(1, Math.floor(limit * SHARE_OF_KEY))
  let isTooDeep = false
  let byKey: ReadonlyMap<string, number> = new Map()
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const poll = async () => {
    const started = performance.now()
    const wasTooDeep = isTooDeep
    try {
      const { pool } = database
      isTooDeep = await doFactsWait(pool, limit)
      const areMany = isTooDeep || (await doFactsWait(pool, looked_at))
      byKey = new Map(areMany ? await countWaitingByKey(pool, looked_at) : [])
    } catch (error) {
      logFailure(log, error, 'the depth of the queue', 'the depth of the queue cannot be read')
      isTooDeep = false
      byKey = new Map()
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
      const of_key = byKey.get(key_id) ?? 0
      const all = [...byKey.values()].reduce((sum, count) => sum + count, 0)
      // There is always room for one more, however many keys have what they may.
      if (isTooDeep && of_key >= limit / (byKey.size + 1))
        throw new ApiError('service_unavailable', `Too many facts wait to be booked. ${AGAIN}`, [], RETRY_AFTER)
      if (!isTooDeep && of_key > 0 && of_key + all >= limit)
        throw new ApiError('rate_limited', `${TOO_MANY_OF_KEY} ${AGAIN}`, [], RETRY_AFTER)
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
