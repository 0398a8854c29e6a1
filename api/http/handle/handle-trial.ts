import type { Middleware } from 'koa'
import { trialQuery } from '../../../shared/contract/facts/fact-trials.ts'
import { admit } from '../admission/admit.ts'
import type { State } from '../admission/caller.ts'
import { LARGE_BYTES } from '../admission/turns.ts'
import type { ApiDeps } from '../api-deps.ts'
import { withBody } from '../body/receive-body.ts'
import { queryValidator } from '../body/validate.ts'
import type { Trial, TrialRequest } from '../trial.ts'
import { requireValidQuery } from './query.ts'
import type { Receive } from './receiver.ts'

const validateQuery = queryValidator(trialQuery)

/** `?dry_run=true`: the checks of the request, and the answer at once. It is worked on like an expensive read where it is long. */
export function handleTrial(deps: ApiDeps, trial: Trial, receive: Receive): Middleware {
  const run = trial.run as (deps: ApiDeps, request: TrialRequest<unknown>) => Promise<object>
  return async (ctx) => {
    const caller = await admit(ctx, deps, 'read')
    requireValidQuery(validateQuery({ ...ctx.query }))
    await withBody(ctx, deps, caller.key_id, async (bytes) => {
      const received = await receive(ctx, caller, bytes)
      const { request_id } = ctx.state as State
      const work = () => run(deps, { caller, request_id, ...received })
      if (bytes.length <= LARGE_BYTES) {
        ctx.body = await work()
      } else {
        const { inTurn, leave } = deps.shares.expensive(caller.key_id, ctx)
        ctx.body = await inTurn(work).finally(leave)
      }
      ctx.status = 200
      ctx.type = 'application/json; charset=utf-8'
    })
  }
}
