import {
  ApiError,
  CONSTRAINT_DETAILS,
  type ErrorDetail,
  validationFailed,
} from '../../shared/contract/platform/errors.ts'
import {
  findIdempotencyRecords,
  insertIdempotencyRecord,
  lockIdempotencyKey,
} from '../../shared/store/platform/idempotency.ts'
import type { Accept, Accepted, Command, MutatingRequest } from './endpoint.ts'

/**
 * Runs a command in one transaction with its idempotency record: the first request executes, one at the same time
 * waits for it and replays, a later one replays. A refusal leaves nothing behind, not even the record.
 */
export function inTransaction<Body>(status: 201 | 202, command: Command<Body>): Accept<Body> {
  return async (deps, request) => {
    const outcome = await deps.pool.transaction(async (tx) => {
      await lockIdempotencyKey(tx, keyOf(request))
      const [record] = await findIdempotencyRecords(tx, [keyOf(request)])
      if (record) return record.fingerprint === request.fingerprint ? replayed(record.response) : conflict()
      // A savepoint, so that a refusal undoes the command without breaking the connection.
      const result = await tx.transaction((inner) => command(inner, deps, request)).catch(returnRefusal)
      if (result instanceof ApiError) return result
      const response = JSON.stringify(result.body)
      const { fingerprint } = request
      const is_new = await insertIdempotencyRecord(tx, { ...keyOf(request), fingerprint, status, response })
      // The hot path does not take the lock, so it may have used the key meanwhile.
      if (!is_new) throw new KeyTaken()
      return { response, is_replay: false, current: result.current }
    })
    if (outcome instanceof ApiError) throw outcome
    return outcome
  }
}

/** Rolls everything back; the same key was used for a source fact at the same moment, so this request conflicts. */
class KeyTaken extends ApiError {
  constructor() {
    super('idempotency_key_conflict', 'This Idempotency-Key was used for another request. Use a new key.')
  }
}

function keyOf<Body>({ caller, idempotency_key }: MutatingRequest<Body>) {
  return { client_id: caller.client_id, idempotency_key }
}

function replayed(response: string): Accepted {
  return { response, is_replay: true }
}

function conflict(): ApiError {
  const message = 'This Idempotency-Key was used for another request. Use a new key for a new request.'
  const detail: ErrorDetail = { pointer: '/idempotency-key', code: 'idempotency_key_conflict', message }
  return new ApiError('idempotency_key_conflict', message, [detail])
}

function returnRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { constraint } = error as { constraint?: unknown }
  const detail = typeof constraint === 'string' ? CONSTRAINT_DETAILS[constraint] : undefined
  if (detail) return validationFailed([detail])
  throw error
}
