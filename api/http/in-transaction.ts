import { ApiError, CONSTRAINT_DETAILS, validationFailed } from '../../shared/contract/platform/errors.ts'
import {
  findIdempotencyRecords,
  insertIdempotencyRecord,
  lockIdempotencyKey,
} from '../../shared/store/platform/idempotency.ts'
import { hasLongList, jsonInSlices } from './answers/json-in-slices.ts'
import type { ApiDeps } from './api-deps.ts'
import type { Accept, Command, IdempotentRequest } from './endpoint.ts'
import { keyConflict, replayOrConflict } from './idempotency.ts'

const KEY_TAKEN = 'This Idempotency-Key was used for another request. Use a new key.'

/** Empty for what belongs to an API client; missing where there may be several end customers. */
type OwnedRequest = IdempotentRequest & { readonly end_customer_id?: string }

/**
 * Runs a command in one transaction with its idempotency record: the first request executes, one at the same time
 * waits for it and replays, a later one replays. A refusal leaves nothing behind, not even the record.
 */
export function inTransaction<Request extends OwnedRequest>(
  status: 201 | 202,
  command: Command<Request>,
): Accept<Request> {
  return async (deps, request) => {
    const inTurn = deps.shares.transaction(request.caller.key_id)
    const outcome = await inTurn(() =>
      deps.pool.transaction(async (tx) => {
        await lockIdempotencyKey(tx, keyOf(request))
        const [record] = await findIdempotencyRecords(tx, [keyOf(request)])
        if (record) return replayOrConflict(record, request)
        // A savepoint, so that a refusal undoes the command without breaking the connection.
        const result = await tx.transaction((inner) => command(inner, deps, request)).catch(returnRefusal)
        if (result instanceof ApiError) return result
        const response = await textOf(result.body, deps, request)
        const is_new = await insertIdempotencyRecord(tx, { ...keyOf(request), ...ownedBy(request), status, response })
        // The hot path does not take the lock, so it may have used the key meanwhile. Thrown, this undoes the command.
        if (!is_new) throw new ApiError('idempotency_key_conflict', KEY_TAKEN)
        return { kind: 'created' as const, response, current: result.current }
      }),
    )
    if (outcome instanceof ApiError) throw outcome
    if (outcome.kind === 'conflict') throw keyConflict(outcome.pointer)
    return outcome
  }
}

/** At once where it is short: a transaction holds locks, so it does not wait for the bodies of others. */
async function textOf(body: object, { takeTurns }: ApiDeps, { caller }: IdempotentRequest): Promise<string> {
  return hasLongList(body) ? takeTurns(caller.key_id, 0, (slice) => jsonInSlices(body, slice)) : JSON.stringify(body)
}

function keyOf({ caller, idempotency_key }: IdempotentRequest) {
  return { client_id: caller.client_id, idempotency_key }
}

function ownedBy({ fingerprint, end_customer_id }: OwnedRequest) {
  return { fingerprint, end_customer_id: end_customer_id || null }
}

function returnRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { constraint } = error as { constraint?: unknown }
  const detail = typeof constraint === 'string' ? CONSTRAINT_DETAILS[constraint] : undefined
  if (detail) return validationFailed([detail])
  throw error
}
