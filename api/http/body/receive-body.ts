import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { ApiDeps } from '../api-deps.ts'
import { receive } from '../client/receive.ts'
import type { BodyBudget, BodyPlace } from './body-budget.ts'
import { type CollectedBytes, collectBytes } from './collect-bytes.ts'

/**
 * Takes a JSON body in and works on it. Its memory counts until the work is done.
 *
 * @throws ApiError unsupported_media_type, payload_too_large, request_timeout, rate_limited, service_unavailable
 */
export async function withBody(
  { req }: Pick<Context, 'req'>,
  { bodies, config }: Pick<ApiDeps, 'bodies' | 'config'>,
  key_id: string,
  work: (bytes: Buffer) => Promise<void>,
): Promise<void> {
  requireJson(req)
  const place = bodies.enter(key_id)
  const received = collectBytes()
  try {
    await receiveAll(req, received, config.body_limit_bytes, place, bodies)
    await work(received.all())
  } finally {
    place.leave()
    received.free()
  }
}

function requireJson(request: IncomingMessage): void {
  const type = request.headers['content-type'] ?? ''
  const isJson = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type.trim())
  const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity'
  if (isJson && isPlain) return
  throw new ApiError('unsupported_media_type', 'Send the body as application/json in UTF-8, without compression.')
}

async function receiveAll(
  request: IncomingMessage,
  received: CollectedBytes,
  limit_bytes: number,
  place: BodyPlace,
  { watchSender }: Pick<BodyBudget, 'watchSender'>,
): Promise<void> {
  const announced = Number(request.headers['content-length'] ?? limit_bytes)
  if (announced > limit_bytes) throw tooLarge(limit_bytes)
  const take = (piece: Buffer) => {
    const size = received.size() + piece.length
    if (size > limit_bytes) throw tooLarge(limit_bytes)
    place.take(size)
    received.add(piece)
    return undefined
  }
  await receive(request, { what: 'body', watchSender, take })
}

function tooLarge(limit_bytes: number): ApiError {
  return new ApiError('payload_too_large', `The body is larger than ${limit_bytes} bytes.`)
}
