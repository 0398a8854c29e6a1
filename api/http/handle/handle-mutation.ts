import type { Middleware } from 'koa'
import type { CanonicalValue } from '../../../shared/canonical/canonical-json.ts'
import { hashOf } from '../../../shared/canonical/hash.ts'
import { type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import { admitTo } from '../admission/admit.ts'
import type { ApiDeps } from '../api-deps.ts'
import { readJson } from '../body/read-json.ts'
import { bodyValidator, queryValidator } from '../body/validate.ts'
import type { MutationRoute } from '../endpoint.ts'
import { answerMutation, beginMutation } from './mutation.ts'
import { customerInPath, requireValidQuery } from './query.ts'

const NO_QUERY = queryValidator({ type: 'object', additionalProperties: false, properties: {} })

/** A POST or PUT with a JSON body: key, headers, body and schema, end customer; then the command of the endpoint. */
export function handleMutation(deps: ApiDeps, endpoint: MutationRoute): Middleware {
  if (endpoint.is_batch) return handleBatch(deps, endpoint)
  const validate = bodyValidator(endpoint.body)
  return async (ctx) => {
    const begun = await beginMutation(ctx, deps)
    requireValidQuery(NO_QUERY({ ...ctx.query }))
    const { body, unsafe } = await readJson(ctx.req, deps.config.body_limit_bytes)
    const details = distinct([...unsafe, ...validate(body)])
    if (details.length > 0) throw validationFailed(details)
    const end_customer_id = admitTo(ctx, customerInPath(ctx) ?? (body as { end_customer_id: string }).end_customer_id)
    const received = { body, body_hash: hashOf(body as CanonicalValue), end_customer_id }
    await answerMutation(ctx, deps, endpoint, { ...begun, ...received }, ctx.path)
  }
}

/** Each item of a batch is checked by the command, so that a bad one does not spoil the others. */
function handleBatch(deps: ApiDeps, endpoint: MutationRoute): Middleware {
  const validate = bodyValidator(endpoint.body)
  return async (ctx) => {
    const begun = await beginMutation(ctx, deps)
    requireValidQuery(NO_QUERY({ ...ctx.query }))
    const { body, unsafe } = await readJson(ctx.req, deps.config.body_limit_bytes)
    const details = distinct(validate(body))
    if (details.length > 0) throw validationFailed(details)
    // A batch is its items and nothing else, and the hash of each item is needed anyway.
    const item_hashes = (body as { items: CanonicalValue[] }).items.map(hashOf)
    const received = { body, body_hash: hashOf(item_hashes), item_hashes, unsafe }
    await answerMutation(ctx, deps, endpoint, { ...begun, ...received }, ctx.path)
  }
}

/** An unsafe name is also an unknown one; it is reported once, as unsafe. */
function distinct(details: readonly ErrorDetail[]): ErrorDetail[] {
  return details.filter(({ pointer }, index) => details.findIndex((other) => other.pointer === pointer) === index)
}
