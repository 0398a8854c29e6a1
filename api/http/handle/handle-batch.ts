import type { Middleware } from 'koa'
import { validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { State } from '../admission/caller.ts'
import type { ApiDeps } from '../api-deps.ts'
import { bodyValidator } from '../body/body-validator.ts'
import { readJson } from '../body/read-json.ts'
import { withBody } from '../body/receive-body.ts'
import type { MutationRoute, ReadItem } from '../endpoint.ts'
import { answerMutation, beginMutation, whereRoom } from './mutation.ts'
import { requireNoQuery } from './query.ts'
import { readItems } from './read-items.ts'

/** A POST with items. A bad item does not spoil the others, so each is checked by itself, before the transaction. */
export function handleBatch(deps: ApiDeps, endpoint: MutationRoute, readItem: ReadItem<unknown>): Middleware {
  const validate = bodyValidator(endpoint.body)
  return async (ctx) => {
    const begun = await beginMutation(ctx, deps)
    requireNoQuery(ctx)
    const { inTurn, leave } = deps.shares.expensive(begun.caller.key_id, ctx)
    const batch = withBody(ctx, deps, begun.caller.key_id, async (bytes) => {
      const received = await deps.takeTurns(begun.caller.key_id, bytes.length, async (slice) => {
        const { body, unsafe } = await readJson(bytes, slice)
        const details = await validate(body, [], slice)
        if (details.length > 0) throw validationFailed(details)
        const { items } = body as { items: readonly unknown[] }
        const { request_id } = ctx.state as State
        return readItems(readItem, items, { caller: begun.caller, request_id, unsafe }, slice)
      })
      await answerMutation(ctx, deps, endpoint, { ...begun, ...received }, ctx.path, (accept) =>
        inTurn(whereRoom(deps, begun, accept)).finally(leave),
      )
    })
    await batch.finally(leave)
  }
}
