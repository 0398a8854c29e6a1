import type { Middleware } from 'koa'
import { validationFailed } from '../../../shared/contract/platform/errors.ts'
import { admit, admitTo } from '../admission/admit.ts'
import type { ApiDeps } from '../api-deps.ts'
import { bodyValidator } from '../body/body-validator.ts'
import { readJson } from '../body/read-json.ts'
import { withBody } from '../body/receive-body.ts'
import type { Compute, ComputeRoute } from '../endpoint.ts'
import { readAtPlace } from './place/at-place.ts'
import { requireNoQuery } from './query.ts'

/** A POST that stores nothing: the scope of a read, the body of a mutation, and the answer at once. */
export function handleCompute(deps: ApiDeps, endpoint: ComputeRoute): Middleware {
  const validate = bodyValidator(endpoint.body)
  const compute = endpoint.compute as Compute<unknown>
  return async (ctx) => {
    const caller = await admit(ctx, deps, 'read')
    requireNoQuery(ctx)
    await withBody(ctx, deps, caller.key_id, async (bytes) => {
      const body = await deps.takeTurns(caller.key_id, bytes.length, async (slice) => {
        const received = await readJson(bytes, slice)
        const details = await validate(received.body, received.unsafe, slice)
        if (details.length > 0) throw validationFailed(details)
        return received.body
      })
      const end_customer_id = admitTo(ctx, (body as { end_customer_id: string }).end_customer_id)
      const inTurn = deps.shares.short(caller.key_id, ctx.req)
      ctx.body = await inTurn(() =>
        readAtPlace(deps, end_customer_id, (there) => compute(there, { body, end_customer_id })),
      )
      ctx.type = 'application/json; charset=utf-8'
    })
  }
}
