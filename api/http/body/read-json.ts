import type { IncomingMessage } from 'node:http'
import { ApiError, type ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import { scanJson } from './scan-json.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true })

export type ReadBody = { readonly body: unknown; readonly unsafe: readonly ErrorDetail[] }

/**
 * Reads a JSON body within a limit.
 *
 * @returns the value, and the members whose names no request may have
 * @throws ApiError unsupported_media_type, payload_too_large or invalid_request
 * @source RFC 8259; RFC 7493 (I-JSON): UTF-8, no duplicate names
 */
export async function readJson(request: IncomingMessage, limit_bytes: number): Promise<ReadBody> {
  requireJson(request)
  const text = decode(await readAll(request, limit_bytes))
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new ApiError('invalid_request', 'The body is not JSON. Check its syntax.')
  }
  const { wrong, unsafe } = scanJson(text)
  if (wrong) throw new ApiError('invalid_request', `${wrong.pointer || 'The body'}: ${wrong.message}`, [wrong])
  return { body, unsafe }
}

function requireJson(request: IncomingMessage): void {
  const type = request.headers['content-type'] ?? ''
  const isJson = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type.trim())
  const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity'
  if (isJson && isPlain) return
  throw new ApiError('unsupported_media_type', 'Send the body as application/json in UTF-8, without compression.')
}

function readAll(request: IncomingMessage, limit_bytes: number): Promise<Buffer> {
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

function decode(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid UTF-8.')
  }
}
