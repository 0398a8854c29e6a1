import type { Calls, OperationId } from './calls.ts'
import type { AnswerOf, RequestOf } from './operation.ts'

/** An answer with what HTTP says about it. */
export type HttpExchange<Body> = {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
  /** Whether the service has answered with what it had recorded for this idempotency key. */
  readonly is_replay: boolean
}

export type RequestTo<Id extends OperationId> = RequestOf<Calls[Id]>
export type AnswerTo<Id extends OperationId> = AnswerOf<Calls[Id]>

export async function readExchange<Body>(answer: Response): Promise<HttpExchange<Body>> {
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === '' ? null : JSON.parse(text),
    is_replay: answer.headers.get('Idempotent-Replayed') === 'true',
  }
}
