import type { Context } from 'koa'
import type { Canonical } from '../../../shared/canonical/canonical-json.ts'
import { validationFailed } from '../../../shared/contract/platform/errors.ts'
import { admitTo } from '../admission/admit.ts'
import type { Caller } from '../admission/caller.ts'
import type { ApiDeps } from '../api-deps.ts'
import { bodyValidator } from '../body/body-validator.ts'
import { hashInSlices } from '../body/hash-in-slices.ts'
import { readJson } from '../body/read-json.ts'
import type { MutationRoute } from '../endpoint.ts'
import { customerInPath } from './query.ts'

type ReceivedBody = {
  readonly body: unknown
  readonly canonical: Canonical
  readonly body_hash: string
  readonly end_customer_id: string
}

export type Receive = (ctx: Context, caller: Caller, bytes: Buffer) => Promise<ReceivedBody>

/** Reads bodies of an endpoint: by its schema, for end customers that the key covers, with their hash. */
export function receiverOf(deps: ApiDeps, endpoint: MutationRoute): Receive {
  const validate = bodyValidator(endpoint.body)
  return (ctx, { key_id }, bytes) =>
    deps.takeTurns(key_id, bytes.length, async (slice) => {
      const { body, unsafe } = await readJson(bytes, slice)
      const details = await validate(body, unsafe, slice)
      if (details.length > 0) throw validationFailed(details)
      const named = customerInPath(ctx) ?? (body as { end_customer_id?: string }).end_customer_id
      // What belongs to an API client names none; its schema has no such field then.
      const end_customer_id = named === undefined ? '' : admitTo(ctx, named)
      const { canonical, hash } = await hashInSlices(body, slice)
      return { body, canonical, body_hash: hash, end_customer_id }
    })
}
