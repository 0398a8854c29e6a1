import type { Middleware } from 'koa'
import { trialQuery } from '../../../shared/contract/facts/fact-trials.ts'
import { admit } from '../admission/admit.ts'
import type { State } from '../admission/caller.ts'
import { sizeOfWork } from '../admission/shares.ts'
import { answerJson } from '../answers/answer-json.ts'
import type { ApiDeps } from '../api-deps.ts'
import { withBody } from '../body/receive-body.ts'
import { queryValidator } from '../body/validate.ts'
import type { MutationRoute } from '../endpoint.ts'
import type { Trial } from '../trial.ts'
import { whereRoom } from './mutation.ts'
import { readAtPlace } from './place/at-place.ts'
import { requireValidQuery } from './query.ts'
import type { Receive } from './receiver.ts'

const validateQuery = queryValidator(trialQuery)

/** `?dry_run=true`: the checks of the request, and the answer at once. It is worked on as the request would be. */
export function handleTrial(
  deps: ApiDeps,
  { cost }: Pick<MutationRoute, 'cost'>,
  trial: Trial,
  receive: Receive<{ readonly end_customer_id?: string | undefined }>,
): Middleware {
  const run = trial.run as (deps: ApiDeps, request: object) => Promise<object>
  return async (ctx) => {
    const caller = await admit(ctx, deps, 'read')
    requireValidQuery(validateQuery({ ...ctx.query }))
    await withBody(ctx, deps, caller.key_id, async (bytes) => {
      const received = await receive(ctx, caller, bytes)
      const { request_id } = ctx.state as State
      const size = sizeOfWork(bytes)
      const { inTurn, leave } =
        cost === 'expensive' || size === 'large'
          ? deps.shares.expensive(caller.key_id, ctx, size)
          : { inTurn: deps.shares.short(caller.key_id, ctx.req), leave() {} }
      const request = { caller, request_id, params: ctx.params, ...received }
      const work = () => readAtPlace(deps, received.end_customer_id, (there) => run(there, request))
      const answer = await inTurn(whereRoom(deps, { caller }, work)).finally(leave)
      await answerJson(ctx, deps, caller.key_id, answer)
      ctx.status = 200
    })
  }
}
