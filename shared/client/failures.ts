import type { errorEnvelope } from '../contract/primitives.ts'
import type { FromSchema } from '../contract/schema.ts'

type Envelope = FromSchema<typeof errorEnvelope>

/** The service has refused the request. Nothing of it was stored, and the same request will be refused again. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused'
  readonly status: number
  /** As docs/api/errors.md lists them; `unknown` where no service of ours has answered, but a proxy. */
  readonly code: string
  readonly details: readonly { readonly pointer: string; readonly code: string; readonly message: string }[]
  readonly request_id: string | null

  constructor(status: number, text: string) {
    const error = readEnvelope(text)
    super(error?.message ?? `The answer is ${status} without an error that this client knows.`)
    this.status = status
    this.code = error?.code ?? 'unknown'
    this.details = error?.details ?? []
    this.request_id = error?.request_id ?? null
  }
}

/**
 * No answer came that says what became of the request. It may have had its effect. Send it again with the same
 * `idempotency_key`: it has its effect once all the same.
 */
export class RequestUnanswered extends Error {
  override readonly name = 'RequestUnanswered'
  /** Null for a read. */
  readonly idempotency_key: string | null
  readonly attempts: number

  constructor(message: string, idempotency_key: string | null, attempts: number, cause: unknown) {
    super(message, { cause })
    this.idempotency_key = idempotency_key
    this.attempts = attempts
  }
}

function readEnvelope(text: string): Envelope['error'] | null {
  try {
    const { error } = JSON.parse(text) as Partial<Envelope>
    return typeof error?.code === 'string' ? error : null
  } catch {
    return null
  }
}
