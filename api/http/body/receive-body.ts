import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../../shared/contract/platform/errors.ts'

/**
 * Takes a JSON body in, within a limit.
 *
 * @throws ApiError unsupported_media_type or payload_too_large
 */
export async function receiveBody(request: IncomingMessage, limit_bytes: number): Promise<Buffer> {
  requireJson(request)
  return receiveAll(request, limit_bytes)
}

function requireJson(request: IncomingMessage): void {
  const type = request.headers['content-type'] ?? ''
  const isJson = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type.trim())
  const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity'
  if (isJson && isPlain) return
  throw new ApiError('unsupported_media_type', 'Send the body as application/json in UTF-8, without compression.')
}

function receiveAll(request: IncomingMessage, limit_bytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > limit_bytes) return reject(tooLarge(limit_bytes))
    const chunks: Buffer[] = []
    let size = 0
    const collect = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= limit_bytes) return
      // Nothing of what is discarded behind the answer is kept.
      request.off('data', collect).pause()
      chunks.length = 0
      reject(tooLarge(limit_bytes))
    }
    request.on('data', collect)
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    request.on('error', reject)
  })
}

function tooLarge(limit_bytes: number): ApiError {
  return new ApiError('payload_too_large', `The body is larger than ${limit_bytes} bytes.`)
}
