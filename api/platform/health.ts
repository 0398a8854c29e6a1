import type Router from '@koa/router'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { requireLedgers } from '../../shared/store/journal/ledger-heads.ts'
import type { ApiDeps } from '../http/api-deps.ts'

/** Answers, without a key, whether the process lives and whether it takes requests. */
export function addHealth(router: Router, { pool, stopping }: Pick<ApiDeps, 'pool' | 'stopping'>): void {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' }
  })
  router.get('/readyz', async (ctx) => {
    if (stopping.aborted) throw retiring()
    await requireLedgers(pool)
    ctx.body = { status: 'ready' }
  })
}

function retiring(): ApiError {
  return new ApiError('service_unavailable', 'This process is stopping.', [], { 'Retry-After': '1' })
}
