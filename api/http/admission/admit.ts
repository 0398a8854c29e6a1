import type { Context } from 'koa'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { ApiDeps } from '../api-deps.ts'
import { type Caller, requireEndCustomer, requireScope, type State } from './caller.ts'
import { addressOf } from './limit-failures.ts'

/** Checks key, rate and scope before anything else of the request is looked at. */
export async function admit(
  ctx: Context,
  { authenticator, checkRateLimit }: ApiDeps,
  scope: 'read' | 'write',
): Promise<Caller> {
  const caller = await authenticator.authenticate(ctx.get('Authorization'), addressOf(ctx.req))
  ;(ctx.state as State).caller = caller
  ctx.set(checkRateLimit(caller.key_id))
  requireStorable(ctx)
  requireScope(caller, scope)
  return caller
}

/** PostgreSQL cannot even be asked for a text with a NUL character. For bodies, `scanJson` checks that. */
function requireStorable({ query, params }: Context): void {
  const given = { ...query, ...params } as Readonly<Record<string, string | string[] | undefined>>
  const [name] =
    Object.entries(given).find(([, value]) => [value ?? ''].flat().some((text) => text.includes('\0'))) ?? []
  if (name === undefined) return
  const message = `${name} contains a NUL character.`
  throw new ApiError('invalid_request', message, [{ pointer: `/${name}`, code: 'character', message }])
}

/** Notes for the log which end customer the request is about. @throws ApiError forbidden when the key does not cover it */
export function admitTo(ctx: Context, end_customer_id: string): void {
  const state = ctx.state as State
  state.end_customer_id = end_customer_id
  requireEndCustomer(state.caller as Caller, end_customer_id)
}
