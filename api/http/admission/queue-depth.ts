import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { Deps } from '../../../shared/deps/deps.ts'
import { logFailure } from '../../../shared/deps/log-failure.ts'
import { doFactsWait } from '../../../shared/store/platform/queue-state.ts'

const PAUSE_MS = 2_000
/** The longer a poll takes, the rarer it is: it uses a twentieth of the time of one connection at most. */
const PAUSE_PER_POLL = 20

export type QueueDepth = {
  /** @throws ApiError service_unavailable when facts wait to be evaluated in such numbers that no more are taken */
  requireRoom(): void
  close(): Promise<void>
}

/**
 * Polls whether the queue of facts is too deep and remembers the answer, so that no request has to ask. A poll that fails
 * lets facts in: while the database is away, accepting them fails anyway.
 */
export function watchQueueDepth({ pool, log, config }: Deps, pause_ms = PAUSE_MS): QueueDepth {
  const { queue_depth_limit: limit } = config
  let isTooDeep = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const poll = async () => {
    const started = performance.now()
    const wasTooDeep = isTooDeep
    isTooDeep = await doFactsWait(pool, limit).catch((error) => {
      logFailure(log, error, 'the depth of the queue', 'the depth of the queue cannot be read')
      return false
    })
    if (isTooDeep && !wasTooDeep) log.warn({ limit }, 'the queue is too deep: no new facts are taken')
    if (!isTooDeep && wasTooDeep) log.warn({ limit }, 'new facts are taken again')
    const pause = Math.max(pause_ms, PAUSE_PER_POLL * (performance.now() - started))
    if (!isClosed) timer = setTimeout(pollAgain, pause).unref()
  }
  let underWay = limit > 0 ? poll() : Promise.resolve()
  const pollAgain = () => {
    underWay = poll()
  }
  return {
    requireRoom() {
      if (isTooDeep) throw refusal()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await underWay
    },
  }
}

function refusal(): ApiError {
  const message = 'Too many facts wait to be booked. Nothing was stored: send the same request again a little later.'
  return new ApiError('service_unavailable', message, [], { 'Retry-After': '5' })
}
