import type { Database } from '../../shared/databases/databases.ts'
import type { Deps } from '../../shared/deps/deps.ts'
import { idFields, withLogContext } from '../../shared/process/log-context.ts'
import type { NewSourceFact } from '../../shared/store/facts/accept-source-facts.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import { acceptFacts } from './accept-facts.ts'
import { groupCommit } from './group-commit.ts'
import { traceGroup } from './trace-group.ts'

/** Two groups at once: one is built and sent while the other one is flushed to disk. */
const GROUPS_AT_ONCE = 2
/** Two hundred usual facts, or a few long vouchers. */
const MOST_CHARACTERS = 160_000

/** Accepts facts in groups, each in one transaction; with a separate trace where traces are sent. */
export function createSubmitFact(
  database: Pick<Database, 'pool'>,
  { tracing, config }: Pick<Deps, 'tracing' | 'config'>,
): ApiDeps['submitFact'] {
  const { accept_group_size: max_group, database_pool_size } = config
  // Groups of one gain nothing from waiting for each other, so they may use every connection.
  const concurrency = max_group === 1 ? database_pool_size : GROUPS_AT_ONCE
  const accept = (facts: readonly NewSourceFact[]) => acceptFacts(database.pool, facts)
  const commit = tracing ? traceGroup(tracing.tracer, accept) : accept
  return groupCommit((facts) => withLogContext(requestsOf(facts), () => commit(facts)), {
    max_group,
    max_weight: MOST_CHARACTERS,
    concurrency,
    keyOf: ({ actor_id }) => actor_id,
    weightOf: ({ request }) => request.text.length,
  })
}

/** A group works for many requests, not for the one that happened to begin it. */
function requestsOf(facts: readonly NewSourceFact[]) {
  const ids = () => facts.map(({ request_id }) => request_id)
  return () => idFields('request', ids())
}
