import type { Context } from 'koa'
import type { Pool } from '../../../../shared/store/db/database.ts'
import { isCutOff, isDatabaseAway } from '../../../../shared/store/db/database-away.ts'
import type { ApiDeps } from '../../api-deps.ts'
import type { ReadRoute } from '../../endpoint.ts'

const readers = new WeakMap<Pool, WeakMap<ApiDeps, ApiDeps>>()

type ReadWith<Result> = (deps: ApiDeps) => Promise<Result>

/** What comes in pieces or waits reads at several moments, and a standby is asked about the first of them: the primary answers it. */
export function alsoAtStandby<Result>(
  ctx: Context,
  { standbys }: ApiDeps,
  { in_pieces }: Pick<ReadRoute, 'in_pieces'>,
  read: ReadWith<Result>,
): ReadWith<Result> {
  return standbys === null || in_pieces ? read : (deps) => readAtStandby(ctx, deps, read)
}

/**
 * Reads at a standby where there is one that is not behind, else where it would be read without one. What a standby cannot finish (it
 * has gone, or needed room for what it replays) is read once more, and so is what may have seen more than anybody was answered.
 *
 * @param read answers at its end only, so that it can be done twice
 */
async function readAtStandby<Result>(ctx: Context, deps: ApiDeps, read: ReadWith<Result>): Promise<Result> {
  const standby = (await deps.standbys?.choose(deps.pool)) ?? null
  if (standby === null) return read(deps)
  const found = await read(withPool(deps, standby.reader)).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
  if ('error' in found && isOfStandby(found.error)) return read(deps)
  if (!(await standby.isAnswered())) return read(deps)
  if ('error' in found) throw found.error
  ctx.set('Server-Timing', 'db;desc="standby"')
  return found.result
}

function withPool(deps: ApiDeps, pool: Pool): ApiDeps {
  const made = readers.get(pool) ?? new WeakMap<ApiDeps, ApiDeps>()
  readers.set(pool, made)
  const there = made.get(deps) ?? { ...deps, pool }
  made.set(deps, there)
  return there
}

/** SQLSTATEs of a query that stood in the way of what a standby replays: it was cancelled, or had a page that the replay waited for. */
const CONFLICTS = ['40001', '40P01']

function isOfStandby(error: unknown): boolean {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown }
  const isAway = isDatabaseAway(error) && !isCutOff(error)
  return isAway || CONFLICTS.includes(String(code)) || (cause !== undefined && isOfStandby(cause))
}
