import type { Middleware } from 'koa'
import type { ApiDeps } from '../api-deps.ts'
import { withBody } from '../body/receive-body.ts'
import type { MutationRoute, ReadItem } from '../endpoint.ts'
import { handleTrial } from './handle-trial.ts'
import { answerMutation, beginMutation, whereRoom } from './mutation.ts'
import { requireNoQuery } from './query.ts'
import { batchReceiverOf } from './receiver.ts'

/** A POST with items. A bad item does not spoil the others, so each is checked by itself, before the transaction. */
export function handleBatch(deps: ApiDeps, endpoint: MutationRoute, readItem: ReadItem<unknown>): Middleware {
  const receive = batchReceiverOf(deps, endpoint, readItem)
  const tryOut = endpoint.trial ? handleTrial(deps, { cost: 'expensive' }, endpoint.trial, receive) : null
  return async (ctx, next) => {
    if (tryOut && 'dry_run' in ctx.query) return tryOut(ctx, next)
    const begun = await beginMutation(ctx, deps)
    requireNoQuery(ctx)
    const { inTurn, giveWay, leave } = deps.shares.expensive(begun.caller.key_id, ctx, 'large')
    const batch = withBody(ctx, deps, begun.caller.key_id, async (bytes) => {
      const received = await receive(ctx, begun.caller, bytes)
      await answerMutation(ctx, deps, endpoint, { ...begun, ...received, giveWay }, ctx.path, (accept) =>
        inTurn(whereRoom(deps, begun, accept)).finally(leave),
      )
    })
    await batch.finally(leave)
  }
}
