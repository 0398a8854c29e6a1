import type { Context } from 'koa'
import type { Canonical } from '../../../shared/canonical/canonical-json.ts'
import { validationFailed } from '../../../shared/contract/platform/errors.ts'
import { admitTo } from '../admission/admit.ts'
import type { Caller, State } from '../admission/caller.ts'
import type { ApiDeps } from '../api-deps.ts'
import { bodyValidator } from '../body/body-validator.ts'
import { hashInSlices } from '../body/hash-in-slices.ts'
import { readJson } from '../body/read-json.ts'
import type { MutationRoute, ReadItem } from '../endpoint.ts'
import { customerInPath } from './query.ts'
import { readItems } from './read-items.ts'

type ReceivedBody = {
  readonly body: unknown
  readonly canonical: Canonical
  readonly body_hash: string
  readonly end_customer_id: string
}

type ReceivedItems = {
  readonly body: readonly unknown[]
  readonly body_hash: string
  /** Items have one each. */
  readonly end_customer_id?: undefined
}

export type Receive<Received> = (ctx: Context, caller: Caller, bytes: Buffer) => Promise<Received>

/** Reads bodies of an endpoint: by its schema, for end customers that the key covers, with their hash. */
export function receiverOf(deps: ApiDeps, endpoint: MutationRoute): Receive<ReceivedBody> {
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

/** Reads bodies with items: each item as the endpoint reads it, or what is wrong with it. */
export function batchReceiverOf(
  deps: ApiDeps,
  endpoint: MutationRoute,
  readItem: ReadItem<unknown>,
): Receive<ReceivedItems> {
  const validate = bodyValidator(endpoint.body)
  return (ctx, caller, bytes) =>
    deps.takeTurns(caller.key_id, bytes.length, async (slice) => {
      const { body, unsafe } = await readJson(bytes, slice)
      const details = await validate(body, [], slice)
      if (details.length > 0) throw validationFailed(details)
      const { items } = body as { items: readonly unknown[] }
      const { request_id } = ctx.state as State
      return readItems(readItem, items, { caller, request_id, unsafe }, slice)
    })
}
