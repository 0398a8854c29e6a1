import type { Context } from 'koa'
import { sha256Of } from '../../../shared/canonical/hash.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { admit } from '../admission/admit.ts'
import type { Caller, State } from '../admission/caller.ts'
import type { ExpensiveRequest, InTurn } from '../admission/shares.ts'
import { answerJson } from '../answers/answer-json.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { Accept, MutationAnswer, MutationRoute, UploadRoute } from '../endpoint.ts'
import { writeAtPlace } from './place/at-place.ts'
import { waitFor, waitSeconds } from './wait.ts'

export type Begun = { readonly caller: Caller; readonly idempotency_key: string; readonly wait: number | null }

/** Key, scope and headers of a mutating request, before its body is read. */
export async function beginMutation(ctx: Context, deps: ApiDeps): Promise<Begun> {
  const caller = await admit(ctx, deps, 'write')
  return { caller, idempotency_key: idempotencyKeyOf(ctx), wait: waitSeconds(ctx.get('Prefer')) }
}

function idempotencyKeyOf(ctx: Context): string {
  const key = ctx.get('Idempotency-Key')
  if (key === '')
    throw new ApiError('missing_idempotency_key', 'Send an Idempotency-Key header, a new UUID for each request.')
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key
  const message = 'The Idempotency-Key must have 1 to 255 printable ASCII characters.'
  throw new ApiError('invalid_request', message, [{ pointer: '/idempotency-key', code: 'format', message }])
}

type Received = {
  readonly body: unknown
  readonly body_hash: string
  readonly end_customer_id?: string | undefined
} & Partial<Pick<ExpensiveRequest, 'giveWay'>>

/** @param path everything besides method and body that makes this another request than one with the same key */
export async function answerMutation(
  ctx: Context,
  deps: ApiDeps,
  endpoint: MutationRoute,
  request: Begun & Received,
  path: string,
  inTurn: InTurn = (work) => work(),
): Promise<void> {
  const answer = await inTurn(() => acceptMutation(ctx, deps, endpoint, request, path))
  await answerWith(ctx, deps, endpoint, answer, request)
}

/** When it is its turn: what may have a large answer is refused before anything is stored. */
export function whereRoom<Result>(
  { answers }: ApiDeps,
  { caller }: Pick<Begun, 'caller'>,
  work: () => Promise<Result>,
) {
  return async () => {
    answers.requireRoom(caller.key_id)
    return work()
  }
}

export function acceptMutation(
  ctx: Context,
  deps: ApiDeps,
  endpoint: MutationRoute | UploadRoute,
  { wait: _, ...request }: Begun & Received,
  path: string,
): Promise<MutationAnswer> {
  const accept = endpoint.accept as Accept<unknown>
  const fingerprint = sha256Of(`${ctx.method} ${path}\n${request.body_hash}`)
  const { request_id } = ctx.state as State
  return writeAtPlace(deps, request.end_customer_id, (there) =>
    accept(there, { ...request, params: ctx.params, request_id, fingerprint }),
  )
}

export async function answerWith(
  ctx: Context,
  deps: ApiDeps,
  endpoint: MutationRoute | UploadRoute,
  answer: MutationAnswer,
  { wait, caller }: Pick<Begun, 'wait' | 'caller'>,
): Promise<void> {
  ctx.status = endpoint.status
  ctx.type = 'application/json'
  if (answer.kind === 'replayed') ctx.set('Idempotent-Replayed', 'true')
  const now = await settled(ctx, deps, answer, wait, caller.key_id)
  if (now === null) ctx.body = answer.response
  else await answerJson(ctx, deps, caller.key_id, now)
}

/** The present state of the resource when the caller asked to wait for that; null: the recorded answer counts. */
async function settled(
  ctx: Context,
  { stopping, poll }: ApiDeps,
  { current }: MutationAnswer,
  wait: number | null,
  key_id: string,
): Promise<object | null> {
  if (wait === null || !current) return null
  ctx.set('Preference-Applied', `wait=${wait}`)
  return waitFor((until) => poll(key_id, current, until), wait, stopping)
}
