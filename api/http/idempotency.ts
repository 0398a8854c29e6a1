import { ApiError, type ErrorDetail } from '../../shared/contract/platform/errors.ts'

/** The two keys that a request may carry: one in its header, and that of a fact in its body. */
const CONFLICTS = {
  '/idempotency-key': 'This Idempotency-Key was used for another request. Use a new key for a new request.',
  '/idempotency_key': 'A fact with this idempotency_key in its body exists and differs. Use a new key for a new fact.',
} as const

type KeyPointer = keyof typeof CONFLICTS

export type KeyConflict = { readonly kind: 'conflict'; readonly pointer: KeyPointer }
type Replay = { readonly kind: 'replayed'; readonly response: string }
type Fingerprinted = { readonly fingerprint: string | null }

/** The answer to a request whose header key is known: the recorded one for a retry, a conflict for anything else. */
export function replayOrConflict(
  record: (Fingerprinted & { readonly response: string }) | undefined,
  request: Fingerprinted,
): Replay | KeyConflict {
  return record?.fingerprint === request.fingerprint
    ? { kind: 'replayed', response: record.response }
    : { kind: 'conflict', pointer: '/idempotency-key' }
}

export function keyConflict(pointer: KeyPointer): ApiError {
  const detail = keyConflictDetail(pointer)
  return new ApiError('idempotency_key_conflict', detail.message, [detail])
}

export function keyConflictDetail(pointer: KeyPointer): ErrorDetail {
  return { pointer, code: 'idempotency_key_conflict', message: CONFLICTS[pointer] }
}
