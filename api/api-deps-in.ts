import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../shared/databases/databases.ts'
import type { Deps } from '../shared/deps/deps.ts'
import type { Standbys } from '../shared/deps/open-standbys.ts'
import { createRightOfWay } from '../shared/process/right-of-way.ts'
import { createSubmitFact } from './facts/submit-fact.ts'
import { createAuthenticator } from './http/admission/authenticator.ts'
import { lanesOfKeys } from './http/admission/lanes.ts'
import { limitFailures } from './http/admission/limit-failures.ts'
import { pollInTurn } from './http/admission/polls.ts'
import { watchQueueDepth } from './http/admission/queue-depth.ts'
import { limitRate } from './http/admission/rate-limit.ts'
import { restWhileOthers } from './http/admission/rest-while-others.ts'
import { createShares } from './http/admission/shares.ts'
import { keyOfLine, takeTurns } from './http/admission/turns.ts'
import { createAnswerBudget } from './http/answers/answer-budget.ts'
import type { ApiDeps, SharedApiDeps } from './http/api-deps.ts'
import { createBodyBudget } from './http/body/body-budget.ts'
import { turnsWhileThere } from './http/handle/place/turns-while-there.ts'
import { watchPresence } from './http/presence.ts'
import { createUploads } from './http/uploads/uploads.ts'
import { watchFeeds } from './platform/feeds.ts'

/** Standbys only where some are named. */
export type DepsOfWeb = Deps & { readonly standbys?: Standbys | null }

/** The dependencies of all requests of a process. */
type AllApiDeps = {
  readonly shared: SharedApiDeps
  /** Wakes what waits for events, now and from now on. */
  closeFeeds(): void
  /** Resolves when nothing asks the databases any more. */
  close(): Promise<void>
}

/**
 * What a process has once is made once; what it has for a database, when somebody first asks for that.
 *
 * @param watched gives endpoints their dependencies, where somebody watches what they do with them
 */
export function createApiDeps(deps: DepsOfWeb, stopping: AbortSignal, watched: (all: ApiDeps) => ApiDeps): AllApiDeps {
  const made = new Map<Database, ApiDeps>()
  // What watches a database lives as long as the process. Made within a transaction, it would ask for ever as if it were a part of that.
  const outside = AsyncLocalStorage.snapshot()
  const apiDepsIn = (database: Database): ApiDeps => made.get(database) ?? outside(make, database)
  const make = (database: Database): ApiDeps => {
    const { pool, boss } = database
    const feeds = watchFeeds(database)
    if (stopping.aborted) feeds.close()
    const queueDepth = watchQueueDepth(database, deps)
    const shares = turnsWhileThere(shared.shares, deps.databases, database)
    const submitFact = createSubmitFact(database, deps)
    const all = watched({ ...shared, pool, boss, shares, queueDepth, feeds, submitFact })
    made.set(database, all)
    return all
  }
  const shared = sharedBy(deps, stopping, apiDepsIn)
  apiDepsIn(deps.databases.home)
  const closeFeeds = () => {
    for (const { feeds } of made.values()) feeds.close()
  }
  return {
    shared,
    closeFeeds,
    async close() {
      await shared.authenticator.close()
      await Promise.all([...made.values()].map(({ queueDepth }) => queueDepth.close()))
    },
  }
}

function sharedBy(
  { pool: _, boss: __, standbys = null, ...deps }: DepsOfWeb,
  stopping: AbortSignal,
  apiDepsIn: SharedApiDeps['apiDepsIn'],
): SharedApiDeps {
  const { config, databases } = deps
  const answers = createAnswerBudget(config)
  const presence = watchPresence()
  const { rest, isQuiet } = restWhileOthers(presence.otherOf)
  const rightOfWay = createRightOfWay()
  return {
    ...deps,
    standbys,
    authenticator: createAuthenticator(databases.home.pool, limitFailures(config.failed_auth_per_minute)),
    checkRateLimit: limitRate(config.rate_limit_per_minute),
    takeTurns: takeTurns(
      (line, took_ms) => rest(keyOfLine(line), took_ms),
      undefined,
      (line) => rightOfWay.givesWay(keyOfLine(line)),
    ),
    bodies: createBodyBudget(config),
    answers,
    uploads: createUploads(config),
    presence,
    shares: createShares({
      pool_size: config.database_pool_size,
      expensive_of_key: config.expensive_requests_per_key,
      requireRoom: answers.requireRoom,
      rest,
      isQuiet,
      rightOfWay,
    }),
    rightOfWay,
    laneOf: lanesOfKeys(),
    poll: pollInTurn(),
    stopping,
    apiDepsIn,
  }
}
