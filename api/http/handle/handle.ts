import type { Context, Middleware } from 'koa'
import type { Json } from '../../../shared/canonical/canonical-json.ts'
import { hashOf, sha256 } from '../../../shared/canonical/hash.ts'
import { ApiError, type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { Schema } from '../../../shared/contract/schema.ts'
import { type Caller, requireEndCustomer, requireScope, type State } from '../admission/caller.ts'
import { addressOf } from '../admission/limit-failures.ts'
import { readJson } from '../body/read-json.ts'
import { bodyValidator, isUuid, queryValidator } from '../body/validate.ts'
import {
  type Accept,
  type ApiDeps,
  type Current,
  type Endpoint,
  type Etag,
  type Format,
  type Formats,
  fingerprintText,
  type Read,
  type ReadRequest,
  type Upload,
} from '../endpoint.ts'
import { waitFor, waitSeconds } from './wait.ts'

const NO_QUERY = queryValidator({ type: 'object', additionalProperties: false, properties: {} })

/** What every request goes through: key, scope, query, and for a mutating one header, body and schema. */
export function handle(deps: ApiDeps, endpoint: Endpoint): Middleware {
  if (endpoint.method === 'get') return handleRead(deps, endpoint)
  return 'upload' in endpoint ? handleUpload(deps, endpoint) : handleMutation(deps, endpoint)
}

/** Who asks, and that it is their turn; nothing else of the request is looked at before. */
async function admit(ctx: Context, { authenticator, checkRateLimit }: ApiDeps): Promise<Caller> {
  const caller = await authenticator.authenticate(ctx.get('Authorization'), addressOf(ctx.req))
  ;(ctx.state as State).caller = caller
  ctx.set(checkRateLimit(caller.key_id))
  requireStorable(ctx)
  return caller
}

/** PostgreSQL cannot even be asked for a text with a NUL character. Of bodies, `scanJson` knows. */
function requireStorable({ query, params }: Context): void {
  const given = { ...query, ...params } as Readonly<Record<string, string | string[] | undefined>>
  const [name] =
    Object.entries(given).find(([, value]) => [value ?? ''].flat().some((text) => text.includes('\0'))) ?? []
  if (name === undefined) return
  const message = `${name} contains a NUL character.`
  throw new ApiError('invalid_request', message, [{ pointer: `/${name}`, code: 'character', message }])
}

function handleRead(deps: ApiDeps, endpoint: Extract<Endpoint, { method: 'get' }>): Middleware {
  const validate = queryValidator(endpoint.query)
  const read = endpoint.read as Read<unknown>
  return async (ctx) => {
    const state = ctx.state as State
    const caller = await admit(ctx, deps)
    requireScope(caller, 'read')
    const query = { ...ctx.query } as Record<string, unknown>
    requireValidQuery(validate(query))
    const end_customer_id = query.end_customer_id ?? customerInPath(ctx)
    if (typeof end_customer_id === 'string') {
      state.end_customer_id = end_customer_id
      requireEndCustomer(caller, end_customer_id)
    }
    const request = { caller, query, params: ctx.params }
    const chosen = endpoint.formats && chooseFormat(ctx, endpoint.formats as Formats<unknown>, query.format)
    if (await isUnchanged(ctx, endpoint.etag as Etag<unknown> | undefined, deps, request, chosen?.name))
      ctx.status = 304
    else if (chosen) await answerIn(ctx, chosen.format, deps, request)
    else ctx.body = await read(deps, request)
  }
}

/**
 * The representation that is asked for by name or by `Accept`; undefined is JSON.
 *
 * @throws ApiError not_acceptable
 * @source RFC 9110, section 12.5.1
 */
function chooseFormat(ctx: Context, formats: Formats<unknown>, named: unknown) {
  ctx.vary('Accept')
  const byName = typeof named === 'string' ? formats[named] : undefined
  if (byName) return { name: named as string, format: byName }
  if (named === 'json') return undefined
  const known = Object.entries(formats)
  const types = ['application/json', ...known.map(([, { media_type }]) => media_type)]
  const accepted = ctx.accepts(types)
  if (accepted === false) throw new ApiError('not_acceptable', `There is ${types.join(', ')}. Ask for one of these.`)
  const [name, format] = known.find(([, { media_type }]) => media_type === accepted) ?? []
  return name && format ? { name, format } : undefined
}

async function answerIn(ctx: Context, format: Format<unknown>, deps: ApiDeps, request: ReadRequest<unknown>) {
  const { body, headers } = await format.read(deps, request)
  ctx.set(headers)
  ctx.body = body
  ctx.type = `${format.media_type}; charset=utf-8`
}

/** Tags the answer, and tells who has that very answer already. The tag is read first, so it is never too new. */
async function isUnchanged(
  ctx: Context,
  etag: Etag<unknown> | undefined,
  deps: ApiDeps,
  request: ReadRequest<unknown>,
  representation: string | undefined,
) {
  const resource = etag && (await etag(deps, request))
  if (!resource) return false
  const tag = representation ? `${resource}-${representation}` : resource
  ctx.set('ETag', `"${tag}"`)
  ctx.set('Cache-Control', 'private, no-cache')
  return ctx
    .get('If-None-Match')
    .split(/\s*,\s*/)
    .some((known) => known === '*' || known.replace(/^W\//, '') === `"${tag}"`)
}

type Mutation = Extract<Endpoint, { body: Schema }>

function handleMutation(deps: ApiDeps, endpoint: Mutation): Middleware {
  const validate = bodyValidator(endpoint.body)
  return async (ctx) => {
    const prepared = await prepare(ctx, deps)
    requireValidQuery(NO_QUERY({ ...ctx.query }))
    const { body, unsafe } = await readJson(ctx.req, deps.config.body_limit_bytes)
    const details = distinct([...(endpoint.is_batch ? [] : unsafe), ...validate(body)])
    if (details.length > 0) throw validationFailed(details)
    if (!endpoint.is_batch) cover(ctx, customerInPath(ctx) ?? (body as { end_customer_id: string }).end_customer_id)
    // A batch is its items and nothing else, and the hash of each item is needed anyway.
    const item_hashes = endpoint.is_batch ? (body as { items: Json[] }).items.map(hashOf) : []
    const body_hash = hashOf(endpoint.is_batch ? item_hashes : (body as Json))
    await answer(ctx, deps, endpoint, { ...prepared, body, body_hash, item_hashes, unsafe }, ctx.path)
  }
}

/** The end customer is known before the document comes in, so nobody sends a large file in vain. */
function handleUpload(deps: ApiDeps, endpoint: Extract<Endpoint, { upload: Upload }>): Middleware {
  const validate = queryValidator(endpoint.query)
  const { receive } = endpoint.upload
  const forget = endpoint.upload.forget as (received: unknown) => Promise<void>
  return async (ctx) => {
    const prepared = await prepare(ctx, deps)
    const query = { ...ctx.query } as { end_customer_id: string }
    requireValidQuery(validate(query))
    cover(ctx, query.end_customer_id)
    const received = await receive(deps, ctx.req)
    try {
      const body = { ...received, end_customer_id: query.end_customer_id }
      const path = `${ctx.path}?end_customer_id=${query.end_customer_id.toLowerCase()}`
      await answer(ctx, deps, endpoint, { ...prepared, body, body_hash: received.sha256, item_hashes: [] }, path)
    } finally {
      await forget(received)
    }
  }
}

/** Key, scope and headers of a mutating request. */
async function prepare(ctx: Context, deps: ApiDeps) {
  const caller = await admit(ctx, deps)
  requireScope(caller, 'write')
  return { caller, idempotency_key: idempotencyKeyOf(ctx), wait: waitSeconds(ctx.get('Prefer')) }
}

function cover(ctx: Context, end_customer_id: string): void {
  const state = ctx.state as State
  state.end_customer_id = end_customer_id
  requireEndCustomer(state.caller as Caller, end_customer_id)
}

type Prepared = Awaited<ReturnType<typeof prepare>> & {
  readonly body: unknown
  readonly body_hash: string
  readonly item_hashes: readonly string[]
  readonly unsafe?: readonly ErrorDetail[]
}

async function answer(
  ctx: Context,
  deps: ApiDeps,
  endpoint: Exclude<Endpoint, { method: 'get' }>,
  { wait, ...prepared }: Prepared,
  path: string,
) {
  const accept = endpoint.accept as Accept<unknown>
  const fingerprint = sha256(fingerprintText(ctx.method, path, prepared.body_hash))
  const { request_id } = ctx.state as State
  const { response, is_replay, current } = await accept(deps, {
    ...prepared,
    params: ctx.params,
    request_id,
    fingerprint,
  })
  ctx.status = endpoint.status
  ctx.type = 'application/json'
  if (is_replay) ctx.set('Idempotent-Replayed', 'true')
  ctx.body = await settled(ctx, deps, response, current, wait)
}

/** Endpoints of an end customer itself name it in their path. */
function customerInPath({ params }: Context): string | undefined {
  const { end_customer_id } = params as { end_customer_id?: string }
  if (end_customer_id === undefined || isUuid(end_customer_id)) return end_customer_id
  throw new ApiError('not_found', 'There is no such end customer; its id is a UUID.')
}

/** The recorded answer, or what has become of it when the caller asked to wait for that. */
async function settled(
  ctx: Context,
  { stopping }: ApiDeps,
  response: string,
  current: Current | undefined,
  wait: number | null,
) {
  if (wait === null || !current) return response
  ctx.set('Preference-Applied', `wait=${wait}`)
  const now = await waitFor(current, wait, stopping)
  return now === null ? response : JSON.stringify(now)
}

function idempotencyKeyOf(ctx: Context): string {
  const key = ctx.get('Idempotency-Key')
  if (key === '')
    throw new ApiError('missing_idempotency_key', 'Send an Idempotency-Key header, a new UUID for each request.')
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key
  const message = 'The Idempotency-Key must have 1 to 255 printable ASCII characters.'
  throw new ApiError('invalid_request', message, [{ pointer: '/idempotency-key', code: 'format', message }])
}

/** Query mistakes are 400: the request itself is wrong, whatever the books say. */
function requireValidQuery(details: readonly ErrorDetail[]): void {
  if (details.length === 0) return
  const said = details.map(({ pointer, message }) => `${pointer.slice(1)}: ${message}`).join(' ')
  throw new ApiError('invalid_request', `The query is wrong. ${said}`, details)
}

/** An unsafe name is also an unknown one; it is reported once, as unsafe. */
function distinct(details: readonly ErrorDetail[]): ErrorDetail[] {
  return details.filter(({ pointer }, index) => details.findIndex((other) => other.pointer === pointer) === index)
}
