import type { Context } from 'koa'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { rememberSender } from '../../../shared/http/turns/known-senders.ts'
import type { ApiDeps } from '../api-deps.ts'
import { type Caller, type NeededScope, requireEndCustomer, requireScope, type State } from './caller.ts'
import { addressOf } from './limit-failures.ts'

/** Checks key, rate and scope before anything else of the request. */
export async function admit(
  ctx: Context,
  { authenticator, checkRateLimit, presence }: ApiDeps,
  scope: NeededScope,
): Promise<Caller> {
  const authorization = ctx.get('Authorization')
  const caller = await authenticator.authenticate(authorization, addressOf(ctx.req), scope === 'page')
  ;(ctx.state as State).caller = caller
  presence.seen(caller.key_id)
  ctx.set(checkRateLimit(caller.key_id))
  rememberSender(authorization, caller.key_id)
  requireStorable(ctx)
  requireScope(caller, scope)
  return caller
}

/** PostgreSQL cannot even be asked for a text with a NUL character. The reader of JSON checks that in bodies. */
function requireStorable({ query, params }: Context): void {
  const given = { ...query, ...params } as Readonly<Record<string, string | string[] | undefined>>
  const [name] =
    Object.entries(given).find(([, value]) => [value ?? ''].flat().some((text) => text.includes('\0'))) ?? []
  if (name === undefined) return
  const message = `${name} contains a NUL character.`
  throw new ApiError('invalid_request', message, [{ pointer: `/${name}`, code: 'character', message }])
}

/**
 * Checks that the key covers the end customer that the request names, and records it for the log.
 *
 * @returns its id as it is stored: a UUID may be sent in capitals
 * @throws ApiError forbidden
 */
export function admitTo(ctx: Context, named: string): string {
  const state = ctx.state as State
  const end_customer_id = named.toLowerCase()
  state.end_customer_id = end_customer_id
  requireEndCustomer(state.caller as Caller, end_customer_id)
  return end_customer_id
}
