import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { freeBuffer } from '../../../shared/process/free-buffer.ts'
import { appendTo } from '../../../shared/process/nameless-file.ts'
import { receive } from '../client/receive.ts'
import type { UploadPlace, Uploads } from './uploads.ts'

/** A file that has been received whole. */
export type SpooledFile = { readonly file: FileHandle; readonly size_bytes: number; readonly sha256: string }

/**
 * Writes a body into a file as it comes. Memory holds one piece of it at a time.
 *
 * @throws ApiError payload_too_large, request_timeout, service_unavailable; TemporaryFileError
 */
export async function spool(
  request: IncomingMessage,
  file: FileHandle,
  limit_bytes: number,
  place: UploadPlace,
  { watchSender }: Pick<Uploads, 'watchSender'>,
): Promise<SpooledFile> {
  const hash = createHash('sha256')
  let size_bytes = 0
  const take = (piece: Buffer) => {
    size_bytes += piece.length
    if (size_bytes > limit_bytes) throw fileTooLarge(limit_bytes)
    place.addBytes(piece.length)
    hash.update(piece)
    return appendTo(file, piece).finally(() => freeBuffer(piece))
  }
  await receive(request, { what: 'file', watchSender, take })
  return { file, size_bytes, sha256: hash.digest('hex') }
}

export function fileTooLarge(limit_bytes: number): ApiError {
  return new ApiError('payload_too_large', `The file is larger than ${limit_bytes} bytes.`)
}
