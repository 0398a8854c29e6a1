import type { Middleware } from 'koa'
import { validationFailed } from '../../../shared/contract/platform/errors.ts'
import { admitTo } from '../admission/admit.ts'
import { LARGE_BYTES } from '../admission/turns.ts'
import type { ApiDeps } from '../api-deps.ts'
import { bodyValidator } from '../body/body-validator.ts'
import { hashInSlices } from '../body/hash-in-slices.ts'
import { readJson } from '../body/read-json.ts'
import { withBody } from '../body/receive-body.ts'
import type { MutationRoute } from '../endpoint.ts'
import { answerMutation, beginMutation, whereRoom } from './mutation.ts'
import { customerInPath, requireNoQuery } from './query.ts'

/** A POST or PUT with a JSON body: key, headers, body and schema, end customer; then the command of the endpoint. */
export function handleMutation(deps: ApiDeps, endpoint: MutationRoute): Middleware {
  const validate = bodyValidator(endpoint.body)
  return async (ctx) => {
    const begun = await beginMutation(ctx, deps)
    requireNoQuery(ctx)
    await withBody(ctx, deps, begun.caller.key_id, async (bytes) => {
      const received = await deps.takeTurns(begun.caller.key_id, bytes.length, async (slice) => {
        const { body, unsafe } = await readJson(bytes, slice)
        const details = await validate(body, unsafe, slice)
        if (details.length > 0) throw validationFailed(details)
        const named = customerInPath(ctx) ?? (body as { end_customer_id?: string }).end_customer_id
        // What belongs to an API client names none; its schema has no such field then.
        const end_customer_id = named === undefined ? '' : admitTo(ctx, named)
        const { canonical, hash } = await hashInSlices(body, slice)
        return { body, canonical, body_hash: hash, end_customer_id }
      })
      const request = { ...begun, ...received }
      if (endpoint.cost !== 'expensive' && bytes.length <= LARGE_BYTES)
        return answerMutation(ctx, deps, endpoint, request, ctx.path)
      const { inTurn, leave } = deps.shares.expensive(begun.caller.key_id, ctx)
      await answerMutation(ctx, deps, endpoint, request, ctx.path, (accept) =>
        inTurn(whereRoom(deps, begun, accept)).finally(leave),
      )
    })
  }
}
