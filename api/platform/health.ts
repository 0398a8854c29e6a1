import type Router from '@koa/router'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import type { Databases } from '../../shared/databases/databases.ts'
import { requireLedgers } from '../../shared/store/journal/ledger-heads.ts'
import type { ApiDeps } from '../http/api-deps.ts'

/** Answers, without a key, whether the process lives and whether it takes requests. */
export function addHealth(
  router: Router,
  { pool, stopping, databases }: Pick<ApiDeps, 'pool' | 'stopping' | 'databases'>,
): void {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' }
  })
  router.get('/readyz', async (ctx) => {
    if (stopping.aborted) throw retiring()
    await requireLedgers(pool)
    ctx.body = { status: 'ready', ...statesOf(databases) }
  })
}

/** A further database that is away keeps the process from nobody else's requests, so it is ready all the same. */
function statesOf(databases: Databases): object {
  const states = [
    ...databases.all().map(({ name }) => ({ name, state: 'up' })),
    ...databases.away().map((name) => ({ name, state: 'away' })),
  ]
  return states.length === 1 ? {} : { databases: states }
}

function retiring(): ApiError {
  return new ApiError('service_unavailable', 'This process is stopping.', [], { 'Retry-After': '1' })
}
