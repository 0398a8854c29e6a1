import type { Logger } from 'pino'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { Visibility } from '../../../shared/store/db/filters.ts'

/** The API key or page pass of a request, and its client. */
export type Caller = {
  readonly client_id: string
  readonly key_id: string
  readonly scopes: readonly string[]
  /** Null: every end customer. */
  readonly end_customer_ids: readonly string[] | null
  /** Those that do not live in the database which is read, and may have rows there all the same. */
  readonly not_here?: readonly string[]
}

/** The state that middlewares share. */
export type State = {
  request_id: string
  log: Logger
  caller?: Caller
  end_customer_id?: string
  /** The body is in bytes that no other answer has. */
  has_own_bytes?: true
}

/** @throws ApiError forbidden when the key or pass does not cover the end customer */
export function requireEndCustomer({ end_customer_ids, scopes }: Caller, end_customer_id: string): void {
  if (covers({ end_customer_ids }, end_customer_id)) return
  const [what, short] = scopes.includes('pages') ? ['page pass', 'pass'] : ['API key', 'key']
  throw new ApiError('forbidden', `This ${what} does not cover this end customer.`, [
    { pointer: '/end_customer_id', code: 'forbidden', message: `Use a ${short} that covers this end customer.` },
  ])
}

export function covers({ end_customer_ids }: Pick<Caller, 'end_customer_ids'>, end_customer_id: string): boolean {
  return end_customer_ids === null || end_customer_ids.includes(end_customer_id)
}

/** What a request needs: a page is read with an API key or with a page pass. */
export type NeededScope = 'read' | 'write' | 'page'

/** @throws ApiError forbidden when the key may not read, or not write */
export function requireScope({ scopes }: Caller, needed: NeededScope): void {
  const scope = needed === 'page' ? 'read' : needed
  if (!scopes.includes(scope) && !(needed === 'page' && scopes.includes('pages')))
    throw new ApiError('forbidden', `This API key may not ${scope}. Use one with that scope.`)
}

/** The end customers that a read by id may see: those of the key, or the one that the request names. */
export function visibleCustomers(
  { end_customer_ids, not_here = [] }: Caller,
  end_customer_id: string | undefined,
): Visibility {
  if (end_customer_id !== undefined) return [end_customer_id]
  if (not_here.length === 0) return end_customer_ids
  return end_customer_ids === null ? { except: not_here } : end_customer_ids.filter((id) => !not_here.includes(id))
}
