import type { Middleware } from 'koa'
import { sizeOfWork } from '../admission/shares.ts'
import type { ApiDeps } from '../api-deps.ts'
import { withBody } from '../body/receive-body.ts'
import type { MutationRoute } from '../endpoint.ts'
import { handleTrial } from './handle-trial.ts'
import { answerMutation, beginMutation, whereRoom } from './mutation.ts'
import { requireNoQuery } from './query.ts'
import { receiverOf } from './receiver.ts'

/** A POST or PUT with a JSON body: key, headers, body and schema, end customer; then the command of the endpoint. */
export function handleMutation(deps: ApiDeps, endpoint: MutationRoute): Middleware {
  const receive = receiverOf(deps, endpoint)
  const tryOut = endpoint.trial ? handleTrial(deps, endpoint, endpoint.trial, receive) : null
  return async (ctx, next) => {
    if (tryOut && 'dry_run' in ctx.query) return tryOut(ctx, next)
    const begun = await beginMutation(ctx, deps)
    requireNoQuery(ctx)
    await withBody(ctx, deps, begun.caller.key_id, async (bytes) => {
      const received = await receive(ctx, begun.caller, bytes)
      const request = { ...begun, ...received }
      const size = sizeOfWork(bytes)
      if (endpoint.cost !== 'expensive' && size === 'any')
        return answerMutation(ctx, deps, endpoint, request, ctx.path, (accept) =>
          deps.rightOfWay.first(begun.caller.key_id, accept),
        )
      const { inTurn, leave } = deps.shares.expensive(begun.caller.key_id, ctx, size)
      await answerMutation(ctx, deps, endpoint, request, ctx.path, (accept) =>
        inTurn(whereRoom(deps, begun, accept)).finally(leave),
      )
    })
  }
}
